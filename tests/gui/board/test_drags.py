"""Tests of dragging pieces and deselecting on the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

from tests.gui.board.viewing import FOREST, legal_moves, played_moves, view_of
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    drag,
    flush_events,
    open_window,
    pieces,
    point_at,
    screen,
    settle,
    shows_position,
    status_text,
    wait,
)
from workbench.boards.kit.choices import HAND
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

REMOVING = "3/bbb1/3r1/4/3 r 9 6-3 x3+6"


def test_dragging_stone_off_board_removes_it() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        view = view_of(window)
        drag(view, view.place_of("d1"), view.place_of("d4"))
        assert (
            played_moves(window) == []
            and "This piece cannot be dragged there." in status_text(window)
            and shows_position(window)
        )
        drag(view, view.place_of("c4"), (5, 5))
        assert played_moves(window) == [], "an own stone stays"
        drag(view, view.place_of("d1"), (5, 5))
        assert played_moves(window) == ["xd1"] and shows_position(window)


def test_dragged_piece_follows_pointer() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        view = view_of(window)
        point_at(view, *view.place_of("d2"))
        xtest.fake_input(screen(), X.ButtonPress, 1)
        point_at(view, 100, 40)
        assert view.drag is not None and tuple(view.coords(view.drag.number)) == (100, 40)
        number = view.drag.number
        point_at(view, *view.place_of("d2"))
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        flush_events()
        assert view.drag is None and not view.type(number), "brought back: nothing has happened"
        assert played_moves(window) == [] and shows_position(window) and pieces(window)["d2"] == "stone-b"


def test_stone_is_dragged_from_dice_card() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view, card = view_of(window), window.screen.panels[0]

        def drag_stone(x: int, y: int) -> None:
            """Drag the first stone of the tally to a point on the board."""
            stone = card.rows[1][1][0]
            point_at(stone)
            xtest.fake_input(screen(), X.ButtonPress, 1)
            flush_events()
            point_at(view, x, y)
            xtest.fake_input(screen(), X.ButtonRelease, 1)
            flush_events()

        drag_stone(*view.place_of("b2"))
        assert played_moves(window) == ["b2"] and shows_position(window)
        drag_stone(*view.place_of("b3"))
        assert played_moves(window) == ["b2"] and "This piece cannot be dragged there." in status_text(window)
        drag_stone(4, 4)
        assert played_moves(window) == ["b2"] and view.drag is None
    with open_window(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        board = window.screen.board
        assert board is not None and board.dragged_piece(window.table.point, HAND) is None, "first the stones that go"


def test_dropping_pawn_beside_board_changes_nothing() -> None:
    with open_window(Setup("forest", TWO, 1, FOREST)) as window:
        view = view_of(window)
        drag(view, view.place_of("g2"), (3, 3))
        assert played_moves(window) == [] and shows_position(window)
        click(view, 3, 3)
        assert window.playing.move_input.entry.chosen == ()


def test_card_of_moves_closes_when_the_game_continues_without_it() -> None:
    with open_window(Setup("forest", TWO, 1, "4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -")) as window:
        for _ in range(2):
            click_spot(window, "d3")
        card = window.playing.move_input.card
        assert card.frame is not None
        window.table.play("d3-d4")
        settle()
        assert card.frame is None
        assert played_moves(window) == ["d3-d4"] and shows_position(window) and "went wrong" not in status_text(window)


def test_click_is_accepted_during_animation_of_own_move() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING), animation=True) as window:
        wait(lambda: window.playing.accepts_moves and view_of(window).has_settled)
        window.playing.play(legal_moves(window)[0])
        wait(lambda: window.playing.presenter.busy)
        assert window.table.point.actor == 0, "the same person acts again"
        assert window.screen.board is not None
        path = window.screen.board.path(legal_moves(window)[-1])
        assert len(path) == 1
        click_spot(window, path[0])
        assert len([step for step in window.table.session.steps if step.actor >= 0]) == 2
