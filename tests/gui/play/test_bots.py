"""Tests of bots in the window: hints, Stop, undo during a search, and failing bots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from bots.reasoning import turn_of
from fastcore import OVER
from tests.kit.windows import (
    PLACING,
    click,
    click_spot,
    marked_spots,
    open_window,
    press,
    settle,
    shows_position,
    status_text,
    wait,
)
from workbench.bot_process import trust
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup
from workbench.thinking.thinker import Done, Progress

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_hint_marks_the_board_and_uses_a_separate_bot() -> None:
    with open_window(Setup("herd(size=3)", ("person", "mcts"), 2, PLACING)) as window:
        press("h", "Control_L")
        assert window.table.bots.advising
        wait(lambda: window.table.bots.advice is not None)
        settle()
        advice = window.table.bots.advice
        assert advice is not None and "outlined" in status_text(window)
        turn = turn_of(window.table.point, advice)
        outlined = marked_spots(window, "advice")
        assert set(turn) & set(outlined) and len(outlined) > 1, "one of the best clicks is outlined"
        press("h", "Control_L")
        assert re.fullmatch(r"Hint: place .* \(chances about [0-9]+ %\)\.", status_text(window))
        assert set(turn) <= set(marked_spots(window, "advice")), "the whole turn is marked"
        assert window.table.bots.hint_bot is not None
        assert window.table.bots.hint_bot not in window.table.bots.players.values()
        assert window.table.session.steps == ()
        click_spot(window, "a1")
        wait(lambda: marked_spots(window, "advice") == [])


def test_stop_continue_and_move_now_control_the_bot() -> None:
    with open_window(Setup("herd(size=3)", ("mcts(seconds=600)", "person"), 2)) as window:
        assert window.table.bots.thinking
        wait(lambda: window.table.bots.requests.progress is not None)
        wait(lambda: "per second" in window.shell.status.progress.words.cget("text"))
        click(window.shell.status.buttons["stop"])
        assert not window.table.bots.thinking and "Bot paused" in status_text(window)
        assert window.shell.status.buttons["stop"].cget("text") == window.registry["continue"].text
        click_spot(window, "a1")
        assert "Bot paused" in status_text(window) and window.table.session.steps[-1].actor < 0
        click(window.shell.status.buttons["stop"])
        assert window.table.bots.thinking
        wait(lambda: window.table.bots.requests.progress is not None)
        click_spot(window, "a1")
        assert play_words.wait("Red") in status_text(window)
        click(window.shell.status.buttons["move_now"])
        wait(lambda: window.table.session.steps[-1].actor == 0)
        assert window.table.session.steps[-1].report is not None
        wait(lambda: window.table.session.waits_for == "person")  # "Move now" applies to the rest of the turn
        assert window.table.state.turn == 2


def test_undo_cancels_a_running_search() -> None:
    with open_window(Setup("herd(size=2)", ("person", "mcts(seconds=600)"), 1)) as window:
        while window.table.session.waits_for == "person":
            click_spot(window, min(window.playing.move_input.entry.next_spots))
            wait(lambda: window.playing.accepts_moves or window.table.bots.thinking)
        ticket, steps = window.table.bots.requests.ticket, len(window.table.session.steps)
        press("z", "Control_L")
        assert (
            window.playing.accepts_moves
            and window.table.bots.requests.ticket == 0
            and len(window.table.session.steps) < steps
        )
        settle(0.3)
        assert window.playing.accepts_moves and shows_position(window) and window.table.bots.requests.ticket != ticket


def test_undo_in_a_game_between_bots_pauses_it() -> None:
    with open_window(Setup("herd(size=3)", ("greedy", "greedy"), 2)) as window:
        wait(lambda: len(window.table.session.steps) > 6)
        press("z", "Control_L")
        steps = len(window.table.session.steps)
        settle(0.2)
        assert (
            len(window.table.session.steps) == steps and "Bot paused" in status_text(window) and shows_position(window)
        )
        press("p")
        wait(lambda: len(window.table.session.steps) > steps + 2)


def test_late_bot_messages_are_ignored() -> None:
    with open_window(Setup("herd(size=3)", ("mcts(seconds=600)", "person"), 2)) as window:
        wait(lambda: window.table.bots.requests.progress is not None)
        old_ticket, report = window.table.bots.requests.ticket, window.table.bots.requests.progress
        assert report is not None
        window.table.begin(Setup("herd(size=4)", ("person", "mcts"), 3))
        window.table.bots.requests.messages.put(Done(old_ticket, (report,)))
        window.table.bots.requests.messages.put(Progress(old_ticket, report))
        settle(0.2)
        assert window.screen.top.title.cget("text").startswith("Herd, size 4")
        assert [step.actor for step in window.table.session.steps] == [-1]
        assert window.table.bots.requests.progress is None


def test_bot_exception_is_reported_in_one_line(tmp_path: Path) -> None:
    bot_file = tmp_path / "mine.py"
    bot_file.write_text(
        "from bots import Bot\nclass Mine(Bot):\n"
        "    def think(self, point, limit=None):\n        raise OSError('no luck')\n"
    )
    trust.allow_all_once([f"{bot_file}:Mine"])
    with open_window(Setup("herd(size=2)", (f"{bot_file}:Mine", "person"), 2)) as window:
        wait(lambda: window.table.bots.held)
        settle()
        assert "no luck" in status_text(window) and window.table.session.steps[-1].actor < 0
        assert window.shell.status.buttons["stop"].cget("text") == window.registry["continue"].text


def test_bot_game_does_not_outrun_its_animation() -> None:
    with open_window(Setup("herd(size=2)", ("random", "greedy"), 4), animation=True) as window:
        wait(lambda: len(window.table.session.steps) > 4)
        assert window.playing.presenter.behind <= 3
        window.settings.animation = False
        window.playing.presenter.skip()
        wait(lambda: window.table.state.actor == OVER and not window.playing.presenter.busy)
        assert shows_position(window) and any(end in status_text(window) for end in (" wins", "You win", "A draw"))
