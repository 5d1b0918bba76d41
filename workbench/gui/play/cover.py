"""What lies over the board while the screen goes from one person to another, in games where one must not see all,
and the button for whoever has read what their move did."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.boards.kit.choices import Choice
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.play import words as play_words
from workbench.gui.widgets.keys import ALT, CONTROL, on_enter

HAND_OVER = Choice("hand over", play_words.HAND_OVER, "O")  # stands with the buttons beside the board


class Cover(ttk.Frame):
    """Whom to hand the screen to, and a button for that person to say that they are there."""

    def __init__(self, parent: tkinter.Misc, look: Look, there: Callable[[], None]) -> None:
        super().__init__(parent, style="Window.TFrame")
        px = look.px
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        box = card(self, look, padding=(40, 32))
        box.grid(row=0, column=0)
        self.head = ttk.Label(box, style="CardName.TLabel", justify="center")
        self.head.pack()
        self.bind(
            "<Configure>",
            lambda event: self.head.configure(wraplength=max(px(120), min(px(520), event.width - px(96)))),
        )
        ttk.Label(box, text=play_words.COVER_NOTE, style="CardSmall.TLabel").pack(pady=(px(8), px(20)))
        self.button = ttk.Button(box, style="Main.TButton", command=there)
        self.button.pack()
        self.held = False  # a key that was struck for something else is still down
        self.released: object = None  # when which key came up last
        on_enter(self.button, self._pressed, "space")
        self.button.bind("<KeyRelease>", self._released)

    def _pressed(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        """Enter or Space says that the person is there: not with Ctrl or Alt, and not a key that has been down since
        before."""
        other = isinstance(event.state, int) and bool(event.state & (CONTROL | ALT))
        # X repeats a held key as a release and a press with the same time.
        fresh = not self.held and self.released != (
            event.keycode,
            event.time,
        )
        self.held = other or not fresh
        if not self.held:
            self.button.invoke()
        return None if other and event.keysym != "space" else "break"

    def _released(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.held, self.released = False, (event.keycode, event.time)

    def show(self, side: str, task: str) -> None:
        self.head.configure(text=play_words.hand_over(side, task))
        self.button.configure(text=play_words.there(side))

    def focus_set(self) -> None:
        self.button.focus_set()
