"""The tables tests/data/mended/<game>.txt: what is said of refused positions and how each may be mended.

A table is read in the order of the Refused paragraph of the game's rules page, whose clauses stand behind `#`. Each
situation (with ` @2` it is what seat 2 sees) is followed by its problems, and each problem by its mends with the fields
that they change. `python -m tests.tools.mended_tables GAME` writes the table anew: read what is different.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import fastcore

DATA = Path(__file__).parents[1] / "data" / "mended"


def situations(game: str) -> Iterator[str]:
    """The situations, and the lines that begin with `#`, of a table."""
    for line in (DATA / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(" "):
            yield line


def told(line: str) -> list[str]:
    """The lines of a table about one situation."""
    situation, _, seat = line.partition(" @")
    lines = [line]
    for problem in fastcore.problems(situation, int(seat) - 1 if seat else None):
        lines.append(f"  {problem.field}: {problem.reason}")
        lines += [f"    {mend.words} | {difference(situation, mend.situation)}" for mend in problem.mends]
    return lines


def difference(before: str, after: str) -> str:
    """The fields that are different, or the whole situation if their number is."""
    old, new = before.split(" "), after.split(" ")
    names = ["spec", *(field.name for field in fastcore.info(new[0].partition("(")[0]).fields)]
    if not len(old) == len(new) == len(names):
        return after
    return " ".join(f"{name}={text}" for name, was, text in zip(names, old, new, strict=True) if was != text)


def table(lines: Iterator[str]) -> str:
    return "\n".join("\n".join([line] if line.startswith("#") else told(line)) for line in lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        (DATA / f"{name}.txt").write_text(table(iter(list(situations(name)))), encoding="utf-8")
