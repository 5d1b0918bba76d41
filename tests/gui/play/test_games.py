"""Several games in one window: tabs, what goes on behind, closing and opening again."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    matches,
    opened,
    press,
    root,
    settle,
    shown,
    type_text,
    wait,
)
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_a_second_game_stands_beside_the_first() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        assert not window.screen.strip.winfo_ismapped(), "one game needs no tabs"
        click_spot(window, "b2")
        first = window.playing
        press("t", "Control_L")
        wait(lambda: window.screen.strip.winfo_ismapped())
        assert window.playing is not first and window.tabs.open == [first, window.playing]
        assert window.table.session.steps == () or window.table.session.waits_for == "person"
        assert matches(window) and len(window.tabs.open) == 2
        press("Tab", "Control_L")
        assert window.playing is first and matches(window)
        assert [step.move for step in window.table.session.steps] == ["b2"]
        press("Tab", "Control_L", "Shift_L")
        assert window.playing is not first
        click(window.screen.strip.tabs[0].button)
        assert window.playing is first and matches(window)
        click_spot(window, "a1")
        wait(lambda: window.playing.ours)
        assert [step.move for step in window.table.session.steps] == ["b2", "a1"], "clicks mean the game that is shown"
        click(window.screen.strip.tabs[1].cross)
        wait(lambda: not window.screen.strip.winfo_ismapped())
        assert window.tabs.open == [first] and matches(window)


def test_games_of_other_kinds_stand_side_by_side() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
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
        assert window.table.info.id == "herd" and matches(window)


def test_a_bot_behind_goes_on_and_never_shows() -> None:
    with opened(Setup("herd(size=3)", ("person", "mcts(seconds=0.3)"), 1), animation=True) as window:
        first = window.playing
        while window.playing.ours or window.playing.presenter.busy:
            if window.playing.ours:
                click_spot(window, min(window.playing.move_input.entry.open))
            settle(0.02)
        wait(lambda: first.table.bots.thinking)
        made = len(first.table.session.steps)
        window.tabs.begin(Setup("herd(size=4)", TWO, 1))
        text = shown(window)
        wait(lambda: first.table.session.waits_for == "person")
        assert len(first.table.session.steps) > made, "what it decided was taken in"
        assert window.table.session.steps[-1].actor < 0 or not window.table.session.steps
        assert shown(window) == text and matches(window), "and nothing of it is shown"
        assert window.screen.strip.labels[0].waits, "but that one is expected there"
        press("Tab", "Control_L")
        assert window.playing is first and matches(window) and window.playing.ours


def test_advice_for_a_game_behind_stays_there() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        first = window.playing
        press("h")
        assert first.table.bots.advising
        press("t", "Control_L")
        wait(lambda: first.table.bots.advice is not None)
        assert window.table.bots.advice is None and not window.screen.view.painter.shown["advice"]  # type: ignore[union-attr]
        press("Tab", "Control_L")
        assert window.screen.view.painter.shown["advice"], "there it waits"  # type: ignore[union-attr]


def test_what_is_typed_belongs_to_its_game() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("slash")
        type_text("b2 a1")
        press("t", "Control_L")
        assert window.shell.status.typed() == ""
        press("Tab", "Control_L")
        assert window.shell.status.typed() == "b2 a1"


def test_a_closed_game_can_be_opened_again() -> None:
    with opened(Setup("herd(size=3)", ("person", "random"), 1, PLACING)) as window:
        assert window.registry["reopen"].why_not() == play_words.NONE_CLOSED
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        session, text = window.table.session, window.table.state.text()
        press("w", "Control_L")
        assert window.table.session is not session
        wait(lambda: window.playing.ours)  # a board is always ready
        press("T", "Control_L", "Shift_L")
        assert window.table.session is session and window.table.state.text() == text and matches(window)
        assert len(window.tabs.open) == 1, "a game without a decision makes room"
        assert not session.document.can_undo
        click_spot(window, min(window.playing.move_input.entry.open))
        wait(lambda: window.playing.ours)
        assert len(session.steps) > 1, "and it goes on, with its bot"


def test_a_new_game_in_place_of_another_loses_nothing() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        click_spot(window, "b2")
        session = window.table.session
        window.registry.run("again")
        assert window.table.session is not session
        window.registry.run("again")
        assert [game.session for game in window.tabs.closed] == [session], "what nobody decided in is not worth keeping"
        window.registry.run("reopen")
        assert window.table.session is session


def test_closing_while_a_bot_thinks() -> None:
    with opened(Setup("herd", ("mcts(seconds=600)", "person"), 1)) as window:
        wait(lambda: window.table.bots.asking.progress is not None)
        thinker, gone = window.table, window.playing
        press("t", "Control_L")
        wait(lambda: window.table.bots.asking.progress is not None)
        press("w", "Control_L")
        assert window.playing is gone and window.table.bots.thinking, "the other one goes on"
        press("t", "Control_L")
        window.tabs.close(0)
        assert thinker.bots.asking.ticket == 0 and window.playing is not gone
        settle(0.3)
        assert thinker.bots.asking.progress is None and len(window.tabs.open) == 1


def test_many_games_find_room() -> None:
    with opened(Setup("herd(size=2)", TWO, 1), size=(800, 560)) as window:
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


def test_a_game_that_another_one_takes_the_place_of_is_said_to_be_kept() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        window.registry.run("again")
        assert window.notice.text == "", "nothing was decided in it"
        wait(lambda: window.playing.ours)
        click_spot(window, min(window.playing.move_input.entry.open))
        before = window.table.session
        window.registry.run("again")
        assert "Ctrl+Shift+T" in window.notice.text and window.table.session is not before
        press("T", "Control_L", "Shift_L")
        assert window.table.session is before
