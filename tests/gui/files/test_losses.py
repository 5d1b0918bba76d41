"""No game is lost and none is doubled: slow disks, what was discarded, bots that are gone, games that break."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.kit.disks import SMALL, own, play, waiting_disk
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    kept_file,
    matches,
    opened,
    press,
    settle,
    shown,
    wait,
    wait_for_jobs,
)
from workbench.game.session import Session
from workbench.gui.files import words
from workbench.gui.shell import faults
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets import words as widgets_words
from workbench.records import files
from workbench.records.schema import Record, Seat
from workbench.storage.autosave import left_behind
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


# Two things under way -------------------------------------------------------------------------------------------------


def test_saving_twice_on_a_slow_disk_gives_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        play(window, "b2")
        with waiting_disk(monkeypatch):
            press("s", "Control_L")
            press("s", "Control_L")
        wait_for_jobs(window)
        assert own() == [kept_file(window)] and window.notice.text == widgets_words.saved(kept_file(window))
        play(window, "a1")
        with waiting_disk(monkeypatch):
            press("s", "Control_L")
            play(window, "a2")
            press("s", "Control_L")
        wait_for_jobs(window)
        assert own() == [kept_file(window)] and not window.notice.warning
        assert files.read(kept_file(window)) == record_of(window.table.session) and not window.tabs.labels()[0].unsaved
    assert left_behind() == []


def test_a_game_that_ends_while_it_is_saved_is_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        play(window, "b2")
        with waiting_disk(monkeypatch):
            press("r", "Control_L")
            settle()
            assert window.files.background.under_way, "it is put by"
            press("s", "Control_L")
        wait_for_jobs(window)
        assert own() == [kept_file(window)] and files.read(own()[0]) == record_of(window.table.session)
    assert left_behind() == []


def test_a_game_that_ends_when_the_window_is_closed_is_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        play(window, "b2")
        with waiting_disk(monkeypatch):
            press("r", "Control_L")
            settle()
            assert window.files.background.under_way
    assert len(own()) == 1 and left_behind() == []


def test_what_was_asked_for_is_done_before_the_window_closes(home: Path) -> None:
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    (home / "autosave").mkdir()
    files.write(home / "autosave" / "1-x.herbarium", record_of(game))
    with opened(SMALL) as window:
        window.files.start()
        wait(lambda: window.files.left)
        window.files.discard(window.files.left[0])
        assert window.files.background.under_way
    assert not [*(home / "autosave").iterdir()], "it was discarded"


def test_adjourning_closes_that_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        play(window, "b2")
        with waiting_disk(monkeypatch):
            press("W", "Control_L", "Shift_L")
            press("W", "Control_L", "Shift_L")
            assert shown(window).endswith(words.ADJOURNING)
            window.table.begin(Setup("forest", TWO, 1))
            window.tabs.begin(SMALL)
            session = window.tabs.open[0].table.session
        wait_for_jobs(window)
        assert window.notice.text == words.ADJOURNED and len(own()) == 1
        assert len(window.tabs.open) == 2 and window.tabs.open[0].table.session is session, "the new game stays"


def test_a_file_that_is_opened_twice_is_one_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.herbarium"
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    files.write(file, record_of(game))
    with opened(SMALL) as window:
        play(window, "a1")
        for _ in range(2):
            window.files.open(file)
        wait_for_jobs(window)
        assert len(window.tabs.open) == 2 and kept_file(window) == file
        assert window.notice.text == words.opened(file) and not window.notice.warning
        game_kept = window.playing.kept
        assert game_kept is not None and not game_kept.elsewhere


# What was discarded ---------------------------------------------------------------------------------------------------


def test_a_file_whose_newer_moves_were_discarded_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.herbarium"
    monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: file)
    with opened(SMALL) as window:
        play(window, "b2")
        press("S", "Control_L", "Shift_L")
        wait_for_jobs(window)
        play(window, "a1")
    with opened(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.start()
        wait(lambda: window.files.bar is not None)
        settle()
        assert window.files.bar is not None
        click(window.files.bar.rows[0].buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        window.files.open(file)
        wait_for_jobs(window)
        assert [step.move for step in window.table.session.steps] == ["b2"], "as the file has it"
        assert window.notice.text == words.opened(file) and not window.notice.warning
        play(window, "a2", "b1")
        steps = [step.move for step in window.table.session.steps]
        press("t", "Control_L")
        window.tabs.step(-1)
        press("w", "Control_L")
        wait_for_jobs(window)
    (left,) = left_behind()
    assert left.record is not None and [move.move for move in left.record.lines[0].moves][: len(steps)] == steps


def test_a_discarded_game_that_was_taken_back_is_wanted(home: Path) -> None:
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    (home / "autosave").mkdir()
    files.write(home / "autosave" / "1-x.herbarium", record_of(game))
    with opened(SMALL) as window:
        window.files.start()
        wait(lambda: window.files.left)
        window.files.discard(window.files.left[0])
        wait_for_jobs(window)
        press("T", "Control_L", "Shift_L")
        assert [step.move for step in window.table.session.steps] == ["b2"]
    assert len(left_behind()) == 1


# A bot that is there no more ------------------------------------------------------------------------------------------


def test_what_begins_where_a_bot_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "old.herbarium"
    files.write(
        file, Record(spec="herd(size=3)", position=PLACING, seats=(Seat(player="person"), Seat(player="gone(size=3)")))
    )
    with opened(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.open(file)
        wait_for_jobs(window)
        session = window.table.session
        for command in ("again", "rematch"):
            window.registry.run(command)
            assert "gone" in shown(window) and window.table.session is session, "the game stays"
        window.registry.run("new_tab")
        settle()
        assert len(window.tabs.open) == 2 and "gone" in window.notice.text and window.notice.warning
        assert window.table.session.spec == "herd(size=3)" and matches(window)
        window.tabs.close(1)
        window.notice.take_away()
        press("w", "Control_L")
        assert window.table.session is not session and "gone" in window.notice.text
        assert "gone(size=3)" not in window.table.session.seats and len(window.tabs.open) == 1
        window.files.open(file)
        wait_for_jobs(window)
        play(window, "b2")
        press("W", "Control_L", "Shift_L")
        wait_for_jobs(window)
        assert "gone(size=3)" not in window.table.session.seats and "gone" in window.notice.text
        assert not faults.log_file().exists(), "nothing went wrong"


# A game that breaks ---------------------------------------------------------------------------------------------------


def test_a_game_that_breaks_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        broken = window.playing.table
        window.tabs.begin(Setup("herd(size=3)", ("person", "random"), 1, PLACING))

        def breaks() -> None:
            raise RuntimeError("this table is broken")

        monkeypatch.setattr(broken, "take_in_reports", breaks)
        wait(lambda: "went wrong" in shown(window))
        wait(lambda: window.playing.ours)
        while window.playing.ours:
            click_spot(window, min(window.playing.move_input.entry.open))
        wait(lambda: window.playing.ours)
        window.registry.run("save")
        wait_for_jobs(window)
        assert len(own()) == 1
        log = faults.log_file().read_text()
        assert log.count("RuntimeError: this table is broken") == 1 and broken.session.spec in log
        window.faults.clear()
