"""The default texts of a game without its own: the fields of its state, by name."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import OVER, Event, GameInfo
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point
from workbench.boards.kit.game_words import seat_name, standings
from workbench.system.translation import tr, trn


class Words(game_words.Words):
    """Plain texts for any game."""

    def instruction(self, point: Point) -> str:
        """Return the phase and the number of moves."""
        if point.actor < 0:
            return ""
        choices = trn("{count} legal move", "{count} legal moves", len(point.moves()))
        return tr("{phase} ({choices})", phase=point.phase, choices=choices)

    def situation(self, point: Point) -> str:
        """Return the phase that chance decides, or the result."""
        if point.actor == OVER:
            return tr("The game is over: {standings}.", standings=standings(point))
        return tr("Chance decides ({phase}).", phase=point.phase)

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
