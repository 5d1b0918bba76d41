"""The top of the page Review: what is the case, and the one button that goes with it."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.widgets.tips import Tip

LEAST = 50  # pixels that a line of words has at least


class ReviewHead:
    """`button` is at the right of the words, or, where it is what somebody comes here for, below them and in the colour of that."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        self.look = look
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.words = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")
        self.words.grid(row=0, column=0, sticky="ew")
        self.words.bind("<Configure>", lambda event: self.words.configure(wraplength=max(LEAST, event.width)))
        self.button = ttk.Button(self.frame, style="House.TButton", takefocus=1)
        self.tips = {self.words: "", self.button: ""}
        for widget in (self.words, self.button):
            Tip(look, widget, lambda widget=widget: self.tips[widget])  # type: ignore[misc]

    def say(self, text: str, tip: str = "") -> None:
        """Say what is the case, "" for nothing."""
        self.words.configure(text=text)
        self.tips[self.words] = tip
        if text:
            self.frame.grid()
        else:
            self.frame.grid_remove()

    def offer(self, label: str, call: Callable[[], None] | None = None, main: bool = False, tip: str = "") -> None:
        """Put this on the button; without words there is none."""
        self.tips[self.button] = tip
        if not label:
            self.button.grid_remove()
            return
        px = self.look.px
        self.button.configure(text=label, command=call or (lambda: None), style="Main.TButton" if main else "House.TButton")
        if main:
            self.button.grid(row=1, column=0, sticky="w", padx=0, pady=(px(12), 0))
        else:
            self.button.grid(row=0, column=1, sticky="ne", padx=(px(8), 0), pady=0)
