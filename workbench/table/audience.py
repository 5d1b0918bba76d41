"""The interface between a table and the window or terminal that shows its game."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from fastcore import Event
from workbench.seen.shared_screen import ScreenOwner

Purpose = Literal["turn", "advice", "help"]  # what a search is for: the bot's own move, a hint, or a move for a person


class Batch(NamedTuple):
    """The events of one move, to be shown step by step.

    Args:
        turn: The turn of the move.
        events: The events.
        points: The points of all seats after the events.
    """

    turn: int
    events: tuple[Event, ...]
    points: tuple[int, ...]


class Plan(NamedTuple):
    """The moves that a bot planned at the start of its turn.

    Args:
        seat: The seat of the bot.
        turn: The turn.
        moves: The moves.
        value: The payoff, -1 to 1, that the bot expected at its last decision.
        simulations: The number of simulations of that decision.
    """

    seat: int
    turn: int
    moves: tuple[str, ...]
    value: float
    simulations: int


class Audience(Protocol):
    """The display of one table. The table calls its methods when the game changes."""

    def show_position(self) -> None:
        """Show another position, for example after a new game, an undo or a redo."""

    def show_move(self, batch: Batch) -> None:
        """Show a move that was played."""

    def refresh(self) -> None:
        """Refresh everything but the position, because a bot started, reported or finished."""

    def refresh_clocks(self) -> None:
        """Refresh the clocks."""

    def receive_help(self, move: str) -> bool:
        """Receive a move that a bot chose for a person. Return whether the audience keeps it to play later."""

    def report_bot_failure(self, purpose: Purpose, reason: str) -> None:
        """Report that a bot failed."""

    def warn(self, text: str) -> None:
        """Report an event that does not stop the game, such as a restart of a bot's process."""

    @property
    def screen_owner(self) -> ScreenOwner:
        """The person at the screen."""

    @property
    def pace(self) -> float:
        """The time between moves when only bots play, in seconds."""

    @property
    def on_show(self) -> bool:
        """Whether the screen shows this game."""

    @property
    def behind(self) -> int:
        """The number of batches not yet shown."""

    @property
    def holds_game(self) -> bool:
        """Whether chance and bots must wait, and the person who moved keeps the screen, until `Table.go_on`."""
