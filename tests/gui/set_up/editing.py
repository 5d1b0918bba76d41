"""What the tests of set-up positions share: the open editor, and clicks on its board."""

from __future__ import annotations

from tests.kit.windows import (
    TWO,
    click,
    press,
    settle,
    wait,
)
from workbench.game.session import PERSON
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.set_up.board import SketchView
from workbench.gui.set_up.column import SketchColumn
from workbench.gui.set_up.mode import SetUp
from workbench.gui.window import Window
from workbench.positions.sketch import Sketch
from workbench.table.setup import Setup

SMALL = Setup("herd(size=3)", TWO, 1)


def parts(window: Window) -> tuple[SetUp, SketchView, SketchColumn]:
    """What stands in the window while a position is set up and all is checked."""
    set_up = window.set_up
    assert set_up.view is not None and set_up.column is not None
    wait(lambda: set_up.sketching.checked == set_up.sketching.sketch)
    settle()
    return set_up, set_up.view, set_up.column


def field(window: Window, name: str) -> str:
    fields = window.set_up.sketching.fields
    assert fields is not None
    return fields[name]


def put(window: Window, text: str) -> None:
    sketching = window.set_up.sketching
    sketching.take(Sketch(sketching.sketch.spec, text))
    parts(window)


def click_spot_of(view: SketchView, spot: str) -> None:
    click(view, *view.place_of(spot))


def begun(window: Window, opening: str, bot: str = "", sat: str = PERSON) -> None:
    """F5, with an opening other than the first that is offered, or with this bot on every seat instead of who sat there."""
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
