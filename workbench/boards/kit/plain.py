"""The words for a game that has none of its own: the fields of its state, by their names."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import CHANCE, OVER, Event, GameInfo
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point


def side(info: GameInfo, seat: int) -> str:
    """The name of a seat, as in "Red"."""
    return info.sides[seat].capitalize() if seat < len(info.sides) else f"Seat {seat + 1}"


def standings(point: Point) -> str:
    """The points of all seats, as in "Red 33, Blue 28"."""
    return ", ".join(f"{side(point.info, seat)} {points}" for seat, points in enumerate(point.points()))


def listed(parts: Sequence[str], word: str = "and") -> str:
    """As in "a, b and c"."""
    return f" {word} ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


class Words(game_words.Words):
    def expects(self, point: Point) -> str:
        if point.actor == OVER:
            return f"The game is over: {standings(point)}."
        if point.actor == CHANCE:
            return f"Chance decides ({point.phase})."
        return f"{side(point.info, point.actor)} must choose: {point.phase} ({len(point.moves())} moves)."

    def tell(self, info: GameInfo, event: Event) -> str:
        who = side(info, event.seat) if event.seat >= 0 else "Chance"
        values = " ".join(f"{key} {value}" for key, value in event.values.items())
        return f"{who}: {' '.join(part for part in (event.kind, *event.where, values) if part)}."

    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        return " ".join(moves)

    def text(self, point: Point) -> str:
        width = max(map(len, point.fields))
        lines = [f"{name:<{width}}  {text}" for name, text in point.fields.items()]
        return "\n".join([*lines, "", self.expects(point)])
