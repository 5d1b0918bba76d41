"""The dialog that changes the players of the game on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.new_game import words as new_game_words
from workbench.gui.new_game.bot_details import DetailsCard
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets.dialog import Dialog


class SeatsDialog(Dialog):
    """The dialog that changes the players of the shown game.

    Args:
        root: The main window.
        look: Scale and colours.
        title: The title of the dialog.
        spec: The spec of the game.
        seats: The name of each seat, the spec of its player, and the person's name or "".
        first: The seat that gets the focus.
        change: Called with the players and the names of all seats. If it raises ValueError, the dialog shows the
            message and stays open.
        persons: Whether a person can be selected.
    """

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
        super().__init__(root, look, title, new_game_words.TAKE_SEATS)
        self.change = change
        inside = self.card()
        self.details = DetailsCard(self.body, look, self.area.show)
        self.forms: list[PlayerForm] = []
        for number, (side, player, name) in enumerate(seats):
            self.forms.append(PlayerForm(inside, look, side, spec, player, name, persons, card=self.details))
            self.forms[-1].pack(fill="x", pady=(look.px(10) if number else 0, 0))
        self.appear(self.forms[first].player_box)

    def accept(self) -> None:
        """Change the players, or scroll to the first problem."""
        problems = [form.validate() for form in self.forms]
        if any(problems):
            self.update_idletasks()
            self.area.show(next(form for form, problem in zip(self.forms, problems, strict=True) if problem))
            return
        players, names = tuple(form.text for form in self.forms), tuple(form.person_name for form in self.forms)
        self.attempt(lambda: self.change(players, names))
