"""The windows that are open beside the main window or over it."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk
from typing import Protocol, runtime_checkable


class OverPage(ttk.Frame):
    """A page that covers the whole window."""

    def give_way(self) -> None:
        """Close, because something else must be visible now."""
        raise NotImplementedError


@runtime_checkable
class Remade(Protocol):
    """A page that is made anew when the look changes, and then shows what the old one showed."""

    def memory(self) -> object: ...
    def recall(self, memory: object) -> None: ...


class Pages:
    """What is open beside the main window or over it, at most one of each kind."""

    def __init__(self) -> None:
        self.open: dict[str, tkinter.Misc] = {}
        self.makers: dict[str, Callable[[], tkinter.Misc]] = {}

    @property
    def over(self) -> OverPage | None:
        """The page that covers the whole window, or None. It receives all keys."""
        return next((page for page in self.open.values() if isinstance(page, OverPage) and page.winfo_exists()), None)

    def show(self, kind: str, make: Callable[[], tkinter.Misc]) -> None:
        """Bring a page to the front, made anew."""
        old = self.open.pop(kind, None)
        if old is not None and old.winfo_exists():
            old.destroy()
        self.makers[kind] = make
        self.open[kind] = make()

    def again(self) -> None:
        """Make the open pages anew, as after a change of the look, and show the same part of them."""
        for kind, old in list(self.open.items()):
            if isinstance(old, Remade) and old.winfo_exists():
                memory = old.memory()
                self.show(kind, self.makers[kind])
                fresh = self.open[kind]
                assert isinstance(fresh, Remade)
                fresh.recall(memory)

    def close(self) -> None:
        for page in self.open.values():
            if page.winfo_exists():
                page.destroy()
        self.open.clear()
