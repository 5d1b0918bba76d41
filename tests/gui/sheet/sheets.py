"""Helpers for tests of the plan sheet: windows with a sheet, and plans entered by mouse, keys and typing."""

from __future__ import annotations

import tkinter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    click_spot,
    open_window,
    press,
    root,
    status_text,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

SMALL = "herbs(ap=30,actions=2,rounds=3)"
FIRST, SECOND = ("0M2", "1TR", "WhH5"), ("2M2", "3TL", "WhA5")
BID = (  # both plans push the same stone in slot 1, so the order matters
    "11/11/11/11/11/11/11/11/11/5w5/11 E2>,K1^,F3v,K11v 30,30 12w8b,12w8b 0,0 2 1 0 write:1:|"
)


def herbs_setup(position: str | None = None, seats: tuple[str, str] = TWO, spec: str = SMALL) -> Setup:
    return Setup(spec, seats, 1, position)


@contextmanager
def plan_window(setup: Setup, **settings: object) -> Iterator[TestedWindow]:
    """Open a window in which the first player writes a plan."""
    with open_window(setup, **settings) as window:  # type: ignore[arg-type]
        if window.table.screen.handover_seat is not None:
            take_over(window, False)
        assert window.drafting.draft is not None
        yield window


def draft_moves(window: TestedWindow) -> tuple[str, ...]:
    draft = window.drafting.draft
    assert draft is not None
    return draft.moves


def choice_button(window: TestedWindow, spot: str) -> tkinter.Misc:
    return window.screen.choices.buttons[[choice.spot for choice in window.screen.choices.shown].index(spot)]


def click_choices(window: TestedWindow, move: str) -> None:
    """Enter a move by clicking on the board and on the choice buttons."""
    view = window.screen.view
    assert isinstance(view, BoardView) and view.ground is not None
    for spot in window.playing.move_input.entry.paths[move]:
        if spot in view.ground.spots:
            click_spot(window, spot)
        else:
            click(choice_button(window, spot))


def tab_to(window: TestedWindow, widget: tkinter.Misc) -> None:
    for _ in range(30):
        if root().focus_get() is widget:
            return
        press("Tab")
    raise AssertionError("Tab does not reach the widget")


def take_over(window: TestedWindow, by_click: bool) -> None:
    wait(lambda: window.screen.cover.winfo_viewable())
    if by_click:
        click(window.screen.cover.button)
    else:
        if root().focus_get() is window.screen.view:  # the test had moved the focus there
            tab_to(window, window.screen.cover.button)
        press("Return")
    wait(lambda: not window.screen.cover.winfo_manager())


def visible_texts(window: TestedWindow) -> list[str]:
    """Return every text in the program's widgets, visible or not: labels, entries, drawings, menus and tips."""
    texts = list[str]()
    for widget in all_widgets(root()):
        kind = widget.winfo_class()
        if "text" in (widget.keys() or ()):
            texts.append(str(widget.cget("text")))
        if kind in ("Entry", "TEntry", "TCombobox"):
            texts.append(str(widget.tk.call(str(widget), "get")))
        if kind == "Text":
            texts.append(str(widget.tk.call(str(widget), "get", "1.0", "end")))
        if isinstance(widget, tkinter.Canvas):
            texts += [
                str(widget.itemcget(item, "text"))  # type: ignore[no-untyped-call]
                for item in widget.find_withtag("all")
                if str(widget.type(item)) == "text"
            ]
        if isinstance(widget, BoardView):
            texts += [f"{layer} {item}" for layer, items in sorted(widget.painter.shown.items()) for item in items]
        if isinstance(widget, tkinter.Menu):
            end = widget.index("end")
            texts += [
                str(widget.entrycget(n, "label"))
                for n in range(-1 if end is None else end + 1)
                if widget.type(n) != "separator"
            ]
    texts += [Tip.shown.cget("text") if Tip.shown is not None else "", root().title(), status_text(window)]
    return texts


def all_widgets(widget: tkinter.Misc) -> Iterator[tkinter.Misc]:
    """Yield a widget and all its descendants."""
    yield widget
    for child in widget.winfo_children():
        yield from all_widgets(child)
