"""Run random terminal commands on changed files.

Each command must return an exit status and print at most one error line.

python -m tests.attacks.files.terminal [--seed N] [--count M] [--number K]   (K: only the case with this number)
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from time import process_time
from unittest.mock import patch

from tests.attacks.files import archives, numbered, records
from tests.attacks.files.mutations import change_bytes, change_json
from workbench import cli

SECONDS = 20.0  # processor time for one command, which may also think or replay a whole match
CONTROL_CHARACTERS = {
    chr(code)
    for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if chr(code) not in "\n\t"
}
TEXTS = (
    "herd\n1. 6-5 {Red begins} c3\n",
    "herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5 # Red hemmed in\n# x\nherd 6-5\n",
    "herbalism ?? ????/ygbb/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,- @2 1:r>=1\n",
    "forest\n(a4) {x} # y\n",
)
OPTIONS = (
    "--json", "--why", "--matches", "--games", "--game 1", "--match 1", "--match 99", "--seat 1", "--seat 9",
    "--spec herd", "--at 2", "--all",
    "--recorded", "--tree", "--sample 1", "--rules-only", "--text", "--theme dark", "--facts", "--\x1b[31m", "--to",
    "--bot nobody", "-",
)  # fmt: skip
FORMS = ("text", "csv", "jsonl", "record", "positions", "svg", "html", "schema")


class Attacks:
    """All attacks with one seed, in a separate folder."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder = seed, folder
        self.records, self.archive = records.sample_records(), archives.small_archive()

    def write_file(self, chance: Random) -> Path:
        """Write a changed file and return its path."""
        kind = chance.choice(("herbarium", "herbarium", "matches", "positions", "txt", "tree", "\x1b[31mx"))
        path = self.folder / f"file.{kind}"
        if kind == "matches":
            path.write_bytes(archives.change_archive(self.archive, chance))
        elif kind in ("positions", "txt"):
            path.write_bytes(change_bytes(chance.choice(TEXTS).encode(), chance))
        else:
            path.write_bytes(records.compress(change_json(chance.choice(self.records), chance), chance))
        return path

    def command_line(self, chance: Random) -> list[str]:
        """Return a random command line."""
        file = str(self.write_file(chance))
        verb = chance.choice(
            ("show", "show", "export", "export", "verify", "edit", "analyse", "review", "games", "play", "match")
        )
        options = [
            word for option in chance.sample(OPTIONS, chance.choice((0, 0, 0, 1, 1, 3))) for word in option.split(" ")
        ]
        if verb == "export":
            options += ["--to", chance.choice(FORMS), "--output", str(self.folder / "out")]
        elif verb == "verify":
            options += ["--rules-only"]
        elif verb == "edit":
            options += ["--text"]
        elif verb == "analyse":
            options += ["--recorded"]
        elif verb == "review":
            options += ["--simulations", "1", "--bot", "greedy"]
        elif verb == "match":
            return ["match", "herd(size=2)", "--bots", "random", "--openings", file, *options]
        return [verb, *([] if verb == "games" else [file]), *options]

    def run(self, number: int) -> str:
        """Run one attack and return the command's outcome in words. Raise AssertionError for a finding."""
        chance = Random(f"{self.seed} {number}")
        command_line = self.command_line(chance)
        typed = "\n".join(chance.choice(("help", "undo", "quit", "moves", "\x1b[A", "x" * 5_000, "")) for _ in range(3))
        out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
        start = process_time()
        with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(typed)):
            status = cli.run(command_line)
        out.flush()
        printed, error, duration = (
            out.buffer.getvalue().decode(errors="replace"),
            err.getvalue(),
            process_time() - start,
        )
        wrong = [
            f"status {status}" * (status not in (0, 1, 2)),
            "a traceback" * ("Traceback" in printed + error),
            "an active character" * bool(CONTROL_CHARACTERS & set(printed + error)),
            f"{len(error.splitlines())} lines of error" * (status == 2 and not 1 <= len(error.splitlines()) <= 3),
            f"{duration:.1f} s" * (duration > SECONDS),
        ]
        if any(wrong):
            raise AssertionError(f"{', '.join(filter(None, wrong))} of {command_line}: {error[-300:]!r}")
        return ("ended well", "found something wrong", "refused")[status]


def main(arguments: Sequence[str] | None = None) -> int:
    return numbered.run_cases("terminal", __doc__, lambda seed, folder: Attacks(seed, folder).run, arguments)


if __name__ == "__main__":
    sys.exit(main())
