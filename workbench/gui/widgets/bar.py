"""Offers: cards with a text and buttons that cover the upper end of the column, so that they move nothing."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable
from tkinter import ttk

from workbench.gui.look.look import Look

GAP = 8  # pixels at 100 % between two buttons


class OfferStack(ttk.Frame):
    """The offers of all features, one below the next. The stack is visible while it has an offer.

    Args:
        parent: The parent of the widgets below, on which the stack is placed.
        look: Scale and fonts.
        above: The widget above the stack.
        width: The width in pixels.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, above: tkinter.Widget, width: int) -> None:
        super().__init__(parent, style="Window.TFrame")
        self.look, self.above, self.width = look, above, width

    def arrange(self) -> None:
        """Show the stack above all other widgets, or hide it if it is empty."""
        if self.pack_slaves():
            gap = self.look.px(16)
            self.place(
                in_=self.above, relx=1.0, rely=1.0, x=-gap, y=gap, width=self.width, anchor="ne", bordermode="outside"
            )
            self.tk.call("raise", self)
        else:
            self.place_forget()


class Offer(ttk.Frame):
    """A card with a text and buttons by label, which the owner destroys.

    Args:
        stack: The place of the offer.
        text: The text.
        calls: The actions by button label.
        warning: Whether the text is a warning.
    """

    def __init__(
        self, stack: OfferStack, text: str, calls: dict[str, Callable[[], None]], warning: bool = False
    ) -> None:
        look, self.stack = stack.look, stack
        px, room = look.px, stack.width - 2 * look.px(14)
        super().__init__(stack, style="ActiveCard.TFrame", padding=(px(14), px(13)))
        style = "CardWarning.TLabel" if warning else "CardStrong.TLabel"
        self.label = ttk.Label(self, text=text, style=style, justify="left", wraplength=room)
        rows = ttk.Frame(self, style="Inner.TFrame")
        self.buttons = button_rows(rows, look, calls.items(), room)
        used = sum(button.winfo_reqwidth() + px(GAP) for button in self.buttons.values())
        beside = self.label.winfo_reqwidth() + px(GAP) + used <= room
        self.label.pack(side="left" if beside else "top", anchor="w")
        rows.pack(side="right" if beside else "top", anchor="e", pady=(0 if beside else px(6), 0))
        self.pack(side="top", fill="x", pady=(0, px(4)))
        stack.arrange()

    def destroy(self) -> None:
        """Remove the offer."""
        super().destroy()
        if self.stack.winfo_exists():
            self.stack.arrange()


def button_rows(
    parent: ttk.Frame, look: Look, calls: Iterable[tuple[str, Callable[[], None]]], room: int
) -> dict[str, ttk.Button]:
    """Create buttons in as many rows of `room` pixels as needed. Return them by label."""
    gap, used, row = look.px(GAP), 0, ttk.Frame(parent, style="Inner.TFrame")
    row.pack(side="top", anchor="e")
    buttons: dict[str, ttk.Button] = {}
    for text, call in calls:
        button = buttons[text] = ttk.Button(parent, text=text, style="House.TButton", command=call)
        width = button.winfo_reqwidth() + gap
        if used and used + width > room:
            row = ttk.Frame(parent, style="Inner.TFrame")
            row.pack(side="top", anchor="e", pady=(gap, 0))
            used = 0
        button.pack(in_=row, side="left", padx=(gap if used else 0, 0))
        button.lift()
        used += width
    return buttons
