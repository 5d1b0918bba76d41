"""Who plays the game that is on the board: each seat can be taken by somebody else in the middle of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.new_game import words as new_game_words
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets.dialog import Dialog


class SeatsDialog(Dialog):
    """`change` is told the players and names of all seats; ValueError from it is said, and the dialog stays."""

    def __init__(
        self,
        root: ttkbootstrap.App,
        look: Look,
        title: str,
        spec: str,
        seats: Sequence[tuple[str, str, str]],
        first: int,
        change: Callable[[tuple[str, ...], tuple[str, ...]], None],
        persons: bool = True,
    ) -> None:
        """`seats` are side, player and name; the one with the number `first` gets the focus."""
        super().__init__(root, look, title, new_game_words.TAKE_SEATS)
        self.change = change
        inside = self.card()
        self.forms: list[PlayerForm] = []
        for number, (side, player, name) in enumerate(seats):
            self.forms.append(PlayerForm(inside, look, side, spec, player, name, persons))
            self.forms[-1].pack(fill="x", pady=(look.px(10) if number else 0, 0))
        self.appear(self.forms[first].who)

    def accept(self) -> None:
        problems = [form.problem() for form in self.forms]
        if any(problems):
            self.update_idletasks()
            self.area.show(next(form for form, problem in zip(self.forms, problems, strict=True) if problem))
            return
        players, names = tuple(form.text for form in self.forms), tuple(form.named for form in self.forms)
        self.attempt(lambda: self.change(players, names))
