"""Load bots from other people's files by every spelling of a path, while files, links and permissions change.

    python -m tests.attacks.strangers --seed 1 --count 2000

Only code that the user has allowed may run. A case is a series of steps in a folder with bot files and links: the steps
replace files, redirect links, answer questions, damage the file with the answers, and load bots. Each version of a file
has a number and records that it has run. A model of the answers decides which versions may run.
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
RAN: list[int] = []  # the numbers of the versions that have run
STEPS = 25
sys.modules.setdefault("tests.attacks.strangers", sys.modules[__name__])  # needed when this is the main program


class Case:
    """One folder and the user's permissions.

    `once` and `always` map real paths to the digest of the content that the user allowed.
    """

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
            self.redirect(link)
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

    def redirect(self, link: Path) -> None:
        link.unlink(missing_ok=True)
        link.symlink_to(self.random.choice([*self.files, self.folder / "none.py"]))

    def random_text(self) -> str:
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
        """Make one random step. Return the fault, or ""."""
        random = self.random
        kind = random.choice(
            ["write", "turn", "make", "make", "make", "race", "once", "always", "late", "typed", "forget", "damage"]
        )
        text = self.random_text()
        if kind == "write":
            self.write(random.choice(self.files))
        elif kind == "turn":
            self.redirect(random.choice(self.links))
        elif kind == "forget":
            trust.forget_session()
            self.once.clear()
        elif kind == "damage":
            (Path(os.environ["HERBARIUM_HOME"]) / trust.FILE).write_bytes(
                random.choice([b"", b"[]", b'{"files": {"x": "y"', random.randbytes(30)])
            )
            self.always.clear()
        elif kind == "typed":
            self.record_answer(trust.question(text), True)
            trust.allow_typed(text)
        elif kind in ("once", "always", "late"):
            question = trust.question(text)
            if kind == "late":  # the files change while the user reads the question
                self.write(random.choice(self.files))
                self.redirect(random.choice(self.links))
            if question is not None:
                (trust.allow_once if kind == "once" else trust.allow_always)(question)
                self.record_answer(question, kind != "once")
        else:
            return self.make_bot(text, kind == "race")
        return ""

    def record_answer(self, question: trust.Question | None, always: bool) -> None:
        if question is not None:
            self.once[question.file] = question.digest
            if always:
                self.always[question.file] = question.digest

    def make_bot(self, text: str, race: bool) -> str:
        RAN.clear()
        try:
            source = trust.source(text)
            if race:
                self.write(self.random.choice(self.files))
                self.redirect(self.random.choice(self.links))
            bots.make(text, 1, source).close()
        except trust.NotAllowedError as error:
            question = error.question
            file = os.path.realpath(text.rpartition(".py")[0] + ".py")
            content = hashlib.sha256(Path(file).read_bytes()).hexdigest()
            if (question.file, question.digest) != (file, content):
                return f"{text}: the question names {question.file} {question.digest}, not {file} {content}"
            if content in (self.once.get(file), self.always.get(file)):
                return f"{text}: asked about a file that is agreed to"
        except ValueError:
            pass  # no such file, class or option
        allowed = {self.numbers.get(digest) for digest in (*self.once.values(), *self.always.values())}
        forbidden = [number for number in RAN if number not in allowed]
        return f"{text}: content {forbidden} ran, agreed are {sorted(filter(None, allowed))}" if forbidden else ""


def run_case(seed: int, number: int) -> str:
    """Run one case. Return the first fault, or ""."""
    before, home = Path.cwd(), os.environ.get("HERBARIUM_HOME")
    trust.forget_session()
    try:
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
            os.environ["HERBARIUM_HOME"] = data
            case = Case(Random(f"{seed} {number}"), Path(folder).resolve())
            return next((f"step {step}: {fault}" for step in range(STEPS) if (fault := case.step())), "")
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
    options = parser.parse_args(arguments)
    findings = 0
    for number in range(options.first, options.first + options.count):
        if fault := run_case(options.seed, number):
            findings += 1
            print(
                f"FINDING: {fault}\n  to repeat: python -m tests.attacks.strangers --seed {options.seed} --first "
                f"{number} --count 1",
                flush=True,
            )
            if findings >= 10:
                break
    print(f"strangers: {options.count:,} cases, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
