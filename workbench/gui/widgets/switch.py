"""A small switch of a few words in one row, of which one is on."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from workbench.gui.look.look import Look


class Segments:
    """`choose` is called with the name of the word that was clicked."""

    def __init__(self, parent: tkinter.Misc, look: Look, parts: Sequence[tuple[str, str]], choose: Callable[[str], None]) -> None:
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.buttons = {}
        for number, (name, text) in enumerate(parts):
            button = ttk.Button(self.frame, text=text, style="Page.TButton", command=partial(choose, name))
            button.grid(row=0, column=number, padx=(look.px(2) if number else 0, 0))
            self.buttons[name] = button

    def show(self, name: str) -> None:
        for other, button in self.buttons.items():
            button.state(("selected" if other == name else "!selected",))

    def label(self, name: str, text: str) -> None:
        if self.buttons[name].cget("text") != text:
            self.buttons[name].configure(text=text)
