"""Tests that no game is lost or duplicated: slow disks, discarded games, missing bots and broken games."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.kit.disks import SMALL, blocked_disk, moves, play, saved_files
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    game_file,
    open_window,
    press,
    settle,
    shows_position,
    simulate_crash,
    status_text,
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
from workbench.storage.autosave import find_abandoned
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


# Concurrent operations ------------------------------------------------------------------------------------------------


def test_saving_twice_on_slow_disk_writes_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        play(window, "b2")
        with blocked_disk(monkeypatch):
            press("s", "Control_L")
            press("s", "Control_L")
        wait_for_jobs(window)
        assert saved_files() == [game_file(window)] and window.notice.text == widgets_words.saved(game_file(window))
        play(window, "a1")
        with blocked_disk(monkeypatch):
            press("s", "Control_L")
            play(window, "a2")
            press("s", "Control_L")
        wait_for_jobs(window)
        assert saved_files() == [game_file(window)] and not window.notice.warning
        assert files.read(game_file(window)) == record_of(window.table.session) and not window.tabs.labels()[0].unsaved
    assert find_abandoned() == []


def test_game_that_ends_while_saving_is_saved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        play(window, "b2")
        with blocked_disk(monkeypatch):
            press("r", "Control_L")
            settle()
            assert window.files.background.pending, "it is put by"
            press("s", "Control_L")
        wait_for_jobs(window)
        assert saved_files() == [game_file(window)] and files.read(saved_files()[0]) == record_of(window.table.session)
    assert find_abandoned() == []


def test_game_that_ends_while_window_closes_is_saved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        play(window, "b2")
        with blocked_disk(monkeypatch):
            press("r", "Control_L")
            settle()
            assert window.files.background.pending
    assert len(saved_files()) == 1 and find_abandoned() == []


def test_window_finishes_pending_discard_before_closing(home: Path) -> None:
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    (home / "autosave").mkdir()
    files.write(home / "autosave" / "1-x.herbarium", record_of(game))
    with open_window(SMALL) as window:
        simulate_crash()
        window.last_run.on_start()
        wait(lambda: window.last_run.unfinished)
        window.last_run.discard()
        assert window.files.background.pending
    assert not any(map(moves, find_abandoned())), "it was discarded"


def test_adjourning_closes_only_that_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        play(window, "b2")
        with blocked_disk(monkeypatch):
            press("W", "Control_L", "Shift_L")
            press("W", "Control_L", "Shift_L")
            assert status_text(window).endswith(words.ADJOURNING)
            window.table.begin(Setup("forest", TWO, 1))
            window.tabs.begin(SMALL)
            session = window.tabs.open[0].table.session
        wait_for_jobs(window)
        assert window.notice.text == words.ADJOURNED and len(saved_files()) == 1
        assert len(window.tabs.open) == 2 and window.tabs.open[0].table.session is session, "the new game stays"


def test_file_opened_twice_gives_one_tab(tmp_path: Path) -> None:
    file = tmp_path / "mine.herbarium"
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    files.write(file, record_of(game))
    with open_window(SMALL) as window:
        play(window, "a1")
        for _ in range(2):
            window.files.open(file)
        wait_for_jobs(window)
        assert len(window.tabs.open) == 2 and game_file(window) == file
        assert window.notice.text == words.opened(file) and not window.notice.warning
        game_kept = window.playing.stored
        assert game_kept is not None and not game_kept.open_elsewhere


# Discarded games ------------------------------------------------------------------------------------------------------


def test_file_stays_playable_after_discarding_newer_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.herbarium"
    monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: file)
    with open_window(SMALL) as window:
        play(window, "b2")
        press("S", "Control_L", "Shift_L")
        wait_for_jobs(window)
        play(window, "a1")
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        simulate_crash()
        window.last_run.on_start()
        wait(lambda: window.last_run.bar is not None)
        settle()
        assert window.last_run.bar is not None
        click(window.last_run.bar.buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        window.files.open(file)
        wait_for_jobs(window)
        assert [step.move for step in window.table.session.steps] == ["b2"], "as the file has it"
        assert window.notice.text == words.opened(file) and not window.notice.warning
        play(window, "a2", "b1")
        steps = [step.move for step in window.table.session.steps]
        window.open_tab()
        window.tabs.cycle(-1)
        press("w", "Control_L")
        wait_for_jobs(window)
    (abandoned,) = (game for game in find_abandoned() if len(moves(game)) > 1)
    assert moves(abandoned)[: len(steps)] == steps


def test_restored_discarded_game_is_offered_again(home: Path) -> None:
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    (home / "autosave").mkdir()
    files.write(home / "autosave" / "1-x.herbarium", record_of(game))
    with open_window(SMALL) as window:
        simulate_crash()
        window.last_run.on_start()
        wait(lambda: window.last_run.unfinished)
        window.last_run.discard()
        wait_for_jobs(window)
        press("T", "Control_L", "Shift_L")
        assert [step.move for step in window.table.session.steps] == ["b2"]
    assert len(find_abandoned()) == 1


# Missing bots ---------------------------------------------------------------------------------------------------------


def test_new_games_replace_missing_bot(tmp_path: Path) -> None:
    file = tmp_path / "old.herbarium"
    files.write(
        file, Record(spec="herd(size=3)", position=PLACING, seats=(Seat(player="person"), Seat(player="gone(size=3)")))
    )
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.open(file)
        wait_for_jobs(window)
        session = window.table.session
        for command in ("again", "rematch"):
            window.registry.run(command)
            assert "gone" in status_text(window) and window.table.session is session, "the game stays"
        window.open_tab()
        settle()
        assert len(window.tabs.open) == 2 and "gone" in window.notice.text and window.notice.warning
        assert window.table.session.spec == "herd(size=3)" and shows_position(window)
        window.tabs.close(1)
        window.notice.dismiss()
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


# Broken games ---------------------------------------------------------------------------------------------------------


def test_broken_game_does_not_block_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        broken = window.playing.table
        window.tabs.begin(Setup("herd(size=3)", ("person", "random"), 1, PLACING))

        def raise_error() -> None:
            raise RuntimeError("this table is broken")

        monkeypatch.setattr(broken, "process_reports", raise_error)
        wait(lambda: "had an error" in status_text(window))
        wait(lambda: window.playing.accepts_moves)
        while window.playing.accepts_moves:
            click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        window.registry.run("save")
        wait_for_jobs(window)
        assert len(saved_files()) == 1
        log = faults.log_file().read_text()
        assert log.count("RuntimeError: this table is broken") == 1 and broken.session.spec in log
        window.faults.clear()
