"""A line about something that was done, beside the board for a while. A click takes it away at once."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from workbench.gui.look import Look
from workbench.gui.styles import card

SECONDS, WARNING_SECONDS = 5, 15


class Notice:
    """At most one line at a time; it survives that the window is made anew."""

    def __init__(self, root: tkinter.Misc) -> None:
        self.root = root
        self.text, self.warning = "", False
        self.timer = ""
        self.frame: ttk.Frame | None = None
        self.place: tuple[tkinter.Misc, Look, int] | None = None

    def stand_in(self, parent: tkinter.Misc, look: Look, width: int) -> None:
        """Where it is shown from now on: at the lower end of a column of this width."""
        self.place, self.frame = (parent, look, width), None
        self._show()

    def say(self, text: str, warning: bool = False) -> None:
        self.text, self.warning = text, warning
        if self.timer:
            self.root.after_cancel(self.timer)
        self.timer = self.root.after(1000 * (WARNING_SECONDS if warning else SECONDS), self.take_away)
        self._show()

    def take_away(self) -> None:
        if self.timer:
            self.root.after_cancel(self.timer)
        self.text, self.timer = "", ""
        self._show()

    def _show(self) -> None:
        if self.frame is not None:
            self.frame.destroy()
            self.frame = None
        if not self.text or self.place is None:
            return
        parent, look, width = self.place
        px = look.px
        self.frame = card(parent, look, active=True, padding=(14, 10))
        style = "CardWarning.TLabel" if self.warning else "CardText.TLabel"
        label = ttk.Label(self.frame, text=self.text, style=style, wraplength=width - px(32))
        label.pack(anchor="w")
        for widget in (self.frame, label):
            widget.bind("<Button-1>", lambda _: self.take_away())
        self.frame.place(x=0, relwidth=1.0, rely=1.0, anchor="sw")
        self.frame.lift()
        parent.after_idle(self._lift)

    def _lift(self) -> None:
        """Over what was made after it."""
        if self.frame is not None and self.frame.winfo_exists():
            self.frame.lift()
