"""What the tests of the plan sheet share: windows with a sheet, and plans written by mouse, keys and typing."""

from __future__ import annotations

import tkinter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.kit.windows import (
    TWO,
    Tested,
    click,
    click_spot,
    opened,
    press,
    root,
    shown,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

SMALL = "herbs(ap=30,actions=2,rounds=3)"
FIRST, SECOND = ("0M2", "1TR", "WhH5"), ("2M2", "3TL", "WhA5")
BID = (  # both move the same stone in slot 1, so that the order matters
    "11/11/11/11/11/11/11/11/11/5w5/11 E2>,K1^,F3v,K11v 30,30 12w8b,12w8b 0,0 2 1 0 write:1:|"
)


def begin(position: str | None = None, seats: tuple[str, str] = TWO, spec: str = SMALL) -> Setup:
    return Setup(spec, seats, 1, position)


@contextmanager
def writing(setup: Setup, **settings: object) -> Iterator[Tested]:
    """A window in which the first person sits before the sheet."""
    with opened(setup, **settings) as window:  # type: ignore[arg-type]
        if window.table.screen.handing_to is not None:
            take_over(window, False)
        assert window.drafting.draft is not None
        yield window


def written(window: Tested) -> tuple[str, ...]:
    draft = window.drafting.draft
    assert draft is not None
    return draft.moves


def button(window: Tested, spot: str) -> tkinter.Misc:
    """The button of a choice."""
    return window.screen.choices.buttons[[choice.spot for choice in window.screen.choices.shown].index(spot)]


def choose(window: Tested, move: str) -> None:
    """Click on the board and on the buttons beside it for a move."""
    view = window.screen.view
    assert isinstance(view, BoardView) and view.ground is not None
    for spot in window.playing.move_input.entry.paths[move]:
        if spot in view.ground.spots:
            click_spot(window, spot)
        else:
            click(button(window, spot))


def tab_to(window: Tested, widget: tkinter.Misc) -> None:
    for _ in range(30):
        if root().focus_get() is widget:
            return
        press("Tab")
    raise AssertionError("Tab does not come there")


def take_over(window: Tested, clicked: bool) -> None:
    wait(lambda: window.screen.cover.winfo_viewable())
    if clicked:
        click(window.screen.cover.button)
    else:
        if root().focus_get() is window.screen.view:  # where the test put it
            tab_to(window, window.screen.cover.button)
        press("Return")
    wait(lambda: not window.screen.cover.winfo_manager())


def told(window: Tested) -> list[str]:
    """All that any widget says or would say: words, entries, drawings, menus and tips."""
    found = list[str]()
    for widget in everything(root()):
        kind = widget.winfo_class()
        if "text" in (widget.keys() or ()):
            found.append(str(widget.cget("text")))
        if kind in ("Entry", "TEntry", "TCombobox"):
            found.append(str(widget.tk.call(str(widget), "get")))
        if kind == "Text":
            found.append(str(widget.tk.call(str(widget), "get", "1.0", "end")))
        if isinstance(widget, tkinter.Canvas):
            found += [
                str(widget.itemcget(item, "text"))  # type: ignore[no-untyped-call]
                for item in widget.find_withtag("all")
                if str(widget.type(item)) == "text"
            ]
        if isinstance(widget, BoardView):
            found += [f"{layer} {item}" for layer, items in sorted(widget.painter.shown.items()) for item in items]
        if isinstance(widget, tkinter.Menu):
            end = widget.index("end")
            found += [
                str(widget.entrycget(n, "label"))
                for n in range(-1 if end is None else end + 1)
                if widget.type(n) != "separator"
            ]
    found += [Tip.shown.cget("text") if Tip.shown is not None else "", root().title(), shown(window)]
    return found


def everything(widget: tkinter.Misc) -> Iterator[tkinter.Misc]:
    yield widget
    for child in widget.winfo_children():
        yield from everything(child)
