"""Other options of the game for a position that is set up, as another size of its board."""

from __future__ import annotations

from collections.abc import Callable

import ttkbootstrap

import fastcore
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.set_up import words as said
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import OptionForm, listing


class SpecDialog(Dialog):
    """`take` is told the spec that is asked for."""

    def __init__(self, root: ttkbootstrap.App, look: Look, spec: str, take: Callable[[str], None]) -> None:
        super().__init__(root, look, said.OPTIONS, said.TAKE_OPTIONS)
        self.game, self.take = spec.partition("(")[0], take
        options, named = fastcore.info(self.game).options, boards.words(self.game).option
        self.options = OptionForm(self.card(), look, options, listing(spec), lambda: None, named=named)
        self.options.pack(fill="x")
        self.appear(next(iter(self.options.fields.values())))

    def accept(self) -> None:
        if not self.options.problem():
            self.attempt(self._take)

    def _take(self) -> None:
        """ValueError where options do not go together."""
        text = self.options.text
        self.take(fastcore.start(f"{self.game}({text})" if text else self.game).spec)
