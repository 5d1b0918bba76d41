"""The form fields for the opening of a new game: the start, random turns, a position text, or the board.

If the board shows one seat's view, hidden information is drawn at random, or the game follows that seat.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

import fastcore
from fastcore import Stream, Viewpoint
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.new_game import words
from workbench.gui.widgets.forms import LABELS, dropdown, show_error

MAX_RANDOM_TURNS = 40
START_TEXTS = {
    words.FROM_START: words.START_MEANING,
    words.AT_RANDOM: words.TURNS,
    words.POSITION_TEXT: words.POSITION_MEANING,
    words.FROM_BOARD: words.BOARD_MEANING,
}


def parse_position(text: str, spec: str) -> fastcore.State:
    """Return the state of a position text.

    Args:
        text: The position, optionally after a spec.
        spec: The spec of a text without one.

    Raises:
        ValueError: The text is invalid, or belongs to another game.
    """
    first = text.partition(" ")[0].partition("(")[0]
    if first not in fastcore.games():
        return fastcore.parse(f"{spec} {text}")
    if first != spec.partition("(")[0]:
        raise ValueError(words.other_game(fastcore.info(first).title))
    return fastcore.parse(text)


class OpeningForm(ttk.Frame):
    """The fields for the opening of a new game.

    Args:
        parent: The widget that contains the fields.
        look: Scale and colours.
        board: The text of the position on the board ("" if hidden), or a Viewpoint for one seat's view.
        changed: Called when another opening is selected.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, board: str | Viewpoint, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed, self.meanings = look, changed, START_TEXTS
        self.board = "" if isinstance(board, Viewpoint) else board
        self.viewpoint = board if isinstance(board, Viewpoint) else None
        self.follow_entry = ""  # list entry for following the seat, or "" without a Viewpoint
        if self.viewpoint is not None:
            side = boards.seat_name(self.viewpoint.info, self.viewpoint.seat or 0)
            self.follow_entry = words.as_seen(side)
            self.meanings = {**START_TEXTS, words.DRAWN: words.drawn_meaning(side), self.follow_entry: words.FOLLOWED}
        px = look.px
        self.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(self, text=words.OPENING, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.box = dropdown(self, look, (), 24)
        self.box.grid(row=0, column=1, sticky="w")
        details = ttk.Frame(self, style="Inner.TFrame")
        details.grid(row=0, column=2, sticky="w", padx=(px(10), 0))
        self.turns = ttk.Spinbox(
            details, style="House.TSpinbox", width=5, font=look.fonts["text"], from_=1, to=MAX_RANDOM_TURNS
        )
        self.turns.set("4")
        self.meaning = ttk.Label(details, style="CardSmall.TLabel")
        self.meaning.pack(side="left")
        self.text = ttk.Entry(details, style="House.TEntry", width=38, font=look.fonts["text"])
        self.problem_label = ttk.Label(self, style="CardWarning.TLabel", wraplength=px(420), justify="left")
        self.problem_label.grid(row=2, column=1, columnspan=2, sticky="w", pady=(px(3), 0))
        self.box.bind("<<ComboboxSelected>>", lambda _: self._on_choice(), add="+")

    def offer_openings(self, game: str) -> None:
        """Offer the openings that are possible for a game."""
        names = [words.FROM_START, words.AT_RANDOM, words.POSITION_TEXT]
        if self.board.partition("(")[0].partition(" ")[0] == game:
            names.append(words.FROM_BOARD)
        if self.viewpoint is not None and self.viewpoint.info.id == game:
            names += [words.DRAWN, self.follow_entry]
        self.box.configure(values=names)
        if self.box.get() not in names:
            self.box.set(words.FROM_START)
        self._on_choice()

    def select(self, name: str) -> None:
        """Select an opening by its entry in the list."""
        self.box.set(name)
        self._on_choice()

    def _on_choice(self) -> None:
        name = self.box.get()
        show_error(self.problem_label, "")
        self.meaning.configure(text=self.meanings[name])
        fields = {words.AT_RANDOM: self.turns, words.POSITION_TEXT: self.text}
        for field in fields.values():
            field.pack_forget()
        if name in fields:
            fields[name].pack(side="left", before=self.meaning, padx=(0, self.look.px(8)))
        self.changed()

    @property
    def follows(self) -> bool:
        """Whether the game follows one seat, so that the person enters all other seats' moves."""
        return self.viewpoint is not None and self.box.get() == self.follow_entry

    def problem(self, spec: str) -> str:
        """Show a problem at the field and return the problem, or ""."""
        reason = ""
        try:
            self.resolve(spec)
        except ValueError as error:
            reason = str(error)
        show_error(self.problem_label, reason)
        return reason

    def resolve(self, spec: str, seed: int = 0) -> tuple[str, str | None, int]:
        """Return the spec, the position and the number of random turns.

        Args:
            spec: The spec of the game, which a position text can override.
            seed: Determines the random hidden information.

        Raises:
            ValueError: The field is invalid.
        """
        name = self.box.get()
        if self.viewpoint is not None and name in (words.DRAWN, self.follow_entry):
            text = self.viewpoint.text() if self.follows else self.viewpoint.sample(Stream(seed, "drawn")).text()
            return self.viewpoint.spec, text, 0
        if name == words.AT_RANDOM:
            text = self.turns.get().strip()
            if not text.isdecimal() or not 1 <= int(text) <= MAX_RANDOM_TURNS:
                raise ValueError(words.NO_TURNS)
            return spec, None, int(text)
        if name not in (words.POSITION_TEXT, words.FROM_BOARD):
            return spec, None, 0
        text = self.board if name == words.FROM_BOARD else " ".join(self.text.get().split())
        if not text:
            raise ValueError(words.NO_POSITION)
        state = parse_position(text, spec)
        return state.spec, state.text(), 0
