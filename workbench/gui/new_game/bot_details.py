"""The description and the settings of a bot, below its list or in a card of their own."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk

from fastcore import Option
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.new_game import words
from workbench.gui.widgets.forms import LABELS, OptionForm

SHOWN_SETTINGS = 4  # number of settings shown before unfolding
WRAP = 400  # width of a description in pixels at 100 %
HEAD = "CardStrong.TLabel"


class BotDetails(ttk.Frame):
    """The description of a bot, and its custom settings.

    Args:
        parent: The widget that contains the details.
        look: Scale and colours.
        label: The name of the seat, or "" if it is beside the details already.
        wrap: The maximum width of the description, in pixels at 100 %.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, label: str = "", wrap: int = WRAP) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look = look
        self.columnconfigure(0, minsize=look.px(LABELS))
        self.columnconfigure(1, weight=1)
        ttk.Label(self, text=label, style=HEAD).grid(row=0, column=0, sticky="nw")
        self.meaning = ttk.Label(self, style="CardSmall.TLabel", wraplength=look.px(wrap), justify="left")
        self.meaning.grid(row=0, column=1, sticky="w")
        self.form: OptionForm | None = None

    def show_settings(
        self, options: Sequence[Option], values: Mapping[str, str] | None, changed: Callable[[], None]
    ) -> None:
        """Show fields for these options, filled with values. If `values` is None, show none."""
        if self.form is not None:
            self.form.destroy()
            self.form = None
        if values is not None:
            self.form = OptionForm(self, self.look, options, values, changed, few=SHOWN_SETTINGS)
            self.form.on_typing(changed)
            self.form.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(self.look.px(8), 0))


class DetailsCard:
    """The card with the details of all bots that have some. It is below all other fields, so that it moves none.

    Args:
        parent: The widget that contains the card.
        look: Scale and colours.
        reach: Scrolls to the details of a bot.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, reach: Callable[[tkinter.Misc], None]) -> None:
        self.look, self.reach = look, reach
        self.frame = card(parent, look, padding=(16, 14))
        self.frame.columnconfigure(0, weight=1)
        ttk.Label(self.frame, text=words.BOT_SETTINGS, style=HEAD).grid(row=0, column=0, sticky="w")

    def add(self, label: str) -> BotDetails:
        """Return new details, hidden at first."""
        return BotDetails(self.frame, self.look, label)

    def show(self, details: BotDetails) -> None:
        """Show the details of a bot, in the order of the seats."""
        order = [child for child in self.frame.winfo_children() if isinstance(child, BotDetails)]
        details.grid(row=1 + order.index(details), column=0, sticky="ew", pady=(self.look.px(10), 0))
        self.fit()

    def hide(self, details: BotDetails) -> None:
        """Hide the details of a bot."""
        details.grid_remove()
        self.fit()

    def fit(self) -> None:
        """Hide the card while it has no details."""
        if any(child.winfo_manager() for child in self.frame.winfo_children() if isinstance(child, BotDetails)):
            self.frame.pack(fill="x", pady=(self.look.px(12), 0))
        else:
            self.frame.pack_forget()
