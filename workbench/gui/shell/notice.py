"""A line about something that was done, beside the board for a while, or one about how things stand, with what may
be done next. A click takes it away at once."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.tips import Tip

SECONDS, WARNING_SECONDS = 5, 15
MOST_LINES = 3  # of text beside buttons
LEAST = 130  # pixels at 100 % that a line beside buttons needs


class StandingLine(NamedTuple):
    """A notice with buttons that stays until its condition ends. `of` distinguishes it from the same text about
    something else, `tip` is shown when the pointer rests on the details, and one that `stays` cannot be clicked
    away."""

    of: object
    text: str
    offers: Sequence[tuple[str, Callable[[], None]]]
    tip: str = ""
    stays: bool = False
    details: str = ""  # below the text


class Notice:
    """At most one line at a time; it survives that the window is made anew. What was done goes before how things
    stand."""

    def __init__(self, root: tkinter.Misc) -> None:
        self.root = root
        self.text, self.warning = "", False
        self.undone = False  # it says what was undone: it is no more so with the next decision
        self.standing: StandingLine | None = None
        self.seen: StandingLine | None = None  # it was taken away: it is not said again
        self.timer = ""
        self.frame: ttk.Frame | None = None
        self.place: tuple[tkinter.Misc, Look, int] | None = None
        self.above = False

    def stand_in(self, parent: tkinter.Misc, look: Look, width: int, above: bool = False) -> None:
        """Where it is shown from now on: at the lower end of a column of this width, or at its upper end."""
        self.place, self.above = (parent, look, width), above
        self._show()

    def say(self, text: str, warning: bool = False, undone: bool = False) -> None:
        self.text, self.warning, self.undone = text, warning, undone
        if self.timer:
            self.root.after_cancel(self.timer)
        self.timer = self.root.after(1000 * (WARNING_SECONDS if warning else SECONDS), self.take_away)
        self._show()

    def stand(self, standing: StandingLine | None) -> None:
        """Say this from now on, between the lines about what is done, until it is something else."""
        if standing is not None and self.standing is not None and standing[:2] == self.standing[:2]:
            return
        if standing is None:
            self.seen = None
        if standing != self.standing:
            self.standing = standing
            self._show()

    def decided(self) -> None:
        """Somebody has decided again: nothing is said any more of what was undone before."""
        if self.undone:
            self.take_away()

    def take_away(self) -> None:
        """Take the line away; what stands behind it is said again."""
        if self.timer:
            self.root.after_cancel(self.timer)
        self.text, self.timer, self.undone = "", "", False
        self._show()

    def _clicked(self) -> None:
        if not self.text and self.standing is not None and not self.standing.stays:
            self.seen = self.standing
        self.take_away()

    def _show(self) -> None:
        if self.frame is not None:
            self.frame.destroy()
            self.frame = None
        standing = self.standing if self.standing != self.seen else None
        if self.text and (
            self.warning or standing is None or not standing.stays
        ):  # a question goes before news, not before a warning
            standing = None
        text = standing.text if standing is not None else self.text
        if not text or self.place is None:
            return
        parent, look, width = self.place
        px = look.px
        self.frame = card(parent, look, active=True, padding=(14, 10))
        room = width - px(32)
        style = (
            "CardStrong.TLabel" if standing is not None else "CardWarning.TLabel" if self.warning else "CardText.TLabel"
        )
        label = ttk.Label(self.frame, text=text, style=style)
        offers = ttk.Frame(self.frame, style="Inner.TFrame")
        beside = room - self._offer(offers, standing, look, room)
        details: ttk.Label | None = None
        if standing is not None and standing.details:
            details = ttk.Label(self.frame, text=standing.details, style="CardText.TLabel", wraplength=room)
            Tip(look, details, lambda: standing.tip)
        wanted = label.winfo_reqwidth()
        if (
            details is not None or beside < min(px(LEAST), wanted) or wanted > MOST_LINES * beside
        ):  # the buttons go below the text
            label.configure(wraplength=room)
            label.pack(side="top", anchor="w")
            if details is not None:
                details.pack(side="top", anchor="w", pady=(px(2), 0))
            offers.pack(side="top", anchor="e", pady=(px(6), 0))
        else:
            label.configure(wraplength=beside)
            label.pack(side="left", anchor="w")
            offers.pack(side="right")
        for widget in (self.frame, label):
            widget.bind("<Button-1>", lambda _: self._clicked())
        self.frame.place(x=0, relwidth=1.0, rely=0.0 if self.above else 1.0, anchor="nw" if self.above else "sw")
        self.frame.lift()
        parent.after_idle(self._lift)

    @staticmethod
    def _offer(parent: ttk.Frame, standing: StandingLine | None, look: Look, room: int) -> int:
        """Make the buttons, in as many rows as they need, and return the width of one row for all of them."""
        gap, whole, used, row = look.px(8), 0, 0, ttk.Frame(parent, style="Inner.TFrame")
        row.pack(side="top", anchor="e")
        for words, call in standing.offers if standing is not None else ():
            button = ttk.Button(parent, text=words, style="House.TButton", command=call)
            width = button.winfo_reqwidth() + gap
            if used and used + width > room:
                row = ttk.Frame(parent, style="Inner.TFrame")
                row.pack(side="top", anchor="e", pady=(gap, 0))
                used = 0
            button.pack(in_=row, side="left", padx=(gap if used else 0, 0))
            button.lift()
            whole, used = whole + width, used + width
        return whole

    def _lift(self) -> None:
        """Over what was made after it."""
        if self.frame is not None and self.frame.winfo_exists():
            self.frame.lift()
