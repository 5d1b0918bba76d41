"""Other people's files name bots in every spelling of a path while files, links and answers change.
Only agreed code may run.

    python -m tests.attacks.strangers --seed 1 --count 2000

A case is a series of steps in a folder with bot files and links: contents are replaced, links turned, questions
answered, the memory of answers damaged, and bots made from texts. Each content notes when it runs. A model of the
answers says which content may.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import bots
from workbench.bot_process import trust

CODE = """
import sys
sys.modules[{module!r}].RAN.append({number})
from bots import Bot, Preset
class P(Bot):
    name = "payload"
    presets = {{"quick": Preset("", "")}}
"""
RAN: list[int] = []  # the contents that have run, by number
STEPS = 25
sys.modules.setdefault("tests.attacks.strangers", sys.modules[__name__])  # also where this is the main program


class Case:
    """One folder and what the user has agreed to:
    by real path, the content allowed once, and the one allowed always."""

    def __init__(self, random: Random, folder: Path) -> None:
        self.random, self.folder = random, folder
        self.numbers: dict[str, int] = {}  # by digest
        self.once: dict[str, str] = {}
        self.always: dict[str, str] = {}
        self.files = [folder / "a.py", folder / "b.py", folder / "in" / "c.py"]
        (folder / "in").mkdir()
        for file in self.files:
            self.write(file)
        self.links = [folder / "link.py", folder / "in" / "link.py"]
        for link in self.links:
            self.turn(link)
        os.link(self.files[0], folder / "hard.py")
        self.names = [*self.files, *self.links, folder / "hard.py", folder / "none.py", folder / "folder.py"]
        (folder / "folder.py").mkdir()
        os.chdir(folder)

    def write(self, file: Path) -> None:
        number = len(self.numbers)
        code = CODE.format(module="tests.attacks.strangers", number=number).encode()
        if file.exists() and self.random.random() < 0.5:
            file.unlink()
        file.write_bytes(code)
        self.numbers[hashlib.sha256(code).hexdigest()] = number

    def turn(self, link: Path) -> None:
        link.unlink(missing_ok=True)
        link.symlink_to(self.random.choice([*self.files, self.folder / "none.py"]))

    def text(self) -> str:
        file = self.random.choice(self.names)
        path = self.random.choice(
            [
                str(file),
                f"{file.parent}/./{file.name}",
                f"{file.parent}/../{file.parent.name}/{file.name}",
                os.path.relpath(file),
                f"./{os.path.relpath(file)}",
            ]
        )
        return path + self.random.choice([":P", ":P:quick", ":P()", ":Q", ":P(x=1)"]) * (self.random.random() < 0.95)

    def step(self) -> str:
        """Make one random step. Return what went wrong, "" for nothing."""
        random = self.random
        kind = random.choice(
            ["write", "turn", "make", "make", "make", "race", "once", "always", "late", "typed", "forget", "damage"]
        )
        text = self.text()
        if kind == "write":
            self.write(random.choice(self.files))
        elif kind == "turn":
            self.turn(random.choice(self.links))
        elif kind == "forget":
            trust.forget_session()
            self.once.clear()
        elif kind == "damage":
            (Path(os.environ["HERBARIUM_HOME"]) / trust.FILE).write_bytes(
                random.choice([b"", b"[]", b'{"files": {"x": "y"', random.randbytes(30)])
            )
            self.always.clear()
        elif kind == "typed":
            self.agree(trust.question(text), True)
            trust.typed(text)
        elif kind in ("once", "always", "late"):
            asked = trust.question(text)
            if kind == "late":  # the files change while the user reads
                self.write(random.choice(self.files))
                self.turn(random.choice(self.links))
            if asked is not None:
                (trust.allow_once if kind == "once" else trust.allow_always)(asked)
                self.agree(asked, kind != "once")
        else:
            return self.make(text, kind == "race")
        return ""

    def agree(self, asked: trust.Question | None, always: bool) -> None:
        if asked is not None:
            self.once[asked.file] = asked.digest
            if always:
                self.always[asked.file] = asked.digest

    def make(self, text: str, race: bool) -> str:
        RAN.clear()
        try:
            source = trust.source(text)
            if race:
                self.write(self.random.choice(self.files))
                self.turn(self.random.choice(self.links))
            bots.make(text, 1, source).close()
        except trust.NotAllowed as refused:
            asked = refused.question
            file = os.path.realpath(text.rpartition(".py")[0] + ".py")
            content = hashlib.sha256(Path(file).read_bytes()).hexdigest()
            if (asked.file, asked.digest) != (file, content):
                return f"{text}: the question names {asked.file} {asked.digest}, not {file} {content}"
            if content in (self.once.get(file), self.always.get(file)):
                return f"{text}: asked about a file that is agreed to"
        except ValueError:
            pass  # no such file, class, or option
        allowed = {self.numbers.get(digest) for digest in (*self.once.values(), *self.always.values())}
        wrong = [number for number in RAN if number not in allowed]
        return f"{text}: content {wrong} ran, agreed are {sorted(filter(None, allowed))}" if wrong else ""


def case(seed: int, number: int) -> str:
    """Run one case and return the first fault, "" if there is none."""
    before, home = Path.cwd(), os.environ.get("HERBARIUM_HOME")
    trust.forget_session()
    try:
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
            os.environ["HERBARIUM_HOME"] = data
            made = Case(Random(f"{seed} {number}"), Path(folder).resolve())
            return next((f"step {at}: {fault}" for at in range(STEPS) if (fault := made.step())), "")
    finally:
        os.chdir(before)
        trust.forget_session()
        if home is None:
            os.environ.pop("HERBARIUM_HOME", None)
        else:
            os.environ["HERBARIUM_HOME"] = home


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000, help="cases of 25 steps")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    asked = parser.parse_args(arguments)
    findings = 0
    for number in range(asked.first, asked.first + asked.count):
        if fault := case(asked.seed, number):
            findings += 1
            print(
                f"FINDING: {fault}\n  to repeat: python -m tests.attacks.strangers --seed {asked.seed} --first "
                f"{number} --count 1",
                flush=True,
            )
            if findings >= 10:
                break
    print(f"strangers: {asked.count:,} cases, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
