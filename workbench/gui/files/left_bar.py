"""The games that a program left behind, offered in a calm bar above the board."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from tkinter import ttk

import fastcore
from workbench.gui.files import words
from workbench.gui.look.look import Look
from workbench.gui.shell import words as house_words
from workbench.storage.autosave import Left

MOST = 3  # that have a line each


class LeftBar(ttk.Frame):
    """A line for each, or for the newest of many and one for the others."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, left: Sequence[Left], open: Callable[[Left], None], discard: Callable[[Left], None],
        later: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame")
        self.look = look
        self.rows: list[dict[str, ttk.Button]] = []
        self.texts: list[ttk.Label] = []
        shown = left if len(left) <= MOST else left[: MOST - 1]
        for number, one in enumerate(shown):
            calls: dict[str, Callable[[], None]] = {words.DISCARD: partial(discard, one)}
            if one.record is not None:
                calls = {words.OPEN: partial(open, one), **calls}
            self._row(told(one), one.record is None, calls, later if number == 0 else None)
        rest = left[len(shown) :]
        if rest:
            fine = [one for one in rest if one.record is not None]
            calls = {words.OPEN_ALL: partial(_each, fine, open), words.DISCARD_ALL: partial(_each, rest, discard)}
            self._row(words.more_left(len(rest)), False, calls, None)
        ttk.Frame(self, style="Line.TFrame", height=1).pack(side="bottom", fill="x")

    def _row(self, text: str, damaged: bool, calls: dict[str, Callable[[], None]], later: Callable[[], None] | None) -> None:
        if later is not None:
            calls = {**calls, words.LATER: later}
        _, label, buttons = fitted_row(self, self.look, text, damaged, calls)
        self.rows.append(buttons)
        self.texts.append(label)


def fitted_row(
    parent: tkinter.Misc, look: Look, text: str, warning: bool, calls: dict[str, Callable[[], None]]
) -> tuple[ttk.Frame, ttk.Label, dict[str, ttk.Button]]:
    """A row over the board whose text is shortened to the room that its buttons leave."""
    row, label, buttons, taken = bar_row(parent, look, text, warning, calls)
    row.bind("<Configure>", lambda event: label.configure(text=look.shorten(text, "strong text", max(60, event.width - taken))))
    return row, label, buttons


def bar_row(
    parent: tkinter.Misc, look: Look, text: str, warning: bool, calls: dict[str, Callable[[], None]]
) -> tuple[ttk.Frame, ttk.Label, dict[str, ttk.Button], int]:
    """A row over the board: a text, and buttons by name at its right; and how many pixels of it are not for the text."""
    px = look.px
    row = ttk.Frame(parent, style="Inner.TFrame", padding=(px(20), px(5), px(16), px(5)))
    row.pack(fill="x")
    label = ttk.Label(row, text=text, style="CardWarning.TLabel" if warning else "CardText.TLabel", justify="left")
    buttons = {}
    for name, call in reversed(calls.items()):
        button = buttons[name] = ttk.Button(row, text=name, style="House.TButton", command=call)
        button.bind("<Key-Return>", lambda _, button=button: button.invoke())  # type: ignore[misc]
        button.pack(side="right", padx=(px(8), 0))
    for name in calls:
        buttons[name].lift()  # Tab goes from left to right
    label.pack(side="left", fill="x", expand=True)
    return row, label, buttons, sum(button.winfo_reqwidth() + px(8) for button in buttons.values()) + px(48)


def told(left: Left) -> str:
    """A sentence about a game that was left behind."""
    when = words.day(datetime.fromtimestamp(left.changed), datetime.now())
    record = left.record
    if record is None:
        return words.left_damaged(when, left.damage)
    alone = sum(seat.player == "person" for seat in record.seats) == 1
    players = [seat.name or house_words.player(seat.player, alone) for seat in record.seats]
    game = record.spec.partition("(")[0]
    title = fastcore.info(game).title if game in fastcore.games() else game
    moves = sum(len(line.moves) for line in record.lines[:1])
    return words.left(title, players, moves, when)


def _each(left: Sequence[Left], call: Callable[[Left], None]) -> None:
    for one in left:
        call(one)
