"""A menu that is opened at a place: each new one takes the place of the last, which the toolkit would keep."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.look.styles import menu as new_menu


class Choice(NamedTuple):
    label: str
    call: Callable[[], None]
    key: str = ""
    open: bool = True  # whether it can be chosen now


class Popup:
    def __init__(self) -> None:
        self.menu: tkinter.Menu | None = None

    def open(self, parent: tkinter.Misc, look: Look, choices: Iterable[Choice], x: int, y: int) -> None:
        """Open it with its corner at this place of the screen."""
        self.close()
        self.menu = new_menu(parent.winfo_toplevel(), look)
        for choice in choices:
            state = "normal" if choice.open else "disabled"
            self.menu.add_command(label=choice.label, command=choice.call, accelerator=choice.key, state=state)  # type: ignore[arg-type]
        self.menu.tk_popup(x, y)

    def close(self) -> None:
        if self.menu is not None:
            self.menu.destroy()
            self.menu = None
