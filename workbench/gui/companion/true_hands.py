"""The dialog that asks for the true hands at the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

import ttkbootstrap

from workbench.gui.companion import words
from workbench.gui.look.look import Look
from workbench.gui.widgets.dialog import Dialog
from workbench.system.sentences import as_sentence

WRAP = 420  # pixels at 100 %


class TrueHands(Dialog):
    """The dialog.

    Args:
        root: The main window.
        look: Scale and colours.
        reason: Why the record cannot be made yet.
        help: What to enter.
        accepted: Called with the facts.
        as_seen: Saves the game as the seat saw it, or None if there is no seat.
    """

    def __init__(
        self, root: ttkbootstrap.App, look: Look, reason: str, help: str, accepted: Callable[[str], None],
        as_seen: Callable[[], None] | None,
    ) -> None:  # fmt: skip
        super().__init__(root, look, words.TRUE_HANDS, words.FINISH)
        self.accepted, self.help, px = accepted, help, look.px
        inside = self.card()
        text = f"{as_sentence(reason)} {help}"
        ttk.Label(inside, text=text, style="CardText.TLabel", wraplength=px(WRAP), justify="left").pack(anchor="w")
        self.field = ttk.Entry(inside, style="House.TEntry", width=40, font=look.fonts["text"])
        self.field.pack(fill="x", pady=(px(8), 0))

        def save_seen() -> None:
            self.destroy()
            if as_seen is not None:
                as_seen()

        if as_seen is not None:
            self.as_seen = ttk.Button(self.foot, text=words.AS_SEEN, style="Dialog.House.TButton", command=save_seen)
            self.as_seen.pack(side="left")
        self.appear(self.field)

    def accept(self) -> None:
        """Add the facts and make the record."""
        text = self.field.get().strip()
        if not text:
            self.show_error(self.help)
            return
        self.destroy()
        self.accepted(text)
