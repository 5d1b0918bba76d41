"""Signals about the window and its games, by which features communicate without knowing each other.

A feature connects to the signals that concern it; nobody calls a feature by name. All signals are told on Tk's thread.
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
    """Reports what went wrong, at a table or at the one that is shown."""

    def __call__(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
        table: Table | None = None,
        /,
    ) -> object: ...


class Signal(Generic[P]):
    """A list of listeners. One that raises is reported, and the others are called all the same."""

    def __init__(self, on_fault: OnFault, backwards: bool = False) -> None:
        """Report what listeners raise to `on_fault`. Call them in the order of connection, or `backwards`."""
        self._on_fault, self._backwards = on_fault, backwards
        self._listeners: list[Callable[P, object]] = []

    def connect(self, listener: Callable[P, object]) -> Callable[[], None]:
        """Call a listener from now on. Return the function that disconnects it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call every listener that was connected when this began."""
        for listener in self._listeners[:: -1 if self._backwards else 1]:
            try:
                listener(*args, **kwargs)
            except Exception as error:
                self._on_fault(type(error), error, error.__traceback__)


class Events:
    """The signals of the window and of its games. Listeners are called in the order of `FEATURES`, those of the base
    first.

    The window:
    polled: every few milliseconds, to receive the results of threads and processes.
    rebuilt: all widgets are new, since the look, the size or the kind of game changed.
    left: every feature must show its offers above the board again.
    rearranged: a card in the column appeared or disappeared.
    crowded: whether a card needs the space of the moves.
    started: the window is up for the first time.
    closing: the window is about to close; stop background work. Listeners are called in reverse order of connection.

    Games. `closed` and `begun` concern any open game, the others the one that is shown:
    shown: another game is shown, or the same game in another mode or with new widgets.
    begun: a table has another position, after a new game, an undo or a redo, or is shown again. The flag says whether
    another game begins; it is False for an opened game that replaces one.
    closed: the game left its tab.
    happened: a move was made; the flag says whether its events are animated.
    stepped: an event is being shown; the arguments are the event, all shown events of its turn, and a sentence.
    settling: the current position is about to be shown; replays and other temporary views end.
    settled: the current position is shown.
    noted: the move tree or the notes beside it changed.
    moves_wanted: show the card with the moves and give it the focus.
    touched: the person used the board or the sheet.
    pointed: the pointer or cursor is on a spot; the text says what a click would do. For a line beside the board, the
    spot is "" and the text is that of the line.
    refused: an action is impossible; the reason, and the spot ("" for none).
    writing_ends: unfinished text beside the board must be stored now.
    parted, met: a person (session and seat) gives the screen away, or receives it.
    covered: forget what one person typed, copied or pointed at before the next person sees the screen.
    """

    def __init__(self, on_fault: OnFault) -> None:
        self.polled = Signal[[]](on_fault)
        self.rebuilt = Signal[[]](on_fault)
        self.left = Signal[[]](on_fault)
        self.rearranged = Signal[[]](on_fault)
        self.crowded = Signal[[bool]](on_fault)
        self.started = Signal[[]](on_fault)
        self.closing = Signal[[]](on_fault, backwards=True)
        self.shown = Signal[[]](on_fault)
        self.begun = Signal[[Table, bool]](on_fault)
        self.closed = Signal[[Table]](on_fault)
        self.happened = Signal[[Batch, bool]](on_fault)
        self.stepped = Signal[[Event, Sequence[Event], str]](on_fault)
        self.settling = Signal[[]](on_fault)
        self.settled = Signal[[]](on_fault)
        self.noted = Signal[[]](on_fault)
        self.moves_wanted = Signal[[]](on_fault)
        self.touched = Signal[[]](on_fault)
        self.pointed = Signal[[str, str]](on_fault)
        self.refused = Signal[[str, str]](on_fault)
        self.writing_ends = Signal[[]](on_fault)
        self.parted = Signal[[Session, int]](on_fault)
        self.met = Signal[[Session, int]](on_fault)
        self.covered = Signal[[]](on_fault)
