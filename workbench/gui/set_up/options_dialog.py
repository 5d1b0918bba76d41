"""The form that selects the game to set up and its options, such as the size of the board."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

import ttkbootstrap

import fastcore
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.set_up import words as set_up_words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.fields import dropdown
from workbench.gui.widgets.forms import LABELS, OptionForm, parse_options


class SpecDialog(Dialog):
    """The form for the game and its options.

    Args:
        root: The window.
        look: Scale and fonts.
        spec: The current game and options.
        take: Called with the new spec.
    """

    def __init__(self, root: ttkbootstrap.App, look: Look, spec: str, take: Callable[[str], None]) -> None:
        super().__init__(root, look, set_up_words.OPTIONS, set_up_words.TAKE_OPTIONS)
        self.spec, self.take = spec, take
        self.titles = boards.titles()
        inside = self.card()
        row = ttk.Frame(inside, style="Inner.TFrame")
        row.pack(fill="x", pady=(0, look.px(8)))
        row.columnconfigure(0, minsize=look.px(LABELS))
        ttk.Label(row, text=set_up_words.GAME, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.game_box = dropdown(row, look, list(self.titles), 24)
        self.game_box.grid(row=0, column=1, sticky="w")
        self.game_box.set(fastcore.info(spec.partition("(")[0]).title)
        self.game_box.bind("<<ComboboxSelected>>", lambda _: self._show_options(), add="+")
        self.place = ttk.Frame(inside, style="Inner.TFrame", height=1)
        self.place.pack(fill="x")
        self.options: OptionForm | None = None
        self._show_options()
        self.appear(self.game_box)

    @property
    def game(self) -> str:
        """The id of the selected game."""
        return self.titles[self.game_box.get()]

    def _show_options(self) -> None:
        """Show the options of the selected game, with their current values or the defaults."""
        if self.options is not None:
            self.options.destroy()
        game = self.game
        options, words_of_game = fastcore.info(game).options, boards.words(game)
        values = parse_options(self.spec) if game == self.spec.partition("(")[0] else {}
        self.options = OptionForm(
            self.place, self.look, options, values, lambda: None, named=words_of_game.describe_option,
            described=words_of_game.describe_choice, meant=words_of_game.core_text,
        )  # fmt: skip
        self.options.pack(fill="x")
        self.show_error("")

    def accept(self) -> None:
        """Apply the game and the options if they are valid."""
        if self.options is not None and not self.options.validate():
            self.attempt(self._take)

    def _take(self) -> None:
        """Apply the game and the options. Raise ValueError if the options cannot be combined."""
        text = self.options.text if self.options is not None else ""
        self.take(fastcore.start(f"{self.game}({text})" if text else self.game).spec)
