"""Notices: messages that disappear after a while, and lasting ones with buttons.

A message is shown in the status bar, where it covers nothing. Only warnings, long messages and lasting notices are
cards over the column beside the board.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.bar import GAP, button_rows
from workbench.gui.widgets.texts import keep_width
from workbench.gui.widgets.tips import Tip
from workbench.system.translation import core

SECONDS, WARNING_SECONDS = 5, 15
MAX_LINES = 3  # maximum lines of text beside buttons
MIN = 130  # minimum width of text beside buttons, in pixels at 100 %


class LastingNotice(NamedTuple):
    """A notice with buttons that stays until its condition ends.

    Args:
        subject: The subject. Notices with equal subject and text are the same notice.
        text: The text.
        offers: The labels and functions of the buttons.
        tip: The tip of the details.
        stays: Whether the notice stays when it is clicked.
        details: Further text below the first.
        labels: All values of the labels that change. Their buttons keep the width of the longest.
    """

    subject: object
    text: str
    offers: Sequence[tuple[str, Callable[[], None]]]
    tip: str = ""
    stays: bool = False
    details: str = ""
    labels: Sequence[str] = ()


class Notice:
    """The place for notices, which shows at most one card at a time.

    A message in a card covers a lasting notice for some seconds. The notice survives a rebuild of the window. Owned by
    the `Shell`.

    Args:
        root: The Tk root.
        tell: Shows a message outside the cards, or removes it if it is "". Returns whether there is room for it.
    """

    def __init__(self, root: tkinter.Misc, tell: Callable[[str], bool]) -> None:
        self.root, self.tell = root, tell
        self.text, self.warning = "", False
        self.undone = False  # whether the message is about an undo, and so obsolete after the next decision
        self.lasting: LastingNotice | None = None
        self.dismissed: LastingNotice | None = None  # dismissed by the user, so not shown again
        self.timer = ""
        self.frame: ttk.Frame | None = None
        self.place: tuple[tkinter.Misc, Look, int] | None = None
        self.above = False

    def attach(self, parent: tkinter.Misc, look: Look, width: int, above: bool = False) -> None:
        """Show notices at the lower end of a column `width` pixels wide, or at its upper end if `above` is True."""
        self.place, self.above = (parent, look, width), above
        self._update()

    def show(self, text: str, warning: bool = False, undone: bool = False) -> None:
        """Show a message for some seconds.

        Args:
            text: The message.
            warning: Whether it is a warning, which stays longer.
            undone: Whether it is about an undo; then the next decision removes it.
        """
        self.text, self.warning, self.undone = core(text) if warning else text, warning, undone
        if self.timer:
            self.root.after_cancel(self.timer)
        self.timer = self.root.after(1000 * (WARNING_SECONDS if warning else SECONDS), self.dismiss)
        self._update()

    def set_lasting(self, standing: LastingNotice | None) -> None:
        """Set the lasting notice, or remove it if `standing` is None."""
        if standing is not None and self.lasting is not None and standing[:2] == self.lasting[:2]:
            return
        if standing is None:
            self.dismissed = None
        if standing != self.lasting:
            self.lasting = standing
            self._update()

    def clear_undo_message(self) -> None:
        """Remove a message about an undo after a new decision."""
        if self.undone:
            self.dismiss()

    def dismiss(self) -> None:
        """Remove the message. A lasting notice under it is shown again."""
        if self.timer:
            self.root.after_cancel(self.timer)
        self.text, self.timer, self.undone = "", "", False
        self._update()

    def place_message(self) -> None:
        """Decide again where the message is shown, after the room outside the cards changed."""
        if self.text and not self.warning:
            self._update()

    def _clicked(self) -> None:
        if not self.text and self.lasting is not None and not self.lasting.stays:
            self.dismissed = self.lasting
        self.dismiss()

    def _update(self) -> None:
        if self.frame is not None:
            self.frame.destroy()
            self.frame = None
        standing = self.lasting if self.lasting != self.dismissed else None
        message = self.text if self.warning or not self.tell(self.text) else ""
        if self.warning:
            self.tell("")
        if message and (
            self.warning or standing is None or not standing.stays
        ):  # a question has priority over a message, but not over a warning
            standing = None
        text = standing.text if standing is not None else message
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
        buttons = button_rows(offers, look, standing.offers if standing is not None else (), room)
        labels = standing.labels if standing is not None else ()
        for label_text in labels:
            if label_text in buttons:
                keep_width(buttons[label_text], look, "strong text", labels)
        beside = room - sum(button.winfo_reqwidth() + px(GAP) for button in buttons.values())
        details: ttk.Label | None = None
        if standing is not None and standing.details:
            details = ttk.Label(self.frame, text=standing.details, style="CardText.TLabel", wraplength=room)
            Tip(look, details, lambda: standing.tip)
        wanted = label.winfo_reqwidth()
        if (
            details is not None or beside < min(px(MIN), wanted) or wanted > MAX_LINES * beside
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

    def _lift(self) -> None:
        """Raise the notice above widgets created after it."""
        if self.frame is not None and self.frame.winfo_exists():
            self.frame.lift()
