"""The proposals of fixes for the board, the Herbs and the numbers of invalid Herbs positions."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from fastcore import Problem
from fastcore.games.herbs.text.reading import Reading
from fastcore.games.herbs.text.texts import (
    FACINGS,
    MOST_BLACK,
    MOST_WHITE,
    PITS,
    SIDE,
    SQUARE_OF,
    SQUARES,
    herb_seat,
    hidden_from,
    row_text,
)
from workbench.boards.kit.fixes import nearest, proposals
from workbench.boards.kit.fixes.proposals import Change, change_rows
from workbench.system.translation import tr

DEFAULT_PARTS = {"herbs": "-", "ap": "0", "points": "0", "piles": f"{MOST_WHITE}w{MOST_BLACK}b"}


class FieldProposals(proposals.Proposals):
    """The proposals for the problems of all fields except the phase."""

    FORMS: ClassVar = {
        "board": "[0-9wb/]{11,}",
        "herbs": "[^,]+(?:,[^,]+){3}",
        "ap": "[0-9]+,[0-9]+",
        "piles": "[0-9]+w[0-9]+b,[0-9]+w[0-9]+b",
        "points": "[0-9]+,[0-9]+",
        "tie": "[12]",
        "round": "[0-9]+",
        "idle": "[0-3]",
        "phase": "over|(?:write|bid):.*",
    }

    @cached_property
    def reading(self) -> Reading:
        """The fields as parsed by the game."""
        hidden = (False, False) if self.seat is None else hidden_from(self.seat)
        return Reading(self.line, int(self.options["actions"]), int(self.options["rounds"]), hidden)

    @cached_property
    def start_fields(self) -> Mapping[str, str]:
        """The default texts of the fields, with an empty board."""
        board = "/".join([str(SIDE)] * SIDE)
        return {**{field.name: field.default for field in self.start.info.fields}, "board": board}

    def replace(self, words: str, problem: Problem, new: str) -> Change:
        """Return a change that replaces the text of a problem."""
        start, end = self.span_in_field(problem)
        text = self.parts[problem.field]
        return words, {problem.field: text[:start] + new + text[end:]}

    def text_of(self, problem: Problem) -> str:
        """Return the text of a problem."""
        start, end = self.span_in_field(problem)
        return self.parts[problem.field][start:end]

    def fix_part_count(self, problem: Problem, separator: str, number: int) -> list[Change]:
        """Propose adding or leaving out parts until their number is correct."""
        field, text = problem.field, self.parts[problem.field]
        if field == "board":
            return [change_rows(field, text.split("/"), [SIDE] * SIDE, lambda row, _length: nearest_row(row))]
        parts, default = text.split(separator), DEFAULT_PARTS[field]
        missing = number - len(parts)
        words = (
            tr("add {default} for the missing parts", default=default) if missing > 0 else tr("remove the extra parts")
        )
        return [(words, {field: separator.join((parts + [default] * number)[:number])})]

    # The board --------------------------------------------------------------------------------------------------------

    def fix_row_text(self, problem: Problem, row: int) -> list[Change]:
        """Propose replacing the row by the nearest valid row."""
        new = nearest_row(self.text_of(problem))
        return [self.replace(tr("change row {row} to {new}", row=row, new=new), problem, new)]

    fix_row_length = fix_row_text

    def fix_stone_on_pit(self, problem: Problem, square: int) -> list[Change]:
        """Propose removing the stone from the pit."""
        assert self.reading.stones is not None
        start = square - square % SIDE
        stones = list(self.reading.stones[start : start + SIDE])
        stones[square - start] = ""
        return [self.replace(tr("remove the stone from {square}", square=SQUARES[square]), problem, row_text(stones))]

    def fix_herb_text(self, problem: Problem, herb: int) -> list[Change]:
        """Propose the square that the text names, or removing the Herb."""
        new = nearest_herb(self.text_of(problem), herb)
        changes = [self.replace(tr("put Herb {herb} on {new}", herb=herb, new=new[:-1]), problem, new)] if new else []
        return [*changes, self._remove_herb(problem, herb)]

    def fix_herb_on_pit(self, problem: Problem, herb: int) -> list[Change]:
        """Propose moving the Herb to the nearest free square, or removing it."""
        changes = [self._remove_herb(problem, herb)]
        stones, herbs = self.reading.stones, self.reading.herbs
        if stones and herbs:
            taken = {other[0] for other in herbs if other is not None}
            square = nearest_free_square(SQUARE_OF[problem.cells[0]], stones, taken)
            if square:
                new = square + self.text_of(problem)[-1]
                changes.insert(
                    0, self.replace(tr("move Herb {herb} to {square}", herb=herb, square=square), problem, new)
                )
        return changes

    fix_herb_on_stone = fix_herb_on_pit
    fix_herb_on_herb = fix_herb_on_pit

    def _remove_herb(self, problem: Problem, herb: int) -> Change:
        return self.replace(tr("remove Herb {herb}", herb=herb), problem, "-")

    # Numbers ----------------------------------------------------------------------------------------------------------

    def fix_number_text(self, problem: Problem, least: int, most: int) -> list[Change]:
        """Propose the nearest number."""
        new = str(nearest.number(self.text_of(problem), least, most))
        return [self.replace(tr("change to {new}", new=new), problem, new)]

    def fix_number_range(self, problem: Problem, least: int, most: int) -> list[Change]:
        """Propose the limit that the number violates."""
        limit = str(nearest.number(self.text_of(problem).lstrip("0"), least, most))
        changes = [self.replace(tr("change to {limit}", limit=limit), problem, limit)]
        if problem.field == "idle":  # the highest number is only for games that are over
            changes += [self.replace(tr("change to {most}", most=most - 1), problem, str(most - 1))]
        return changes

    def fix_leading_zeros(self, problem: Problem, least: int, most: int) -> list[Change]:
        """Propose the number without leading zeros."""
        return [self.replace(tr("remove the leading zeros"), problem, self.text_of(problem).lstrip("0") or "0")]

    def fix_pile_text(self, problem: Problem) -> list[Change]:
        """Propose the nearest pile."""
        new = nearest_pile(self.text_of(problem))
        return [self.replace(tr("change to {new}", new=new), problem, new)]

    fix_pile_limit = fix_pile_text

    def fix_tie_seat(self, problem: Problem) -> list[Change]:
        """Propose giving the token to either seat."""
        return [(tr("give the token to seat {seat}", seat=seat), {"tie": seat}) for seat in ("1", "2")]

    def fix_idle_limit(self, problem: Problem) -> list[Change]:
        """Propose counting 2 idle rounds, or ending the game."""
        return [(tr("change to 2 rounds"), {"idle": "2"}), (tr("end the game"), {"phase": "over"})]


def nearest_row(text: str) -> str:
    """Return the valid row of the board that is nearest to a text."""
    return row_text(nearest.row(text, "wb", SIDE))


def nearest_herb(text: str, herb: int) -> str:
    """Return the square and facing of a Herb that are nearest to a text, or "" if the text names no square."""
    found = re.match("([A-Ka-k])([0-9]{1,2})", text)
    facing = next((letter for letter in text[:20] if letter in FACINGS), FACINGS[2 * herb_seat(herb)])
    if found is None or not 1 <= int(found[2]) <= SIDE:
        return ""
    return f"{found[1].upper()}{int(found[2])}{facing}"


def nearest_free_square(square: int, stones: Sequence[str], taken: Container[int]) -> str:
    """Return the free square that is nearest to another square, or "" if there is none.

    Args:
        square: The number of the square.
        stones: The stones by square, "" for none.
        taken: The squares of the Herbs.
    """

    def distance(other: int) -> tuple[int, int]:
        return abs(other // SIDE - square // SIDE) + abs(other % SIDE - square % SIDE), other

    free = (other for other in range(len(SQUARES)) if other not in PITS and other not in taken and not stones[other])
    found = min(free, key=distance, default=None)
    return "" if found is None else SQUARES[found]


def nearest_pile(text: str) -> str:
    """Return the valid pile that is nearest to a text."""
    numbers = re.findall("[0-9]+", text[:40])
    counts = []
    for place, (colour, most) in enumerate((("w", MOST_WHITE), ("b", MOST_BLACK))):
        found = re.search(f"([0-9]+){colour}", text[:40])
        count = found[1] if found else numbers[place] if place < len(numbers) else str(most if not numbers else 0)
        counts.append(f"{min(int(count), most)}{colour}")
    return "".join(counts)
