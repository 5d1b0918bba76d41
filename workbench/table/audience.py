"""What a table tells of, and whom."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from fastcore import Event
from workbench.seen.screen import Sitting


class Batch(NamedTuple):
    """What one move did, to be shown step by step, and the points after it."""

    turn: int
    events: tuple[Event, ...]
    points: tuple[int, ...]


class Plan(NamedTuple):
    """What a bot meant to play when its turn began, and its value and simulations at its last decision."""

    seat: int
    turn: int
    moves: tuple[str, ...]
    value: float
    simulations: int


class Audience(Protocol):
    """Who is told what happens at the table."""

    def begun(self) -> None:
        """Another position stands there: after a new game, an undo or a redo."""

    def happened(self, batch: Batch) -> None:
        """A move was made."""

    def changed(self) -> None:
        """Something else is different: a bot began, reported or ended, or there is advice."""

    def ticked(self) -> None:
        """Some time has passed: what clocks show may be different."""

    def helped(self, move: str) -> bool:
        """A bot chose a move for a person; whether it was taken to be made later."""

    def said(self, text: str) -> None:
        """Something went wrong that can be said in a sentence."""

    def warned(self, text: str) -> None:
        """Report an event that does not stop the game, such as the end of a bot's process."""

    @property
    def sitting(self) -> Sitting:
        """Who sits before the screen."""

    @property
    def pace(self) -> float:
        """Seconds between the moves of bots that play alone."""

    @property
    def on_show(self) -> bool:
        """Whether this is the game on the screen."""

    @property
    def behind(self) -> int:
        """The batches not yet shown."""
