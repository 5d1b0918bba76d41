"""What features are told about the window and its games, without knowing who tells them.

A feature connects to the signals that concern it; nobody calls a feature by name. All signals are told on Tk's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Generic, ParamSpec, Protocol

from workbench.table.table import Table

P = ParamSpec("P")


class OnFault(Protocol):
    """Reports what went wrong, at a table or at the one that is shown."""

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, table: Table | None = None, /
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
    """The signals of the window.

    polled: every few milliseconds, to take in what threads and processes have brought.
    settled: the position is shown as it is, with nothing left to animate.
    noted: the tree of moves, or what is said beside it, is another one.
    left: files or matches of an earlier run may be offered.
    closing: the window is about to close; end what works in the background. Told in reverse order of connection.
    """

    def __init__(self, on_fault: OnFault) -> None:
        self.polled = Signal[[]](on_fault)
        self.settled = Signal[[]](on_fault)
        self.noted = Signal[[]](on_fault)
        self.left = Signal[[]](on_fault)
        self.closing = Signal[[]](on_fault, backwards=True)
