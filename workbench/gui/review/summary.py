"""How accurate each seat was and how many mistakes it made; a click on a seat has only its mistakes listed."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from workbench.boards.kit.figures import percents
from workbench.gui.look.look import Look
from workbench.gui.review import words
from workbench.review.judging import Judged, accuracy, counted


class Summary:
    """`only` is told the seat that is chosen, None for all."""

    def __init__(self, parent: tkinter.Misc, look: Look, sides: Sequence[str], only: Callable[[int | None], None]) -> None:
        self.look = look
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.buttons: dict[int | None, ttk.Button] = {}
        self.numbers: list[list[ttk.Label]] = []
        self.frame.columnconfigure(0, weight=1)
        for column in range(1, len(words.HEADS) + 1):
            self.frame.columnconfigure(column, minsize=look.px(76))
            label = ttk.Label(self.frame, text=words.HEADS[column - 1], style="CardSmall.TLabel", anchor="e")
            label.grid(row=0, column=column, sticky="e", padx=(look.px(10), 0))
        for row, (seat, side) in enumerate(((None, words.EVERYBODY), *enumerate(sides))):
            button = self.buttons[seat] = ttk.Button(self.frame, text=side, style="Page.TButton", takefocus=1, command=partial(only, seat))
            button.grid(row=row, column=0, sticky="w")
            if seat is None:
                continue
            labels = [ttk.Label(self.frame, style="CardStrong.TLabel" if column == 1 else "CardText.TLabel", anchor="e") for column in range(1, 5)]
            for column, label in enumerate(labels, 1):
                label.grid(row=row, column=column, sticky="e", padx=(look.px(10), 0))
            self.numbers.append(labels)

    def show(self, judged: Sequence[Judged], chosen: int | None) -> None:
        for seat, labels in enumerate(self.numbers):
            mine = [one for one in judged if one.seat == seat]
            decided = any(not one.forced for one in mine)
            texts = [percents(accuracy(mine))[0] if decided else "–", *map(str, counted(mine).values())]
            for label, text in zip(labels, texts, strict=True):
                if label.cget("text") != text:
                    label.configure(text=text)
        for one, button in self.buttons.items():
            button.state(["selected" if one == chosen else "!selected"])
