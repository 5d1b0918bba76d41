"""The form that changes the options of the game in Set up, such as the size of the board."""

from __future__ import annotations

from collections.abc import Callable

import ttkbootstrap

import fastcore
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.set_up import words as set_up_words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import OptionForm, parse_options


class SpecDialog(Dialog):
    """The form for the options of the game.

    Args:
        root: The window.
        look: Scale and fonts.
        spec: The current game and options.
        take: Called with the new spec.
    """

    def __init__(self, root: ttkbootstrap.App, look: Look, spec: str, take: Callable[[str], None]) -> None:
        super().__init__(root, look, set_up_words.OPTIONS, set_up_words.TAKE_OPTIONS)
        self.game, self.take = spec.partition("(")[0], take
        options, named = fastcore.info(self.game).options, boards.words(self.game).describe_option
        self.options = OptionForm(self.card(), look, options, parse_options(spec), lambda: None, named=named)
        self.options.pack(fill="x")
        self.appear(next(iter(self.options.fields.values())))

    def accept(self) -> None:
        """Apply the options if they are valid."""
        if not self.options.validate():
            self.attempt(self._take)

    def _take(self) -> None:
        """Apply the options. Raise ValueError if they cannot be combined."""
        text = self.options.text
        self.take(fastcore.start(f"{self.game}({text})" if text else self.game).spec)
