"""The fixed parts of the Review page: the heading with its button, and the table of players."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from workbench.boards.kit.figures import format_percents
from workbench.gui.look.look import Look
from workbench.gui.review import words
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.review.judging import Judged, accuracy, count_mistakes

NAME = 48  # most pixels for a name at 100 %: beside the numbers in the narrowest column


class ReviewHead:
    """The heading: a text with a button to its right, or with a highlighted main button and a second one below."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        self.look = look
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.words = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")
        self.words.grid(row=0, column=0, sticky="ew")
        wrap(self.words)
        self.button = ttk.Button(self.frame, style="House.TButton", takefocus=1)
        self.other = ttk.Button(self.frame, style="House.TButton", takefocus=1)
        self.tips = {self.words: "", self.button: "", self.other: ""}
        for widget in self.tips:
            Tip(look, widget, lambda widget=widget: self.tips[widget])  # type: ignore[misc]

    def say(self, text: str, tip: str = "") -> None:
        """Show a text with a tip, or hide the heading if the text is ""."""
        self.words.configure(text=text)
        self.tips[self.words] = tip
        if text:
            self.frame.grid()
        else:
            self.frame.grid_remove()

    def offer(self, label: str, call: Callable[[], None] | None = None, main: bool = False, tip: str = "") -> None:
        """Show the button with a label, or hide it if the label is ""."""
        self.tips[self.button] = tip
        self.other.grid_remove()
        if not label:
            self.button.grid_remove()
            return
        px = self.look.px
        self.button.configure(
            text=label, command=call or (lambda: None), style="Main.TButton" if main else "House.TButton"
        )
        if main:
            self.button.grid(row=1, column=0, sticky="w", padx=0, pady=(px(12), 0))
        else:
            self.button.grid(row=0, column=1, sticky="ne", padx=(px(8), 0), pady=0)

    def offer_other(self, label: str, call: Callable[[], None], tip: str = "") -> None:
        """Show a second button below, until the next `offer`."""
        self.tips[self.other] = tip
        self.other.configure(text=label, command=call)
        self.other.grid(row=2, column=0, sticky="w", pady=(self.look.px(8), 0))


def shown_name(look: Look, name: str) -> str:
    """Return the name of a player, shortened to the column of names."""
    return look.shorten(name, "small", look.px(NAME))


def full_name(look: Look, name: str) -> str:
    """Return the tip with the name of a player, or "" if it is not shortened."""
    return name if shown_name(look, name) != name else ""


HEAD_WIDTH = 82  # pixels at 100 % for a heading of numbers; longer ones have two lines


class Summary:
    """The table of mistakes by player. `on_select` receives the selected seat, or None for all."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], on_select: Callable[[int | None], None]
    ) -> None:
        self.look = look
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.buttons: dict[int | None, ttk.Button] = {}
        self.numbers: list[list[ttk.Label]] = []
        self.frame.columnconfigure(0, weight=1)
        for column in range(1, len(words.HEADS) + 1):
            label = ttk.Label(
                self.frame, text=words.HEADS[column - 1], style="CardSmall.TLabel", anchor="e", justify="right"
            )
            label.configure(wraplength=look.px(HEAD_WIDTH))
            label.grid(row=0, column=column, sticky="e", padx=(look.px(10), 0))
        for row, (seat, side) in enumerate(((None, words.EVERYBODY), *enumerate(sides))):
            button = self.buttons[seat] = ttk.Button(
                self.frame,
                text=shown_name(look, side),
                style="Page.TButton",
                takefocus=1,
                command=partial(on_select, seat),
            )
            button.grid(row=row, column=0, sticky="w")
            if seat is None:
                continue
            labels = [
                ttk.Label(self.frame, style="CardStrong.TLabel" if column == 1 else "CardText.TLabel", anchor="e")
                for column in range(1, 5)
            ]
            for column, label in enumerate(labels, 1):
                label.grid(row=row, column=column, sticky="e", padx=(look.px(10), 0))
            self.numbers.append(labels)

    def show(self, judged: Sequence[Judged], chosen: int | None) -> None:
        """Show the numbers of each player, and highlight the selected one."""
        for seat, labels in enumerate(self.numbers):
            mine = [decision for decision in judged if decision.seat == seat]
            decided = any(not decision.forced for decision in mine)
            texts = [format_percents(accuracy(mine))[0] if decided else "–", *map(str, count_mistakes(mine).values())]
            for label, text in zip(labels, texts, strict=True):
                if label.cget("text") != text:
                    label.configure(text=text)
        for key, button in self.buttons.items():
            button.state(["selected" if key == chosen else "!selected"])
