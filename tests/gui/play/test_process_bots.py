"""Tests of failing bot files: the window keeps working, names the bot and offers a solution."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from bots import Limit
from tests.bot_process.asking import BOT_FILE, FAULTS
from tests.conftest import deep
from tests.kit.matches import wait_until_gone
from tests.kit.windows import TestedWindow, open_window, settle, status_text, wait
from workbench.bot_process import trust
from workbench.bot_process.process_bot import ProcessBot
from workbench.gui.play import words as play_words
from workbench.gui.trust import words as trust_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def setup_with_bot(kind: str, limit: Limit | None = None) -> Setup:
    text = f"{BOT_FILE}:{kind}"
    trust.allow_all_once([text])
    return Setup("herd(size=3)", (text, "person"), 3, limit=limit)


def offered_actions(window: TestedWindow) -> list[str]:
    notice = window.notice.lasting
    return [] if notice is None else [words for words, _ in notice.offers]


@pytest.mark.parametrize("kind", ["LeavesProcess", "Segfaults", "EatsMemory"][deep(1, 0) : deep(2, 3)])
def test_broken_bot_is_named_and_can_be_restarted_or_replaced(kind: str) -> None:
    with open_window(setup_with_bot(kind)) as window:
        table = window.table
        wait(lambda: table.bots.broken)
        settle()
        assert FAULTS[kind][
            1
        ] in table.bots.broken and "Red's bot failed. Restart it or choose another player." in status_text(window)
        notice = window.notice.lasting
        assert notice is not None and FAULTS[kind][1] in notice.text
        assert offered_actions(window) == [play_words.RESTART_BOT, play_words.CHOOSE_PLAYER, trust_words.PLAY]
        dict(notice.offers)[play_words.RESTART_BOT]()
        assert table.bots.thinking and not table.bots.broken
        wait(lambda: table.bots.broken)
        table.change_seats(("greedy", "person"), ("", ""))
        wait(lambda: table.session.waits_for == "person")
        assert not table.bots.broken and not offered_actions(window)
    assert wait_until_gone() == []


def test_missing_bot_file_names_its_folder_and_offers_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open_window(setup_with_bot("LeavesProcess")) as window:
        table = window.table
        table.change_seats(("./gone.py:Mine", "person"), ("", ""))
        wait(lambda: table.bots.broken)
        settle()
        notice = window.notice.lasting
        assert notice is not None and "there is no such file" in notice.text and str(tmp_path) in notice.details
        dict(notice.offers)[trust_words.PLAY]()
        wait(lambda: table.session.waits_for == "person")
        assert not table.bots.broken and not offered_actions(window)


def test_hanging_bot_does_not_freeze_the_window_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.bot_process.process_bot.STOP_SECONDS", 0.3)
    with open_window(setup_with_bot("EndlessRegex")) as window:
        table, bot = window.table, window.table.bots.players[0]
        assert isinstance(bot, ProcessBot)
        wait(lambda: table.bots.thinking and bot.about is not None)
        settle(0.3)
        assert table.bots.thinking
        window.registry.run("stop")
        assert table.bots.held
        wait(lambda: "EndlessRegex did not stop within 0.3 s; Herbarium ended its process." in window.notice.text)
        window.registry.run("continue")
        assert table.bots.thinking, "the bot is restarted"
        window.registry.run("move_now")
        wait(lambda: table.bots.broken)
        assert "did not stop within 0.3 s" in table.bots.broken
    assert wait_until_gone() == []


def test_bot_cannot_see_the_session() -> None:
    with open_window(setup_with_bot("Snoops", Limit(seconds=600, per="game"))) as window:
        table = window.table
        wait(lambda: table.session.waits_for == "person" or table.bots.broken)
        assert not table.bots.broken
        values_found = [
            fact.values
            for step in table.session.steps
            for report in step.reports
            for fact in report.facts
            if fact.key == "found"
        ]
        assert values_found and all(values == {"sessions": 0} for values in values_found)
        assert table.clock.left(0) is not None


def test_closing_the_window_ends_a_hanging_bot() -> None:
    with open_window(setup_with_bot("EndlessRegex")) as window:
        wait(lambda: window.table.bots.thinking)
    assert wait_until_gone() == []
