"""Reads and writes the rows of a position text:
from the top down, joined by /, with numbers for runs of empty places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Rows(NamedTuple):
    """How one board is written: the names of its places in rows from the top down, the letters that may stand there,
    and what joins the entries of a row ("" where each piece is one letter)."""

    names: Sequence[Sequence[str]]
    letters: str
    joint: str = ""

    def read(self, text: str) -> dict[str, str]:
        """What stands on each place that is not empty, with whatever number of pieces;
        ValueError if that cannot be told."""
        lines = text.split("/")
        if len(lines) != len(self.names):
            raise ValueError(f"the board has {len(self.names)} rows")
        there = dict[str, str]()
        for line, names in zip(lines, self.names, strict=True):
            place = 0
            for entry in line.split(self.joint) if self.joint else re.findall("[0-9]+|.", line):
                if re.fullmatch("[0-9]{1,2}", entry):
                    place += int(entry)
                    continue
                if not entry or set(entry) - set(self.letters) or place >= len(names):
                    raise ValueError(f"the row of {names[0]} cannot be read")
                there[names[place]] = entry
                place += 1
            if place != len(names):
                raise ValueError(f"the row of {names[0]} has {len(names)} places")
        return there

    def write(self, there: Mapping[str, str]) -> str:
        """The text of a board."""
        lines = []
        for names in self.names:
            entries, empty = list[str](), 0
            for name in names:
                if there.get(name):
                    entries += [str(empty)] * (empty > 0) + [there[name]]
                    empty = 0
                else:
                    empty += 1
            lines.append(self.joint.join([*entries, *[str(empty)] * (empty > 0)]))
        return "/".join(lines)
