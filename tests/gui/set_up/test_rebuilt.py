"""Positions of all games are rebuilt in the mode Set up by real clicks and keys alone, to the same text."""

from __future__ import annotations

import random
from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.boards.test_editors import EDITED, details, positions, seen, standing
from tests.conftest import deep
from tests.kit.windows import Tested, click, opened, point_at, press, settle, type_text, wait
from workbench.boards.kit.elements import Fields
from workbench.gui.set_up.mode import SetUpMode
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ROUNDS = 4  # in which what follows from what comes to rest


class Builder:
    """Whoever sets a position up with a mouse and a keyboard."""

    def __init__(self, window: Tested, chance: random.Random) -> None:
        self.window, self.chance = window, chance

    @property
    def set_up(self) -> SetUpMode:
        return self.window.set_up

    @property
    def fields(self) -> Fields:
        fields = self.set_up.edited.fields
        assert fields is not None
        return fields

    def spot(self, name: str, button: int = 1) -> None:
        view = self.set_up.view
        assert view is not None
        click(view, *view.place_of(name), button=button)

    def put(self, spot: str, piece: str) -> None:
        """By the key of the piece, or from its tile."""
        key = next(one.key for one in self.set_up.edited.palette if one.name == piece)
        column = self.set_up.column
        assert column is not None and column.palette is not None
        if self.chance.random() < 0.5:
            self.spot(spot)
            press(key)
        else:
            click(column.palette.pieces[piece])
            self.spot(spot)
            click(column.palette.pieces[piece])

    def write(self, name: str, value: str) -> None:
        """Choose a value in its list, or write it in its field."""
        column = self.set_up.column
        assert column is not None
        row = column.details.rows[name]
        column.details.area.show(row.entry)
        settle(0.02)
        if isinstance(row.entry, ttk.Combobox):
            row.entry.focus_set()
            press("Return")
            press("Home")
            for _ in range([one for one, _ in row.detail.values].index(value)):
                press("Down")
            press("Return")
        else:
            click(row.entry)
            press("End")
            press("Home", "Shift_L")
            press("BackSpace")
            type_text(value)
            press("Return")

    def build(self, wanted: Fields) -> None:
        edited, editor = self.set_up.edited, self.set_up.edited.editor
        press("F9", "Shift_L")
        ground = edited.drawn[0]
        assert ground is not None
        for _ in range(ROUNDS):
            for spot in ground.spots:
                missing, there = standing(editor, wanted, spot), standing(editor, self.fields, spot)
                for piece in there:
                    if piece in missing:
                        missing.remove(piece)
                for piece in missing:
                    self.put(spot, piece)
            for name, value in details(editor, wanted).items():
                if details(editor, self.fields).get(name, value) != value:
                    self.write(name, value)
            if dict(self.fields) == dict(wanted):
                return
            for spot in ground.spots:
                for _ in range(4):
                    if seen(editor, self.fields).get(spot) != seen(editor, wanted).get(spot) and standing(
                        editor, wanted, spot
                    ):
                        self.spot(spot, button=5)


@pytest.mark.parametrize("game", EDITED)
def test_random_positions_are_rebuilt_by_clicks_and_keys(game: str) -> None:
    for number, state in enumerate(positions(game, deep(1, 50))):
        with opened(Setup(state.spec, ("person",) * state.seats, 1)) as window:
            window.set_up.enter()  # as from the shell: F4 waits for somebody to be before a screen that is shared
            wait(lambda: window.set_up.view is not None)
            point_at(window.shell.status)
            builder = Builder(window, random.Random(number))
            builder.build(state.fields)
            assert window.set_up.edited.sketch.text == state.text()
            wait(lambda: window.set_up.edited.whole)
            assert fastcore.parse(window.set_up.edited.sketch.situation) == state
