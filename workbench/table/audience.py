"""What a table tells the window or the terminal that shows its game, and what it asks of them."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from fastcore import Event
from workbench.seen.shared_screen import Sitting

Purpose = Literal["turn", "advice", "help"]  # why a bot thinks: for its own move, for advice, for a person's move


class Batch(NamedTuple):
    """The events of one move, to be shown step by step, and the points after it."""

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
    """Shows the game of one table, and is called when it changes."""

    def begun(self) -> None:
        """Show another position, after a new game, an undo or a redo."""

    def happened(self, batch: Batch) -> None:
        """Show a move that was made."""

    def changed(self) -> None:
        """Show that something else is different: a bot began, reported or ended, or there is advice."""

    def ticked(self) -> None:
        """Show the clocks again."""

    def helped(self, move: str) -> bool:
        """Take a move that a bot chose for a person. Return whether it is kept to be made later."""

    def bot_failed(self, purpose: Purpose, reason: str) -> None:
        """Report that a bot failed."""

    def warned(self, text: str) -> None:
        """Report an event that does not stop the game, such as the end of a bot's process."""

    @property
    def sitting(self) -> Sitting:
        """The person at the screen."""

    @property
    def pace(self) -> float:
        """Seconds between the moves of bots that play alone."""

    @property
    def on_show(self) -> bool:
        """Whether the screen shows this game."""

    @property
    def behind(self) -> int:
        """The number of batches not yet shown."""
