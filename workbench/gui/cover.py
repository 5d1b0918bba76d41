"""What lies over the board while the screen goes from one person to another, in games where one must not see all."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.gui import words
from workbench.gui.look import Look
from workbench.gui.styles import card


class Cover(ttk.Frame):
    """Whom to hand the screen to, and a button for that person to say that they are there."""

    def __init__(self, parent: tkinter.Misc, look: Look, there: Callable[[], None]) -> None:
        super().__init__(parent, style="Window.TFrame")
        px = look.px
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        box = card(self, look, padding=(40, 32))
        box.grid(row=0, column=0)
        self.head = ttk.Label(box, style="CardName.TLabel")
        self.head.pack()
        ttk.Label(box, text=words.COVERED, style="CardSmall.TLabel").pack(pady=(px(8), px(20)))
        self.button = ttk.Button(box, style="Main.TButton", command=there)
        self.button.pack()
        self.button.bind("<Key-Return>", lambda _: self.button.invoke())

    def show(self, side: str) -> None:
        self.head.configure(text=words.hand_over(side))
        self.button.configure(text=words.there(side))

    def focus_set(self) -> None:
        self.button.focus_set()
