"""Rows above the board with an offer: a text, and buttons to its right."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk
from typing import Literal

from workbench.gui.look.look import Look

MIN = 60  # minimum width of the text in pixels


class BarRow(ttk.Frame):
    """A row with a text and buttons by label, packed at the top of its parent.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        text: The text.
        calls: The actions by button label.
        warning: Whether the text is a warning.
        fit: What to do with a text that is too long: "wrap" it, "shorten" it with "…", or "cut" it off.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, text: str, calls: dict[str, Callable[[], None]], warning: bool = False,
        fit: Literal["wrap", "shorten", "cut"] = "shorten",
    ) -> None:  # fmt: skip
        px = look.px
        super().__init__(parent, style="Inner.TFrame", padding=(px(20), px(5), px(16), px(5)))
        self.pack(fill="x")
        self.label = ttk.Label(
            self, text=text, style="CardWarning.TLabel" if warning else "CardText.TLabel", justify="left"
        )
        self.buttons: dict[str, ttk.Button] = {}
        for name, call in reversed(calls.items()):
            button = self.buttons[name] = ttk.Button(self, text=name, style="House.TButton", command=call)
            button.pack(side="right", padx=(px(8), 0))
        for name in calls:
            self.buttons[name].lift()  # Tab moves from left to right
        self.label.pack(side="left", fill="x", expand=True)
        used = sum(button.winfo_reqwidth() + px(8) for button in self.buttons.values()) + px(48)

        def fitted(event: tkinter.Event[tkinter.Misc]) -> None:
            room = max(MIN, event.width - used)
            if fit == "wrap":
                self.label.configure(wraplength=room)
            elif fit == "shorten":
                self.label.configure(text=look.shorten(text, "strong text", room))

        self.bind("<Configure>", fitted)


class Bar(ttk.Frame):
    """Rows above the board, with a line below them."""

    def __init__(self, parent: tkinter.Misc) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.rows: list[BarRow] = []
        ttk.Frame(self, style="Line.TFrame", height=1).pack(side="bottom", fill="x")
        self.pack(side="bottom", fill="x")
