"""Signals about the window and its games, so that features can communicate without knowing each other.

All signals are emitted on Tk's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Generic, ParamSpec, Protocol

from fastcore import Event
from workbench.game.session import Session
from workbench.table.audience import Batch
from workbench.table.table import Table

P = ParamSpec("P")


class OnFault(Protocol):
    """A function that reports an exception at a table, by default the shown table."""

    def __call__(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
        table: Table | None = None,
        /,
    ) -> object:
        """Report an exception."""


class Signal(Generic[P]):
    """A list of listeners. If one raises, the exception is reported and the rest are still called.

    Args:
        on_fault: Receives the exceptions of listeners.
        backwards: Whether to call listeners in reverse order of connection.
    """

    def __init__(self, on_fault: OnFault, backwards: bool = False) -> None:
        self._on_fault, self._backwards = on_fault, backwards
        self._listeners: list[Callable[P, object]] = []

    def connect(self, listener: Callable[P, object]) -> Callable[[], None]:
        """Add a listener. Return the function that disconnects it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call every listener connected at the start of the call."""
        for listener in self._listeners[:: -1 if self._backwards else 1]:
            try:
                listener(*args, **kwargs)
            except Exception as error:
                self._on_fault(type(error), error, error.__traceback__)


class Events:
    """The signals of the window and its games.

    Listeners are called in the order of `FEATURES`, after those of the shell and the tabs. `game_closed` and
    `position_changed` concern any open game. All signals listed after `game_shown` concern the shown game.

    Attributes:
        polled: Emitted every few milliseconds, to receive the results of threads and processes.
        rebuilt: All widgets are new, because the look, the size or the kind of game changed.
        offers_needed: Every feature must show its offers again.
        rearranged: A card in the column appeared or disappeared.
        crowded: Another card needs the space of the moves (flag True), or no longer needs it.
        started: The window is shown for the first time.
        closing: The window is about to close; stop background work. Listeners are called in reverse order.
        position_changed: A table has another position, after a new game, an undo or a redo, or is shown again. The flag
            says whether another game begins; it is False for an opened game that replaces a game.
        game_closed: A game left its tab.
        game_shown: Another game is shown, or the same game in another mode or with new widgets.
        move_made: A move was made; the flag says whether its events are animated.
        event_shown: An event is being shown. The arguments are the event, all shown events of its turn, and a sentence.
        settling: The current position is about to be shown; replays and other temporary views end.
        settled: The current position is shown.
        tree_changed: The move tree or its notes changed.
        moves_wanted: The card with the moves must be shown and focused.
        board_used: The person used the board or the sheet.
        spot_pointed: The pointer or cursor is on a spot. The text describes the effect of a click. For a line beside
            the board, the spot is "" and the text is the text of the line.
        action_refused: An action is impossible. The arguments are the reason and the spot ("" for none).
        writing_ends: Unfinished text beside the board must be stored now.
        person_left: A person (session and seat) hands over the screen.
        person_came: A person (session and seat) receives the screen.
        screen_covered: Private input, such as typed or copied text, must be cleared before the next person sees the
            screen.
    """

    def __init__(self, on_fault: OnFault) -> None:
        self.polled = Signal[[]](on_fault)
        self.rebuilt = Signal[[]](on_fault)
        self.offers_needed = Signal[[]](on_fault)
        self.rearranged = Signal[[]](on_fault)
        self.crowded = Signal[[bool]](on_fault)
        self.started = Signal[[]](on_fault)
        self.closing = Signal[[]](on_fault, backwards=True)
        self.game_shown = Signal[[]](on_fault)
        self.position_changed = Signal[[Table, bool]](on_fault)
        self.game_closed = Signal[[Table]](on_fault)
        self.move_made = Signal[[Batch, bool]](on_fault)
        self.event_shown = Signal[[Event, Sequence[Event], str]](on_fault)
        self.settling = Signal[[]](on_fault)
        self.settled = Signal[[]](on_fault)
        self.tree_changed = Signal[[]](on_fault)
        self.moves_wanted = Signal[[]](on_fault)
        self.board_used = Signal[[]](on_fault)
        self.spot_pointed = Signal[[str, str]](on_fault)
        self.action_refused = Signal[[str, str]](on_fault)
        self.writing_ends = Signal[[]](on_fault)
        self.person_left = Signal[[Session, int]](on_fault)
        self.person_came = Signal[[Session, int]](on_fault)
        self.screen_covered = Signal[[]](on_fault)
