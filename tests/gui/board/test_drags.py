"""Pieces are dragged on the board, and choices are taken back."""

from __future__ import annotations

from tkinter import Menu

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

from tests.gui.board.viewing import FOREST, legal, played, view_of
from tests.kit.windows import (
    PLACING,
    TWO,
    arrive,
    click,
    click_spot,
    drag,
    matches,
    opened,
    pieces,
    point_at,
    screen,
    settle,
    shown,
    wait,
)
from workbench.boards.kit.choices import HAND
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

REMOVING = "3/bbb1/3r1/4/3 r 9 6-3 x3+6"


def test_a_stone_is_dragged_off_the_board() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        view = view_of(window)
        drag(view, view.place_of("d1"), view.place_of("d4"))
        assert played(window) == [] and "It cannot be dragged there." in shown(window) and matches(window)
        drag(view, view.place_of("c4"), (5, 5))
        assert played(window) == [], "an own stone stays"
        drag(view, view.place_of("d1"), (5, 5))
        assert played(window) == ["xd1"] and matches(window)


def test_what_is_carried_is_seen() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        view = view_of(window)
        point_at(view, *view.place_of("d2"))
        xtest.fake_input(screen(), X.ButtonPress, 1)
        point_at(view, 100, 40)
        assert view.pull is not None and tuple(view.coords(view.pull.number)) == (100, 40)
        number = view.pull.number
        point_at(view, *view.place_of("d2"))
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        arrive()
        assert view.pull is None and not view.type(number), "brought back: nothing has happened"
        assert played(window) == [] and matches(window) and pieces(window)["d2"] == "stone-b"


def test_a_stone_is_dragged_from_the_dice() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view, card = view_of(window), window.screen.panels[0]

        def take(x: int, y: int) -> None:
            """Drag from the middle of the first stone of the tally to a place on the board."""
            stone = card.rows[1][1][0]
            point_at(stone)
            xtest.fake_input(screen(), X.ButtonPress, 1)
            arrive()
            point_at(view, x, y)
            xtest.fake_input(screen(), X.ButtonRelease, 1)
            arrive()

        take(*view.place_of("b2"))
        assert played(window) == ["b2"] and matches(window)
        take(*view.place_of("b3"))
        assert played(window) == ["b2"] and "It cannot be dragged there." in shown(window)
        take(4, 4)
        assert played(window) == ["b2"] and view.pull is None
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        board = window.screen.board
        assert board is not None and board.carried(window.table.point, HAND) is None, "first the stones that go"


def test_the_right_button_takes_a_choice_back() -> None:
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        view = view_of(window)
        click_spot(window, "g2")
        assert window.playing.move_input.entry.chosen == ("g2",)
        point_at(view, *view.place_of("g3"))
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(screen(), kind, 3)
        arrive()
        assert not window.playing.move_input.entry.chosen and played(window) == []


def test_a_drag_of_a_pawn_that_is_let_go_beside_the_board() -> None:
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        view = view_of(window)
        drag(view, view.place_of("g2"), (3, 3))
        assert played(window) == [] and matches(window)
        click(view, 3, 3)
        assert window.playing.move_input.entry.chosen == ()


def test_a_menu_of_choices_that_stays_open_while_the_game_goes_on() -> None:
    with opened(Setup("forest", TWO, 1, "4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -")) as window:
        for _ in range(2):
            click_spot(window, "d3")
        menu = [child for child in window.root.winfo_children() if isinstance(child, Menu)][-1]
        window.table.play("d3-d4")
        settle()
        menu.invoke(0)
        assert played(window) == ["d3-d4"] and matches(window) and "went wrong" not in shown(window)
        menu.unpost()
        menu.destroy()


def test_a_click_counts_while_ones_own_move_is_still_being_shown() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING), animation=True) as window:
        wait(lambda: window.playing.ours and view_of(window).at_rest)
        window.playing.play(legal(window)[0])
        wait(lambda: window.playing.presenter.busy)
        assert window.table.point.actor == 0, "the same person acts again"
        assert window.screen.board is not None
        path = window.screen.board.path(legal(window)[-1])
        assert len(path) == 1
        click_spot(window, path[0])
        assert len([step for step in window.table.session.steps if step.actor >= 0]) == 2
