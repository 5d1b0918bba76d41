"""The default texts of a game without its own: the fields of its state, by name."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import CHANCE, OVER, Event, GameInfo
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point
from workbench.system.translation import tr, trn


def seat_name(info: GameInfo, seat: int) -> str:
    """Return the name of a seat, such as "Red"."""
    return info.sides[seat].capitalize() if seat < len(info.sides) else tr("Seat {seat}", seat=seat + 1)


def standings(point: Point) -> str:
    """Return the points of all seats, such as "Red 33, Blue 28"."""
    return ", ".join(f"{seat_name(point.info, seat)} {points}" for seat, points in enumerate(point.points()))


def join_words(parts: Sequence[str], word: str = "and") -> str:
    """Join words, such as "a, b and c"."""
    return f" {word} ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


class Words(game_words.Words):
    """Plain texts for any game."""

    def prompt(self, point: Point) -> str:
        """Return the player to move and the phase."""
        if point.actor == OVER:
            return tr("The game is over: {standings}.", standings=standings(point))
        if point.actor == CHANCE:
            return tr("Chance decides ({phase}).", phase=point.phase)
        choices = trn("{count} legal move", "{count} legal moves", len(point.moves()))
        return tr(
            "{side}'s turn to {phase}: {choices}.",
            side=seat_name(point.info, point.actor),
            phase=point.phase,
            choices=choices,
        )

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return the kind, places and values of the event."""
        player = seat_name(info, event.seat) if event.seat >= 0 else tr("Chance")
        values = " ".join(f"{key} {value}" for key, value in event.values.items())
        return f"{player}: {' '.join(part for part in (event.kind, *event.where, values) if part)}."

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return the move texts."""
        return " ".join(moves)

    def render_text(self, point: Point) -> str:
        """Return a list of the fields. A board has a line for each row."""
        width = max(map(len, point.fields))
        rows = {field.name: "\n" + " " * (width + 2) for field in point.info.fields if field.kind == "board"}
        lines = [f"{name:<{width}}  {text.replace('/', rows.get(name, '/'))}" for name, text in point.fields.items()]
        return "\n".join([*lines, "", self.prompt(point)])
