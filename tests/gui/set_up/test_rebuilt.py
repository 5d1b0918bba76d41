"""Tests that positions of all games can be rebuilt in Set up by real clicks and keys."""

from __future__ import annotations

import random
from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.boards.test_editors import GAMES_WITH_EDITOR, details, drawn_shapes, pieces_on, positions
from tests.conftest import deep
from tests.kit.windows import TestedWindow, click, open_window, point_at, press, settle, type_text, wait
from workbench.boards.kit.elements import Fields
from workbench.gui.set_up.mode import SetUpMode
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ROUNDS = 4  # passes until dependent fields settle


class Builder:
    """Sets up a position, choosing mouse or keyboard at random for each step."""

    def __init__(self, window: TestedWindow, chance: random.Random) -> None:
        self.window, self.chance = window, chance

    @property
    def set_up(self) -> SetUpMode:
        return self.window.set_up

    @property
    def fields(self) -> Fields:
        fields = self.set_up.edited.fields
        assert fields is not None
        return fields

    def click_spot(self, name: str, button: int = 1) -> None:
        view = self.set_up.view
        assert view is not None
        click(view, *view.place_of(name), button=button)

    def place(self, spot: str, piece: str) -> None:
        """Place a piece by its key or from its palette tile."""
        key = next(piece_kind.key for piece_kind in self.set_up.edited.palette if piece_kind.name == piece)
        column = self.set_up.column
        assert column is not None and column.palette is not None
        if self.chance.random() < 0.5:
            self.click_spot(spot)
            press(key)
        else:
            click(column.palette.pieces[piece])
            self.click_spot(spot)
            click(column.palette.pieces[piece])

    def enter_detail(self, name: str, value: str) -> None:
        """Choose a value in its list, or type it into its field."""
        column = self.set_up.column
        assert column is not None
        row = column.details.rows[name]
        column.details.area.show(row.entry)
        settle(0.02)
        if isinstance(row.entry, ttk.Combobox):
            row.entry.focus_set()
            press("Return")
            press("Home")
            for _ in range([item for item, _ in row.detail.values].index(value)):
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
        """Build the position with these fields."""
        edited, editor = self.set_up.edited, self.set_up.edited.editor
        press("F9", "Shift_L")
        ground = edited.drawn[0]
        assert ground is not None
        for _ in range(ROUNDS):
            for spot in ground.spots:
                missing, present = pieces_on(editor, wanted, spot), pieces_on(editor, self.fields, spot)
                for piece in present:
                    if piece in missing:
                        missing.remove(piece)
                for piece in missing:
                    self.place(spot, piece)
            for name, value in details(editor, wanted).items():
                if details(editor, self.fields).get(name, value) != value:
                    self.enter_detail(name, value)
            if dict(self.fields) == dict(wanted):
                return
            for spot in ground.spots:
                for _ in range(4):
                    if drawn_shapes(editor, self.fields).get(spot) != drawn_shapes(editor, wanted).get(
                        spot
                    ) and pieces_on(editor, wanted, spot):
                        self.click_spot(spot, button=5)


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_random_positions_are_rebuilt_by_clicks_and_keys(game: str) -> None:
    for number, state in enumerate(positions(game, deep(1, 50))):
        with open_window(Setup(state.spec, ("person",) * state.seats, 1)) as window:
            window.set_up.enter()  # as the command line does: F4 is disabled until a player takes over the screen
            wait(lambda: window.set_up.view is not None)
            point_at(window.shell.status)
            builder = Builder(window, random.Random(number))
            builder.build(state.fields)
            assert window.set_up.edited.sketch.text == state.text()
            wait(lambda: window.set_up.edited.valid)
            assert fastcore.parse(window.set_up.edited.sketch.situation) == state
