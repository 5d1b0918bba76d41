"""Tests of playing in the window with real clicks and keys on a virtual display."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    drag,
    marked_spots,
    open_window,
    pieces,
    point_at,
    press,
    root,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench import boards
from workbench.boards.kit.entry import Entry
from workbench.gui.app import first_setup
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play import words as play_words
from workbench.gui.widgets.tips import Tip
from workbench.settings import Settings
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

REMOVING = "3/bbb1/3r1/4/3 r 9 6-3 x2+6"


def test_new_game_shows_the_board_and_the_task() -> None:
    with open_window(Setup("herd", ("person", "mcts"), 1)) as window:
        assert window.playing.accepts_moves
        assert status_text(window).startswith("Your turn: place")
        assert window.screen.top.title.cget("text") == "Herd, size 5 · turn 1"
        assert len(marked_spots(window, "open")) == 61


def test_first_setup_uses_the_last_game_or_herd() -> None:
    assert first_setup(Settings()).spec == "herd(size=4)", "a smaller board leaves too much to the dice"
    assert first_setup(Settings(last_spec="forest", last_seats=("person", "random"))).spec == "forest"


def test_whole_game_can_be_played_by_clicks() -> None:
    with open_window(Setup("herd(size=2)", ("person", "mcts(simulations=40)"), 5)) as window:
        clicks = 0
        while window.table.session.waits_for != "over":
            wait(lambda: window.playing.accepts_moves or window.table.session.waits_for == "over")
            if window.playing.accepts_moves:
                spots = sorted(window.playing.move_input.entry.next_spots)
                click_spot(window, spots[clicks % len(spots)])
                clicks += 1
        wait(lambda: not window.playing.presenter.busy)
        red, blue = window.table.state.points()
        assert clicks > 3 and red + blue == 7
        winner = f"Red wins {red}–{blue}." if red > blue else f"Blue wins {blue}–{red}."
        assert status_text(window) == f"{winner} The board is full."
        assert [card.points.cget("text") for card in window.screen.players] == [str(red), str(blue)]
        assert shows_position(window) and marked_spots(window, "open") == []
        has_report = {step.actor: step.report is not None for step in window.table.session.steps}
        assert has_report[0] is False and has_report[1] is True


def test_hover_previews_the_move_that_a_click_plays() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        point_at(view, *view.place_of("b2"))
        assert marked_spots(window, "foresee") == ["b2", "c3"]
        assert "b2: place here and capture c3." in status_text(window)
        click_spot(window, "b2")
        wait(lambda: not window.playing.presenter.busy)
        assert "c3" not in pieces(window) and pieces(window)["b2"] == "stone-r"
        assert shows_position(window) and marked_spots(window, "last") == ["b2", "c3"]
        assert window.table.state.fields["left"] == "x0+5", "one stone is placed, one is left"


def test_illegal_click_shows_the_reason() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        click_spot(window, "c4")
        assert "c4 has Red's own stone: choose a blue stone to remove." in status_text(window)
        assert window.table.session.steps == () and marked_spots(window, "open") == ["d1", "d2", "d3"]
        click_spot(window, "d1")
        wait(lambda: window.playing.accepts_moves)
        assert "d1" not in pieces(window) and marked_spots(window, "open") == ["d2", "d3"]


def test_drag_equals_two_clicks_and_ambiguous_spot_opens_a_card() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        window.playing.move_input.entry = Entry({"b2": ("a1", "b2"), "a2": ("a1", "a2")})
        click_spot(window, "a1")
        assert marked_spots(window, "open") == ["a2", "b2"] and not window.table.session.steps
        press("Escape")
        assert marked_spots(window, "open") == ["a1"], "Esc clears the selection"
        drag(view, view.place_of("a1"), view.place_of("b2"))
        wait(lambda: window.playing.accepts_moves)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        window.playing.move_input.entry = Entry({"a1": ("a3",), "a2": ("a3",)})
        click_spot(window, "a3")
        press("Down")
        press("Return")
        wait(lambda: len(window.table.session.steps) == 2)
        assert window.table.session.steps[-1].move == "a2"


def test_typed_moves_are_played_up_to_the_first_illegal_one() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("slash")
        assert root().focus_get() is window.shell.status.entry
        type_text("c3")
        press("Return")
        assert "C3 is not empty." in status_text(window)
        window.shell.status.set_typed_text()
        type_text("b2")
        press("Return")
        wait(lambda: window.playing.accepts_moves)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        assert window.shell.status.entry.get() == "", "the field is cleared after a legal move"
        type_text("h")
        assert window.table.bots.requests.ticket == 0, "a letter typed in the field runs no command"
        window.shell.status.set_typed_text()
        type_text("a1 a1 a2")
        press("Return")
        assert [step.move for step in window.table.session.steps] == ["b2", "a1"]
        assert "A1 is not empty." in status_text(window)
        assert window.shell.status.entry.get() == "a1 a2", "the field keeps the moves that were not played"


def test_board_can_be_used_by_keyboard_only() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        assert root().focus_get() is view and marked_spots(window, "cursor") == []
        for widget in (*(card.frame for card in window.screen.players), window.shell.status.entry):
            press("Tab")
            assert root().focus_get() is widget, "Tab follows the reading order"
        for _ in range(3):
            press("Tab", "Shift_L")
        assert root().focus_get() is view, "Tab reaches the board"
        assert view.cursor == "c3" and marked_spots(window, "cursor") == ["c3"], (
            "the cursor appears in the middle of the board"
        )
        press("Down")
        assert view.cursor == "b3"
        while view.cursor != "b2":
            press("Left")
        assert "capture c3" in status_text(window)
        press("Return")
        wait(lambda: window.playing.accepts_moves)
        assert [step.move for step in window.table.session.steps] == ["b2"]


def test_undo_and_redo_restore_positions() -> None:
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 2)) as window:
        start = window.table.state.text()
        while window.table.state.turn < 3:
            wait(lambda: window.playing.accepts_moves)
            click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        later = window.table.state.text()
        count = 0
        while not window.table.session.document.can_undo:
            press("z", "Control_L")
            count += 1
        assert window.table.state.text() == start and shows_position(window)
        assert play_words.UNDONE in window.screen.top.title.cget("text")
        for _ in range(count):
            click(window.shell.status.buttons["redo"])
            settle()
        assert window.table.state.text() == later and shows_position(window)
        assert str(window.shell.status.buttons["redo"].cget("state")) == "disabled"
        point_at(window.screen.view)
        point_at(window.shell.status.buttons["redo"])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and "Nothing has been undone." in Tip.shown.cget("text")


def test_caps_lock_does_not_break_control_keys() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        press("Caps_Lock")
        try:
            press("z", "Control_L")
        finally:
            press("Caps_Lock")
        assert window.table.session.steps == ()
        press("Z", "Control_L", "Shift_L")
        assert len(window.table.session.steps) == 1


def test_game_without_a_board_is_played_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "find", lambda game: None)
    with open_window(Setup("herd(size=2)", ("person", "random"), 3)) as window:
        assert isinstance(window.screen.view, PlainView)
        # Ctrl+N starts a new game; it must not also select the next move of the list.
        assert "<Control-Key-n>" not in window.screen.view.list.event_info("<<NextLine>>")
        count = 0
        while window.table.session.waits_for != "over":
            wait(lambda: window.playing.accepts_moves or window.table.session.waits_for == "over")
            if not window.playing.accepts_moves:
                break
            state = window.table.state
            listed = list(window.screen.view.list.get(0, "end"))
            assert [line.split()[0] for line in listed] == [state.move_text(move) for move in state.moves()]
            assert window.screen.view.position.get("1.0", "end").strip("\n") == boards.text_board(state).strip("\n")
            window.screen.view.list.activate(count % len(listed))
            click(window.screen.view.button)
            count += 1
        wait(lambda: not window.playing.presenter.busy)
        assert count > 3 and re.match("You win |Blue wins ", status_text(window))
        assert window.screen.view.list.size() == 0
