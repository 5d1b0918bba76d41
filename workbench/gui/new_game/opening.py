"""How a new game begins: at the start, after random turns, from a position text, or from the board.

If the board shows one seat's view, hidden parts are drawn at random, or the game follows that seat.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

import fastcore
from fastcore import Stream, Viewpoint
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.new_game import words as said
from workbench.gui.widgets.forms import LABELS, dropdown, say_wrong

MOST_TURNS = 40
START_TEXTS = {
    said.FROM_START: said.START_MEANING,
    said.AT_RANDOM: said.TURNS,
    said.POSITION_TEXT: said.POSITION_MEANING,
    said.FROM_BOARD: said.BOARD_MEANING,
}


def position(text: str, spec: str) -> fastcore.State:
    """Return the state of a position text, which can begin with its own spec. Raise ValueError if it is invalid."""
    first = text.partition(" ")[0].partition("(")[0]
    if first not in fastcore.games():
        return fastcore.parse(f"{spec} {text}")
    if first != spec.partition("(")[0]:
        raise ValueError(said.other_game(fastcore.info(first).title))
    return fastcore.parse(text)


class OpeningForm(ttk.Frame):
    """The fields for an opening.

    `board` is the current position, "" if it is hidden, or a Viewpoint for one seat's view.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, board: str | Viewpoint, changed: Callable[[], None]) -> None:
        """`changed` is called when another opening is chosen."""
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed, self.meanings = look, changed, START_TEXTS
        self.board = "" if isinstance(board, Viewpoint) else board
        self.view = board if isinstance(board, Viewpoint) else None
        self.followed = ""  # what following the seat is called
        if self.view is not None:
            side = boards.side(self.view.info, self.view.seat or 0)
            self.followed = said.as_seen(side)
            self.meanings = {**START_TEXTS, said.DRAWN: said.drawn(side), self.followed: said.FOLLOWED}
        px = look.px
        self.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(self, text=said.OPENING, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.box = dropdown(self, look, (), 24)
        self.box.grid(row=0, column=1, sticky="w")
        beside = ttk.Frame(self, style="Inner.TFrame")
        beside.grid(row=0, column=2, sticky="w", padx=(px(10), 0))
        self.turns = ttk.Spinbox(
            beside, style="House.TSpinbox", width=5, font=look.fonts["text"], from_=1, to=MOST_TURNS
        )
        self.turns.set("4")
        self.meaning = ttk.Label(beside, style="CardSmall.TLabel")
        self.meaning.pack(side="left")
        self.text = ttk.Entry(self, style="House.TEntry", width=52, font=look.fonts["text"])
        self.wrong = ttk.Label(self, style="CardWarning.TLabel", wraplength=px(420), justify="left")
        self.wrong.grid(row=2, column=1, columnspan=2, sticky="w", pady=(px(3), 0))
        self.box.bind("<<ComboboxSelected>>", lambda _: self._chosen(), add="+")

    def offer(self, game: str) -> None:
        """The openings that a game can have."""
        names = [said.FROM_START, said.AT_RANDOM, said.POSITION_TEXT]
        if self.board.partition("(")[0].partition(" ")[0] == game:
            names.append(said.FROM_BOARD)
        if self.view is not None and self.view.info.id == game:
            names += [said.DRAWN, self.followed]
        self.box.configure(values=names)
        if self.box.get() not in names:
            self.box.set(said.FROM_START)
        self._chosen()

    def put(self, name: str) -> None:
        self.box.set(name)
        self._chosen()

    def _chosen(self) -> None:
        name = self.box.get()
        say_wrong(self.wrong, "")
        self.meaning.configure(text=self.meanings[name])
        self.turns.pack_forget()
        self.text.grid_remove()
        if name == said.AT_RANDOM:
            self.turns.pack(side="left", before=self.meaning, padx=(0, self.look.px(8)))
        elif name == said.POSITION_TEXT:
            self.text.grid(row=1, column=1, columnspan=2, sticky="ew", pady=(self.look.px(6), 0))
        self.changed()

    @property
    def follows(self) -> bool:
        """Whether one seat is followed: what the others do is entered, nobody plays them here."""
        return self.view is not None and self.box.get() == self.followed

    def problem(self, spec: str) -> str:
        """What is wrong, said at the field; "" if nothing is."""
        reason = ""
        try:
            self.chosen(spec)
        except ValueError as error:
            reason = str(error)
        say_wrong(self.wrong, reason)
        return reason

    def chosen(self, spec: str, seed: int = 0) -> tuple[str, str | None, int]:
        """Return the spec, the position and the number of random turns with which the game begins.

        The seed determines what is drawn. A position text can include its own spec. Raise ValueError if a field is
        wrong.
        """
        name = self.box.get()
        if self.view is not None and name in (said.DRAWN, self.followed):
            text = self.view.text() if self.follows else self.view.sample(Stream(seed, "drawn")).text()
            return self.view.spec, text, 0
        if name == said.AT_RANDOM:
            text = self.turns.get().strip()
            if not text.isdecimal() or not 1 <= int(text) <= MOST_TURNS:
                raise ValueError(said.NO_TURNS)
            return spec, None, int(text)
        if name not in (said.POSITION_TEXT, said.FROM_BOARD):
            return spec, None, 0
        text = self.board if name == said.FROM_BOARD else " ".join(self.text.get().split())
        if not text:
            raise ValueError(said.NO_POSITION)
        state = position(text, spec)
        return state.spec, state.text(), 0
