"""Write the tables of refused positions under tests/data: the problems and their fixes.

A table follows the Refused paragraph in the game's rules page. Its clauses are lines that begin with `#`. Each
situation (` @2` means seat 2's view) is followed by its problems, and each problem by its fixes with the changed
fields. `python -m tests.tools.fix_tables GAME` rewrites the table; then review the differences.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import fastcore
from workbench.positions.fixes import problems_with_fixes

DATA = Path(__file__).parents[1] / "data" / "mended"


def situations(game: str) -> Iterator[str]:
    """Yield the situations of a table and its lines that begin with `#`."""
    for line in (DATA / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(" "):
            yield line


def expected_lines(line: str) -> list[str]:
    """Return the lines of a table for one situation."""
    situation, _, seat = line.partition(" @")
    lines = [line]
    for problem in problems_with_fixes(situation, int(seat) - 1 if seat else None):
        lines.append(f"  {problem.field}: {problem.reason}")
        lines += [f"    {fix.words} | {difference(situation, fix.situation)}" for fix in problem.fixes]
    return lines


def difference(before: str, after: str) -> str:
    """Return the fields that differ, or the whole situation if the number of fields differs."""
    old, new = before.split(" "), after.split(" ")
    names = ["spec", *(field.name for field in fastcore.info(new[0].partition("(")[0]).fields)]
    if not len(old) == len(new) == len(names):
        return after
    return " ".join(f"{name}={text}" for name, was, text in zip(names, old, new, strict=True) if was != text)


def table(lines: Iterator[str]) -> str:
    return "\n".join("\n".join([line] if line.startswith("#") else expected_lines(line)) for line in lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        (DATA / f"{name}.txt").write_text(table(iter(list(situations(name)))), encoding="utf-8")
