"""Buttons beside the board for the steps of a move that lie on none of its places, as how much is paid."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
from tkinter import ttk
from typing import Protocol

from workbench.boards.kit.choices import Choice
from workbench.gui.board import words as board_words
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.tips import Tip

GAP = 8  # between two buttons at 100 %


class Presser(Protocol):
    """Who is told what is done with the buttons."""

    def clicked(self, spot: str) -> None: ...
    def hovered(self, spot: str) -> None: ...


class ChoiceBar:
    """A card with buttons for the choices in `shown`, in as many lines as they need.

    It places itself in row `row` of its parent's grid while there are any.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        width: int,
        row: int,
        presser: Presser,
        board: tkinter.Misc,
        kept: int = 1,
    ) -> None:
        """`board` gets the focus if no button is left. Under a note, `kept` lines keep their height."""
        self.look, self.presser, self.board, self.row, self.kept = look, presser, board, row, kept
        self.width = width - 2 * look.px(12)
        self.frame = card(parent, look, padding=(12, 10))
        self.inside = ttk.Frame(self.frame, style="Inner.TFrame", width=self.width)
        self.inside.pack(fill="x")
        self.shown: tuple[Choice, ...] = ()
        self.note = ttk.Label(self.inside, style="CardQuiet.TLabel")
        self.buttons: list[ttk.Button] = []
        self._add(0)

    def show(self, choices: Sequence[Choice], note: str = "", main: bool = False) -> None:
        """Offer these choices, with `main` as the default button. Keep the focus in its place.

        With a note and no choice, keep some height so that nothing jumps.
        """
        if tuple(choices) == self.shown and note == str(self.note.cget("text")):
            return
        self.note.configure(text=note)
        self.shown = tuple(choices)
        while len(self.buttons) < len(choices):
            self._add(len(self.buttons))
        held = focused(self.frame)
        for button, choice in zip(self.buttons, choices, strict=False):
            button.configure(
                text=board_words.with_key(choice.label, choice.key), state="disabled" if choice.why else "normal"
            )
            button.configure(style="Main.TButton" if main or choice.proposed else "House.TButton")
            found = choice.label.lower().find(choice.key.lower()) if choice.key else -1
            button.configure(underline=found)
        self._place(len(choices))
        if choices or note:
            self.frame.grid(row=self.row, column=0, sticky="ew", pady=(self.look.px(12), 0))
        else:
            self.frame.grid_remove()
        if held in self.buttons:
            usable = [button for button, choice in zip(self.buttons, choices, strict=False) if not choice.why]
            (usable[0] if usable else self.board).focus_set()

    def _place(self, count: int) -> None:
        """Set the buttons beside each other, in the next line where one is full."""
        gap = self.look.px(GAP)
        x = y = 0
        height = self.buttons[0].winfo_reqheight()
        if count:
            self.note.place_forget()
        else:
            self.note.place(x=self.look.px(4), y=height // 2, anchor="w")
        for number, button in enumerate(self.buttons):
            if number >= count:
                button.place_forget()
                continue
            wide = min(button.winfo_reqwidth(), self.width)
            if x and x + wide > self.width:
                x, y = 0, y + height + gap
            button.place(x=x, y=y, width=wide, height=height)
            x += wide + gap
        least = self.kept * (height + gap) - gap if self.note.cget("text") else 1
        self.inside.configure(height=max(least, y + height))

    def _add(self, number: int) -> None:
        button = ttk.Button(self.inside, style="House.TButton", takefocus=1, command=partial(self._press, number))
        on_enter(button, partial(self._entered, number))
        button.bind("<Control-Key-Return>", lambda _: None)  # a command of the window
        for sequence in ("<Enter>", "<FocusIn>"):
            button.bind(sequence, partial(self._point, number), add="+")
        for sequence in ("<Leave>", "<FocusOut>"):
            button.bind(sequence, lambda _: self.presser.hovered(""), add="+")
        Tip(self.look, button, lambda: self._tip(number))
        self.buttons.append(button)

    def _entered(self, number: int, _: object) -> str:
        self._press(number)
        return "break"

    def _press(self, number: int) -> None:
        if number < len(self.shown):
            self.presser.clicked(self.shown[number].spot)

    def _point(self, number: int, _: object) -> None:
        if number < len(self.shown):
            self.presser.hovered(self.shown[number].spot)

    def _tip(self, number: int) -> str:
        if number >= len(self.shown):
            return ""
        choice = self.shown[number]
        return choice.why or board_words.press(choice.key, choice.proposed)
