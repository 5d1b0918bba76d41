"""The open windows beside the main window, and pages over it."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk
from typing import Protocol, runtime_checkable


class OverPage(ttk.Frame):
    """A page that covers the whole window."""

    def make_room(self) -> None:
        """Close the page, because the window under it must be visible."""
        raise NotImplementedError


@runtime_checkable
class Rebuildable(Protocol):
    """A page that is rebuilt when the look changes and then shows the same part as before."""

    def save_view(self) -> object:
        """Return the state of the view, for `restore_view`."""

    def restore_view(self, memory: object) -> None:
        """Restore the state that `save_view` returned."""


class Pages:
    """The open pages, at most one of each kind."""

    def __init__(self) -> None:
        self.open: dict[str, tkinter.Misc] = {}
        self.makers: dict[str, Callable[[], tkinter.Misc]] = {}

    @property
    def over(self) -> OverPage | None:
        """The page that covers the whole window, or None. It receives all keys."""
        return next((page for page in self.open.values() if isinstance(page, OverPage) and page.winfo_exists()), None)

    def show(self, kind: str, make: Callable[[], tkinter.Misc]) -> None:
        """Open a page in front, replacing an open one of the same kind."""
        old = self.open.pop(kind, None)
        if old is not None and old.winfo_exists():
            old.destroy()
        self.makers[kind] = make
        self.open[kind] = make()

    def rebuild(self) -> None:
        """Rebuild the open pages after a change of the look, and restore their views."""
        for kind, old in list(self.open.items()):
            if isinstance(old, Rebuildable) and old.winfo_exists():
                memory = old.save_view()
                self.show(kind, self.makers[kind])
                new = self.open[kind]
                assert isinstance(new, Rebuildable)
                new.restore_view(memory)

    def close(self) -> None:
        """Close all pages."""
        for page in self.open.values():
            if page.winfo_exists():
                page.destroy()
        self.open.clear()
