"""The cover over the board while the screen passes to another person, in games with hidden information."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.boards.kit.choices import Choice
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.play import words as play_words
from workbench.gui.widgets.keys import ALT, CONTROL, on_enter

HAND_OVER = Choice("hand over", play_words.HAND_OVER, "")  # shown with the buttons beside the board


class Cover(ttk.Frame):
    """A cover that names the next person and has a button for them to confirm.

    Args:
        parent: The window's body.
        look: Scale and fonts.
        confirm: Called when the person confirms.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, confirm: Callable[[], None]) -> None:
        super().__init__(parent, style="Window.TFrame")
        px = self.px = look.px
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        box = card(self, look, padding=(40, 32))
        box.grid(row=0, column=0)
        self.news = ttk.Label(box, style="CardStrong.TLabel", justify="center")
        self.head = ttk.Label(box, style="CardName.TLabel", justify="center")
        self.head.pack()
        self.bind(
            "<Configure>",
            lambda event: self._wrap(max(px(120), min(px(520), event.width - px(96)))),
        )
        ttk.Label(box, text=play_words.COVER_NOTE, style="CardSmall.TLabel").pack(pady=(px(8), px(20)))
        self.button = ttk.Button(box, style="Main.TButton", command=confirm)
        self.button.pack()
        self.key_down = False  # whether a key pressed before the cover appeared is still down
        self.last_release: object = None  # keycode and time of the last key release
        on_enter(self.button, self._pressed, "space")
        self.button.bind("<KeyRelease>", self._released)

    def _wrap(self, width: int) -> None:
        self.head.configure(wraplength=width)
        self.news.configure(wraplength=width)

    def _pressed(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        """Confirm with Enter or Space.

        The key is ignored with Ctrl or Alt, or if it was down before the cover appeared.
        """
        modified = isinstance(event.state, int) and bool(event.state & (CONTROL | ALT))
        # X repeats a held key as a release and a press with the same time.
        fresh = not self.key_down and self.last_release != (
            event.keycode,
            event.time,
        )
        self.key_down = modified or not fresh
        if not self.key_down:
            self.button.invoke()
        return None if modified and event.keysym != "space" else "break"

    def _released(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.key_down, self.last_release = False, (event.keycode, event.time)

    def show(self, side: str, task: str, news: str = "") -> None:
        """Show who gets the screen, and for which task.

        Args:
            side: The name of the next person.
            task: Their task, such as "to write a plan", or "".
            news: What the round that has just ended revealed to everyone, or "".
        """
        self.news.configure(text=news)
        if news:
            self.news.pack(before=self.head, pady=(0, self.px(12)))
        else:
            self.news.pack_forget()
        self.head.configure(text=play_words.hand_over(side, task))
        self.button.configure(text=play_words.confirm_label(side))

    def focus_set(self) -> None:
        """Give the focus to the button."""
        self.button.focus_set()
