"""Conversion of the rows in a position text: top to bottom, joined by "/", with numbers for runs of empty places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.system.translation import tr


class Rows(NamedTuple):
    """The notation of one board.

    Attributes:
        names: The names of the places, in rows from top to bottom.
        letters: The letters that describe pieces.
        separator: The separator of the entries in a row; "" if each entry is one letter.
    """

    names: Sequence[Sequence[str]]
    letters: str
    separator: str = ""

    def read(self, text: str) -> dict[str, str]:
        """Return the entry of each place that is not empty.

        The numbers of pieces are not checked.

        Raises:
            ValueError: The text does not fit the board.
        """
        lines = text.split("/")
        if len(lines) != len(self.names):
            raise ValueError(tr("the board has {count} rows", count=len(self.names)))
        entries_by_place = dict[str, str]()
        for line, names in zip(lines, self.names, strict=True):
            place = 0
            for entry in line.split(self.separator) if self.separator else re.findall("[0-9]+|.", line):
                if re.fullmatch("[0-9]{1,2}", entry):
                    place += int(entry)
                    continue
                if not entry or set(entry) - set(self.letters) or place >= len(names):
                    raise ValueError(tr("the row of {name} cannot be read", name=names[0]))
                entries_by_place[names[place]] = entry
                place += 1
            if place != len(names):
                raise ValueError(tr("the row of {name} has {count} places", name=names[0], count=len(names)))
        return entries_by_place

    def write(self, entries_by_place: Mapping[str, str]) -> str:
        """Return the text for the entries of the places."""
        lines = []
        for names in self.names:
            entries, empty = list[str](), 0
            for name in names:
                if entries_by_place.get(name):
                    entries += [str(empty)] * (empty > 0) + [entries_by_place[name]]
                    empty = 0
                else:
                    empty += 1
            lines.append(self.separator.join([*entries, *[str(empty)] * (empty > 0)]))
        return "/".join(lines)
