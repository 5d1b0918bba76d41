"""What the tests of set-up positions share: the open editor, and clicks on its board."""

from __future__ import annotations

from tests.kit.windows import (
    TWO,
    Tested,
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


def parts(window: Tested) -> tuple[SetUpMode, SetUpBoard, SetUpColumn]:
    """What stands in the window while a position is set up and all is checked."""
    set_up = window.set_up
    assert set_up.view is not None and set_up.column is not None
    wait(lambda: set_up.edited.checked == set_up.edited.sketch)
    settle()
    return set_up, set_up.view, set_up.column


def field(window: Tested, name: str) -> str:
    fields = window.set_up.edited.fields
    assert fields is not None
    return fields[name]


def put(window: Tested, text: str) -> None:
    edited = window.set_up.edited
    edited.take(Sketch(edited.sketch.spec, text))
    parts(window)


def click_spot_of(view: SetUpBoard, spot: str) -> None:
    click(view, *view.place_of(spot))


def begun(window: Tested, opening: str, bot: str = "", sat: str = PERSON) -> None:
    """Start with F5, from an opening other than the first one offered, or with this bot on every seat."""
    tabs = len(window.tabs.open)
    press("F5")
    wait(lambda: "new" in window.pages.open)
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame) and not any(form.who.instate(["disabled"]) for form in dialog.seats)
    for form in dialog.seats:
        assert form.text.partition(":")[0] == sat
        form.put(dialog.spec, bot or form.text)
    if opening:
        dialog.opening.put(opening)
        assert all(form.who.instate(["disabled"]) for form in dialog.seats)
    dialog.accept()
    wait(lambda: len(window.tabs.open) == tabs + 1)
