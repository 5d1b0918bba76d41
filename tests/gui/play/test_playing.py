"""People play in the window: real clicks and keys at real places on the virtual display."""

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
    marks,
    matches,
    opened,
    pieces,
    point_at,
    press,
    root,
    settle,
    shown,
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


def test_the_first_board_is_ready_and_says_what_to_do() -> None:
    with opened(Setup("herd", ("person", "mcts"), 1)) as window:
        assert window.playing.ours
        assert shown(window).startswith("Red must place")
        assert window.screen.top.title.cget("text") == "Herd, size 5 · turn 1"
        assert len(marks(window, "open")) == 61


def test_the_first_game_is_the_newest_with_a_board() -> None:
    assert first_setup(Settings()).spec == "herd"
    assert first_setup(Settings(last_spec="forest", last_seats=("person", "random"))).spec == "forest"


def test_a_whole_game_against_a_bot_by_clicks() -> None:
    with opened(Setup("herd(size=2)", ("person", "mcts(simulations=40)"), 5)) as window:
        clicks = 0
        while window.table.session.waits_for != "over":
            wait(lambda: window.playing.ours or window.table.session.waits_for == "over")
            if window.playing.ours:
                spots = sorted(window.playing.move_input.entry.open)
                click_spot(window, spots[clicks % len(spots)])
                clicks += 1
        wait(lambda: not window.playing.presenter.busy)
        red, blue = window.table.state.points()
        assert clicks > 3 and red + blue == 7
        assert shown(window) == (f"Red wins, {red} to {blue}." if red > blue else f"Blue wins, {blue} to {red}.")
        assert [card.points.cget("text") for card in window.screen.players] == [str(red), str(blue)]
        assert matches(window) and marks(window, "open") == []
        by = {step.actor: step.report is not None for step in window.table.session.steps}
        assert by[0] is False and by[1] is True


def test_pointing_shows_what_a_click_would_do_and_clicking_does_it() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        point_at(view, *view.place_of("b2"))
        assert marks(window, "foresee") == ["b2", "c3"]
        assert "b2: place here and capture c3." in shown(window)
        click_spot(window, "b2")
        wait(lambda: not window.playing.presenter.busy)
        assert "c3" not in pieces(window) and pieces(window)["b2"] == "stone-r"
        assert matches(window) and marks(window, "last") == ["b2", "c3"]
        assert window.table.state.fields["left"] == "x0+5", "one placed, one more owed"


def test_a_refused_click_says_why() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        click_spot(window, "c4")
        assert "c4 holds Red's own stone: choose a blue stone to remove." in shown(window)
        assert window.table.session.steps == () and marks(window, "open") == ["d1", "d2", "d3"]
        click_spot(window, "d1")
        wait(lambda: window.playing.ours)
        assert "d1" not in pieces(window) and marks(window, "open") == ["d2", "d3"]


def test_a_drag_is_two_clicks_and_several_moves_are_chosen_from() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        window.playing.move_input.entry = Entry({"b2": ("a1", "b2"), "a2": ("a1", "a2")})
        click_spot(window, "a1")
        assert marks(window, "open") == ["a2", "b2"] and not window.table.session.steps
        press("Escape")
        assert marks(window, "open") == ["a1"], "Esc takes the choice back"
        drag(view, view.place_of("a1"), view.place_of("b2"))
        wait(lambda: window.playing.ours)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        window.playing.move_input.entry = Entry({"a1": ("a3",), "a2": ("a3",)})
        click_spot(window, "a3")
        press("Down")
        press("Down")
        press("Return")
        wait(lambda: len(window.table.session.steps) == 2)
        assert window.table.session.steps[-1].move == "a2"


def test_typed_moves() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("slash")
        assert root().focus_get() is window.shell.status.entry
        type_text("c3")
        press("Return")
        assert "C3 holds a stone." in shown(window)
        window.shell.status.clear()
        type_text("b2")
        press("Return")
        wait(lambda: window.playing.ours)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        assert window.shell.status.entry.get() == "", "the field is empty for the next move"
        type_text("h")
        assert window.table.bots.asking.ticket == 0, "a letter that is typed is no command"
        window.shell.status.clear()
        type_text("a1 a1 a2")
        press("Return")
        assert [step.move for step in window.table.session.steps] == ["b2", "a1"]
        assert "A1 holds a stone." in shown(window)
        assert window.shell.status.entry.get() == "a1 a2", "what was not played stays to be put right"


def test_the_keyboard_alone_plays() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        assert root().focus_get() is view and marks(window, "cursor") == []
        for widget in (*(card.frame for card in window.screen.players), window.shell.status.entry):
            press("Tab")
            assert root().focus_get() is widget, "Tab goes in the order of reading"
        for _ in range(3):
            press("Tab", "Shift_L")
        assert root().focus_get() is view, "Tab reaches the board"
        assert view.cursor == "c3" and marks(window, "cursor") == ["c3"], (
            "and shows it: the cursor begins in the middle"
        )
        press("Down")
        assert view.cursor == "b3"
        while view.cursor != "b2":
            press("Left")
        assert "capture c3" in shown(window)
        press("Return")
        wait(lambda: window.playing.ours)
        assert [step.move for step in window.table.session.steps] == ["b2"]


def test_undo_and_redo() -> None:
    with opened(Setup("herd(size=3)", ("person", "greedy"), 2)) as window:
        start = window.table.state.text()
        while window.table.state.turn < 3:
            wait(lambda: window.playing.ours)
            click_spot(window, min(window.playing.move_input.entry.open))
        wait(lambda: window.playing.ours)
        later = window.table.state.text()
        count = 0
        while not window.table.session.document.can_undo:
            press("z", "Control_L")
            count += 1
        assert window.table.state.text() == start and matches(window)
        assert play_words.HINDSIGHT in window.screen.top.title.cget("text")
        for _ in range(count):
            click(window.shell.status.buttons["redo"])
            settle()
        assert window.table.state.text() == later and matches(window)
        assert str(window.shell.status.buttons["redo"].cget("state")) == "disabled"
        point_at(window.screen.view)
        point_at(window.shell.status.buttons["redo"])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and "Nothing has been undone." in Tip.shown.cget("text")


def test_caps_lock_does_not_break_control_keys() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        press("Caps_Lock")
        try:
            press("z", "Control_L")
        finally:
            press("Caps_Lock")
        assert window.table.session.steps == ()
        press("Z", "Control_L", "Shift_L")
        assert len(window.table.session.steps) == 1


def test_a_game_without_a_board_is_played_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "find", lambda game: None)
    with opened(Setup("herd(size=2)", ("person", "random"), 3)) as window:
        assert isinstance(window.screen.view, PlainView)
        count = 0
        while window.table.session.waits_for != "over":
            wait(lambda: window.playing.ours or window.table.session.waits_for == "over")
            if not window.playing.ours:
                break
            state = window.table.state
            listed = list(window.screen.view.list.get(0, "end"))
            assert [line.split()[0] for line in listed] == [state.move_text(move) for move in state.moves()]
            assert window.screen.view.position.get("1.0", "end").strip("\n") == boards.text_board(state).strip("\n")
            window.screen.view.list.activate(count % len(listed))
            click(window.screen.view.button)
            count += 1
        wait(lambda: not window.playing.presenter.busy)
        assert count > 3 and re.match("(Red|Blue) wins, ", shown(window))
        assert window.screen.view.list.size() == 0
