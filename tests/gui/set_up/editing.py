"""Helpers for tests of set-up mode: the open editor and clicks on its board."""

from __future__ import annotations

from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    press,
    settle,
    wait,
)
from workbench.game.session import PERSON
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.set_up.board import SetUpBoard
from workbench.gui.set_up.column import SetUpColumn
from workbench.gui.set_up.mode import SetUpMode
from workbench.positions.sketch import Sketch
from workbench.table.setup import Setup

SMALL = Setup("herd(size=3)", TWO, 1)


def editor_parts(window: TestedWindow) -> tuple[SetUpMode, SetUpBoard, SetUpColumn]:
    """Wait until the position is checked. Return the set-up mode, its board and its column."""
    set_up = window.set_up
    assert set_up.view is not None and set_up.column is not None
    wait(lambda: set_up.edited.checked == set_up.edited.sketch)
    settle()
    return set_up, set_up.view, set_up.column


def field_value(window: TestedWindow, name: str) -> str:
    fields = window.set_up.edited.fields
    assert fields is not None
    return fields[name]


def write_position(window: TestedWindow, text: str) -> None:
    edited = window.set_up.edited
    edited.replace_sketch(Sketch(edited.sketch.spec, text))
    editor_parts(window)


def click_spot_of(view: SetUpBoard, spot: str) -> None:
    click(view, *view.place_of(spot))


def start_game(window: TestedWindow, opening: str, bot: str = "", expected: str = PERSON) -> None:
    """Start a game from the position in Set up, or from the shown position, with Ctrl+N.

    Assert that every seat but the first initially shows `expected`. `bot`, if given, takes all seats. `opening`, if
    given, replaces the default opening.
    """
    tabs = len(window.tabs.open)
    if not window.set_up.on:
        press("F4")
        editor_parts(window)
    press("n", "Control_L")
    wait(lambda: "new" in window.pages.open)
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame) and not any(form.player_box.instate(["disabled"]) for form in dialog.seats)
    for number, form in enumerate(dialog.seats):
        # A person plays unless the user chooses otherwise.
        assert form.text.partition(":")[0] == (expected if number else "person")
        form.fill(dialog.spec, bot or form.text)
    if opening:
        dialog.opening.select(opening)
        assert all(form.player_box.instate(["disabled"]) for form in dialog.seats)
    dialog.accept()
    wait(lambda: len(window.tabs.open) == tabs + 1)
