"""Closing with a full or slow disk loses a game only if the user agrees; settings are never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.kit.disks import SMALL, full, own, play, waiting_disk
from tests.kit.windows import click, click_spot, kept_file, opened, press, settle, started, wait, wait_for_jobs
from workbench import settings
from workbench.gui.files import words
from workbench.gui.play import tabs
from workbench.gui.widgets import file_dialogs
from workbench.records import files
from workbench.storage.autosave import left_behind
from workbench.storage.session_records import record_of
from workbench.system import saving

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_a_full_disk_is_a_sentence_and_the_game_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        session = window.table.session
        monkeypatch.setattr(saving, "write", full)
        click_spot(window, "a1")
        wait(lambda: "is not being saved as you play" in window.notice.text)
        for command in ("save", "adjourn"):
            window.registry.run(command)
            wait_for_jobs(window)
            assert window.notice.text.startswith("The game is not saved") and "No space left" in window.notice.text
            assert window.table.session is session and window.tabs.labels()[0].unsaved
        monkeypatch.undo()
        window.registry.run("save")
        wait_for_jobs(window)
        assert not window.tabs.labels()[0].unsaved


def test_a_mark_stands_as_long_as_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        assert window.closing.bar is None
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", full)
            play(window, "b2")
            wait(lambda: window.closing.bar is not None)
            window.notice.take_away()
            window.set_theme("dark")
            settle()
            bar = window.closing.bar
            assert (
                bar is not None
                and bar.winfo_ismapped()
                and bar.rows[0].label.cget("text") == words.not_kept("No space left on device")
            )
            assert [*bar.rows[0].buttons] == [words.SAVE_ELSEWHERE]
        wait(lambda: window.closing.bar is None)
        settle()
        assert not bar.winfo_exists(), "it is tried again by itself"


def test_closing_on_a_full_disk_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    file, write = tmp_path / "another disk.herbarium", saving.write
    monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: file)
    monkeypatch.setattr(saving, "write", lambda where, data: (write if where == file else full)(where, data))
    with opened(SMALL) as window:
        play(window, "b2")
        press("t", "Control_L")
        wait(lambda: window.playing.ours)
        window.closing.close(lambda: ended.append("closed"))
        wait(lambda: window.closing.bar is not None and words.CLOSE_ANYWAY in window.closing.bar.rows[0].buttons)
        settle()
        bar = window.closing.bar
        assert (
            bar is not None
            and not ended
            and bar.rows[0].label.cget("text") == words.would_be_lost("No space left on device")
        )
        click(bar.rows[0].buttons[words.CLOSE_ANYWAY])
        assert ended == ["closed"]
        bar = window.closing.bar
        assert bar is not None
        click(bar.rows[0].buttons[words.SAVE_ELSEWHERE])
        wait(lambda: len(ended) == 2)
        assert (
            window.tabs.number == 0
            and kept_file(window) == file
            and files.read(file) == record_of(window.table.session)
        )
        wait(lambda: window.closing.bar is None)
    assert left_behind() == []


def test_closing_writes_the_last_moves_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked where all can be written, and the window still answers meanwhile."""
    ended: list[str] = []
    with opened(SMALL) as window:
        play(window, "b2")
        press("t", "Control_L")
        press("w", "Control_L")
        window.tabs.begin(SMALL)
        play(window, "a1")
        press("w", "Control_L")
        with waiting_disk(monkeypatch):
            window.closing.close(lambda: ended.append("closed"))
            window.closing.close(lambda: ended.append("closed twice"))
            settle()
            assert not ended and len(window.tabs.closed) == 1
        wait(lambda: ended)
        settle()
        assert ended == ["closed"] and len(own()) == 1, "what was closed is among one's own games"
    assert len(left_behind()) == 1 and len(own()) == 1


def test_the_program_stays_until_it_is_told_to_close_anyway(home: Path) -> None:
    work = """
from workbench.gui import app
from workbench.gui.files import words
from workbench.gui.files.closing import Closing
from workbench.system import saving
from workbench.table.setup import Setup
def full(file, data):
    raise saving.CannotWrite(f"{file}: it cannot be written: No space left on device")
saving.write = full
class Window(app.Window):
    def _poll(self):
        super()._poll()
        table, bar = self.games.table, self.shell.feature(Closing).bar
        if not table.session.steps:
            table.play(table.state.move_text(table.state.moves()[0]))
            self.shell.commands.run("quit")
        elif bar is not None and words.CLOSE_ANYWAY in bar.rows[0].buttons:
            print(bar.rows[0].label.cget("text"), flush=True)
            bar.rows[0].buttons[words.CLOSE_ANYWAY].invoke()
app.Window = Window
raise SystemExit(app.run(Setup("herd(size=3)", ("person", "person"), 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")))
"""
    done = started(work, home)
    assert done.returncode == 0 and done.stdout == words.would_be_lost("No space left on device") + "\n", done.stderr
    assert (
        done.stderr.startswith("herbarium: The settings cannot be saved (No space left on device: ")
        and len(done.stderr.splitlines()) == 1
    )


def test_a_closed_game_that_cannot_be_kept_stays_among_the_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One too many is put among one's own games, by a thread that may wait for the disk."""
    monkeypatch.setattr(tabs, "MOST_CLOSED", 1)
    threads: list[str] = []
    write = saving.write

    def noted(file: Path, data: bytes) -> None:
        threads.append(threading.current_thread().name)
        write(file, data)

    monkeypatch.setattr(saving, "write", noted)
    with opened(SMALL) as window:
        for _ in range(2):
            play(window, "b2")
            window.tabs.begin(SMALL)
            window.tabs.close(0)
        wait_for_jobs(window)
        assert len(window.tabs.closed) == 1 == len(own()) and "MainThread" not in threads
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", full)
            for _ in range(2):
                play(window, "b2")
                window.tabs.begin(SMALL)
                window.tabs.close(0)
            wait_for_jobs(window)
            assert len(window.tabs.closed) == 2 and len(own()) == 1, "the older one had been written before"
    assert len(own()) == 3 and len(left_behind()) == 1


# Settings -------------------------------------------------------------------------------------------------------------


def test_settings_outlive_a_window_that_is_killed(home: Path) -> None:
    work = """
from workbench.gui import app
from workbench.table.setup import Setup
class Window(app.Window):
    def __init__(self, root, settings, setup):
        super().__init__(root, settings, setup)
        root.after(100, lambda: self.shell.commands.run("dark"))
app.Window = Window
raise SystemExit(app.run(Setup("herd(size=2)", ("person", "person"), 1)))
"""
    program = subprocess.Popen(
        [sys.executable, "-c", work], env=os.environ | {"HERBARIUM_HOME": str(home)}, cwd=Path(__file__).parents[3]
    )
    try:
        end = time.monotonic() + 30
        while not (home / settings.FILE).exists():
            assert time.monotonic() < end and program.poll() is None
            time.sleep(0.05)
    finally:
        program.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
        program.wait(10)
    assert settings.load()[0].theme == "dark"


def test_settings_that_cannot_be_written_are_a_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        monkeypatch.setattr(saving, "write", full)
        window.registry.run("names")
        wait(lambda: "settings cannot be saved" in window.notice.text)
        monkeypatch.undo()
