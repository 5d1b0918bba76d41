"""Tests of several games in one window: tabs, games in the background, closing and reopening."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    open_window,
    press,
    root,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_second_game_opens_in_its_own_tab() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        assert not window.screen.strip.winfo_ismapped(), "one game needs no tabs"
        click_spot(window, "b2")
        first = window.playing
        window.open_tab()
        wait(lambda: window.screen.strip.winfo_ismapped())
        assert window.playing is not first and window.tabs.open == [first, window.playing]
        assert window.table.session.steps == () or window.table.session.waits_for == "person"
        assert shows_position(window) and len(window.tabs.open) == 2
        press("Tab", "Control_L")
        assert window.playing is first and shows_position(window)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        press("Tab", "Control_L", "Shift_L")
        assert window.playing is not first
        click(window.screen.strip.tabs[0].button)
        assert window.playing is first and shows_position(window)
        click_spot(window, "a1")
        wait(lambda: window.playing.accepts_moves)
        assert [step.move for step in window.table.session.steps] == ["b2", "a1"], "clicks go to the visible game"
        click(window.screen.strip.tabs[1].cross)
        wait(lambda: not window.screen.strip.winfo_ismapped())
        assert window.tabs.open == [first] and shows_position(window)


def test_tabs_can_hold_different_games() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        for spec in ("forest", "herbalism", "herbs"):
            window.tabs.begin(Setup(spec, ("person",) * fastcore.start(spec).seats, 3))
            settle()
            assert window.table.info.id == spec and window.screen.top.title.cget("text").startswith(
                window.table.info.title
            )
        for _ in range(4):
            press("Tab", "Control_L")
            settle()
            assert window.screen.top.title.cget("text").startswith(window.table.info.title)
            assert len(window.screen.players) == window.table.state.seats
        for _ in range(3):
            press("w", "Control_L")
        assert window.table.info.id == "herd" and shows_position(window)


def test_bot_in_a_hidden_tab_plays_without_showing() -> None:
    with open_window(Setup("herd(size=3)", ("person", "mcts(seconds=0.3)"), 1), animation=True) as window:
        first = window.playing
        while window.playing.accepts_moves or window.playing.presenter.busy:
            if window.playing.accepts_moves:
                click_spot(window, min(window.playing.move_input.entry.next_spots))
            settle(0.02)
        wait(lambda: first.table.bots.thinking)
        steps_before = len(first.table.session.steps)
        window.tabs.begin(Setup("herd(size=4)", TWO, 1))
        text = status_text(window)
        wait(lambda: first.table.session.waits_for == "person")
        assert len(first.table.session.steps) > steps_before, "the hidden game accepts its move"
        assert window.table.session.steps[-1].actor < 0 or not window.table.session.steps
        assert status_text(window) == text and shows_position(window), "the visible game does not change"
        assert window.screen.strip.labels[0].waits, "the tab shows that the person must move"
        press("Tab", "Control_L")
        assert window.playing is first and shows_position(window) and window.playing.accepts_moves


def test_hint_appears_only_in_the_game_that_asked() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        first = window.playing
        press("h", "Control_L")
        assert first.table.bots.advising
        window.open_tab()
        wait(lambda: first.table.bots.advice is not None)
        assert window.table.bots.advice is None and not window.screen.view.painter.shown["advice"]  # type: ignore[union-attr]
        press("Tab", "Control_L")
        assert window.screen.view.painter.shown["advice"], "its own tab shows the hint"  # type: ignore[union-attr]


def test_typed_text_belongs_to_its_game() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("slash")
        type_text("b2 a1")
        window.open_tab()
        assert window.shell.status.typed_text() == ""
        press("Tab", "Control_L")
        assert window.shell.status.typed_text() == "b2 a1"


def test_closed_game_can_be_reopened() -> None:
    with open_window(Setup("herd(size=3)", ("person", "random"), 1, PLACING)) as window:
        assert window.registry["reopen"].why_not() == play_words.NONE_CLOSED
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        session, text = window.table.session, window.table.state.text()
        press("w", "Control_L")
        assert window.table.session is not session
        wait(lambda: window.playing.accepts_moves)  # a new game replaces the closed one
        press("T", "Control_L", "Shift_L")
        assert window.table.session is session and window.table.state.text() == text and shows_position(window)
        assert len(window.tabs.open) == 1, "the reopened game replaces a game without moves"
        assert not session.document.can_undo
        click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        assert len(session.steps) > 1, "the reopened game continues with its bot"


def test_replaced_game_can_be_reopened() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        click_spot(window, "b2")
        session = window.table.session
        window.registry.run("again")
        assert window.table.session is not session
        window.registry.run("again")
        assert [game.session for game in window.tabs.closed] == [session], "a game without moves is not kept"
        window.registry.run("reopen")
        assert window.table.session is session


def test_closing_a_game_ends_its_search() -> None:
    with open_window(Setup("herd", ("mcts(seconds=600)", "person"), 1)) as window:
        wait(lambda: window.table.bots.requests.progress is not None)
        table, closed = window.table, window.playing
        window.open_tab()
        wait(lambda: window.table.bots.requests.progress is not None)
        press("w", "Control_L")
        assert window.playing is closed and window.table.bots.thinking, (
            "closing the second game does not stop the first"
        )
        window.open_tab()
        window.tabs.close(0)
        assert table.bots.requests.ticket == 0 and window.playing is not closed
        settle(0.3)
        assert table.bots.requests.progress is None and len(window.tabs.open) == 1


def test_tabs_fit_when_many_games_are_open() -> None:
    with open_window(Setup("herd(size=2)", TWO, 1), size=(800, 560)) as window:
        for _ in range(14):
            window.tabs.begin(Setup("herd(size=2)", TWO, 1))
        settle()
        strip = window.screen.strip
        tabs = list(strip.tabs.values())
        assert window.tabs.number in strip.tabs and len(tabs) < 15
        assert tabs[-1].winfo_x() + tabs[-1].winfo_width() <= strip.new.winfo_x()
        assert strip.new.winfo_x() + strip.new.winfo_width() <= strip.all.winfo_x()
        assert strip.all.winfo_x() + strip.all.winfo_width() <= strip.row.winfo_width()
        assert strip.all.cget("text") == play_words.games(15)
        for _ in range(15):
            press("Tab", "Control_L")
            assert window.tabs.number in strip.tabs
        root().geometry("1280x720+0+0")
        wait(lambda: len(strip.tabs) > len(tabs) or window.screen.strip is not strip)


def test_notice_says_how_to_reopen_a_replaced_game() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        window.registry.run("again")
        assert window.notice.text == "", "no moves were made in it"
        wait(lambda: window.playing.accepts_moves)
        click_spot(window, min(window.playing.move_input.entry.next_spots))
        before = window.table.session
        window.registry.run("again")
        assert "Ctrl+Shift+T" in window.notice.text and window.table.session is not before
        press("T", "Control_L", "Shift_L")
        assert window.table.session is before
