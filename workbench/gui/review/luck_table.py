"""The table of luck, skill and drift by player."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from fastcore import GameInfo
from workbench.gui.look.look import Look
from workbench.gui.review import words
from workbench.gui.widgets.tips import Tip
from workbench.luck.split import GameLuck
from workbench.luck.words import seat_texts

WAITING = "…"
LUCK = 2  # number of the column with the luck


class LuckTable:
    """The table with a row for each seat. `on_select` receives the seat whose curves are to be shown."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], with_luck: bool, on_select: Callable[[int], None]
    ) -> None:
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.columns = [number for number in range(1, len(words.LUCK_HEADS) + 1) if with_luck or number != LUCK]
        self.buttons: list[ttk.Button] = []
        self.numbers: list[list[ttk.Label]] = []
        # Numbers change, so every column has the width of the longest one.
        least = look.fonts["text"].measure(words.LONGEST[len(sides) == 2])
        for column in self.columns:
            head, tip = words.LUCK_HEADS[column - 1]
            label = ttk.Label(self.frame, text=head, style="CardSmall.TLabel", anchor="e")
            label.grid(row=0, column=column, sticky="e", padx=(look.px(6), 0))
            Tip(look, label, lambda tip=tip: tip)  # type: ignore[misc]
            self.frame.columnconfigure(column, minsize=least + look.px(6))
        for seat, side in enumerate(sides):
            button = ttk.Button(
                self.frame, text=side, style="Page.TButton", takefocus=1, command=partial(on_select, seat)
            )
            button.grid(row=seat + 1, column=0, sticky="w")
            self.buttons.append(button)
            labels = [ttk.Label(self.frame, style="CardText.TLabel", anchor="e") for _ in self.columns]
            for column, number in zip(self.columns, labels, strict=True):
                number.grid(row=seat + 1, column=column, sticky="e", padx=(look.px(6), 0))
            self.numbers.append(labels)

    def show(self, info: GameInfo, found: GameLuck | None, chosen: int) -> None:
        """Show the sums of each seat, and highlight the selected one. Without a split, it is still measured."""
        for seat, (button, labels) in enumerate(zip(self.buttons, self.numbers, strict=True)):
            button.state(["selected" if seat == chosen else "!selected"])
            texts = seat_texts(info, found, seat) if found is not None else ()
            for column, label in zip(self.columns, labels, strict=True):
                text = texts[column] if texts else WAITING
                if label.cget("text") != text:
                    label.configure(text=text)
