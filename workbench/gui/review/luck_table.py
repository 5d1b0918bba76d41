"""The table of luck, skill and drift by player."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from fastcore import GameInfo
from workbench.gui.look.look import Look
from workbench.gui.review import words
from workbench.gui.review.parts import shown_name
from workbench.gui.widgets.tips import Tip
from workbench.luck.split import GameLuck
from workbench.luck.words import seat_texts

WAITING = "…"
LUCK, RESULT = 2, 6  # numbers of columns in a row of `seat_texts`


class LuckTable:
    """The table with a row for each seat. `on_select` receives the seat whose curves are to be shown."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], with_luck: bool, on_select: Callable[[int], None]
    ) -> None:
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.columns = [number for number in range(LUCK, RESULT + 1) if with_luck or number != LUCK]
        self.buttons: list[ttk.Button] = []
        self.numbers: list[list[ttk.Label]] = []
        # The columns have the width of the longest number, so that nothing moves when the numbers arrive.
        self.result_width = 0
        changes, results = words.LONGEST[len(sides) == 2]
        for column in self.columns:
            head, tip = words.LUCK_HEADS[column - LUCK]
            label = ttk.Label(self.frame, text=head, style="CardSmall.TLabel", anchor="e")
            label.grid(row=0, column=column, sticky="e", padx=(look.px(6), 0))
            Tip(look, label, lambda tip=tip: tip)  # type: ignore[misc]
            longest = look.fonts["text"].measure(results if column == RESULT else changes)
            self.frame.columnconfigure(column, minsize=longest + look.px(6))
            self.result_width = longest + look.px(6)
        for seat, side in enumerate(sides):
            button = ttk.Button(
                self.frame,
                text=shown_name(look, side),
                style="Page.TButton",
                takefocus=1,
                command=partial(on_select, seat),
            )
            button.grid(row=seat + 1, column=0, sticky="w")
            self.buttons.append(button)
            labels = [ttk.Label(self.frame, style="CardText.TLabel", anchor="e") for _ in self.columns]
            for column, number in zip(self.columns, labels, strict=True):
                number.grid(row=seat + 1, column=column, sticky="e", padx=(look.px(6), 0))
            self.numbers.append(labels)
        self.frame.bind("<Configure>", lambda event: self._fit(event.width))
        self.results = self.frame.grid_slaves(column=RESULT)
        self.needed = 0  # the width of all columns

    def _fit(self, width: int) -> None:
        """Leave out the results, which the window shows elsewhere, if there is no room for the names."""
        self.needed = max(self.needed, self.frame.winfo_reqwidth())
        is_narrow = width < self.needed
        self.frame.columnconfigure(RESULT, minsize=0 if is_narrow else self.result_width)
        for widget in self.results:
            if is_narrow:
                widget.grid_remove()
            else:
                widget.grid()

    def show(self, info: GameInfo, found: GameLuck | None, chosen: int) -> None:
        """Show the sums of each seat, and highlight the selected one. Without a split, it is still measured."""
        for seat, (button, labels) in enumerate(zip(self.buttons, self.numbers, strict=True)):
            button.state(["selected" if seat == chosen else "!selected"])
            texts = seat_texts(info, found, seat) if found is not None else ()
            for column, label in zip(self.columns, labels, strict=True):
                text = texts[column] if texts else WAITING
                if label.cget("text") != text:
                    label.configure(text=text)
