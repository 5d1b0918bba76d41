"""Tests that closing on a full or slow disk loses no games or settings."""

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

from tests.kit.disks import SMALL, blocked_disk, play, raise_disk_full, saved_files
from tests.kit.windows import click, click_spot, game_file, open_window, press, run_program, settle, wait, wait_for_jobs
from workbench import settings
from workbench.gui.files import words
from workbench.gui.play import tabs
from workbench.gui.widgets import file_dialogs
from workbench.records import files
from workbench.storage.autosave import find_abandoned
from workbench.storage.session_records import record_of
from workbench.system import saving

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_full_disk_shows_message_and_keeps_game_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        session = window.table.session
        monkeypatch.setattr(saving, "write", raise_disk_full)
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


def test_warning_bar_stays_while_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        assert window.closing.bar is None
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", raise_disk_full)
            play(window, "b2")
            wait(lambda: window.closing.bar is not None)
            window.notice.dismiss()
            window.set_theme("dark")
            settle()
            bar = window.closing.bar
            assert (
                bar is not None
                and bar.winfo_ismapped()
                and bar.label.cget("text") == words.not_kept("No space left on device")
            )
            assert [*bar.buttons] == [words.SAVE_ELSEWHERE]
        wait(lambda: window.closing.bar is None)
        settle()
        assert not bar.winfo_exists(), "it is tried again by itself"


def test_closing_on_full_disk_asks_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    file, write = tmp_path / "another disk.herbarium", saving.write
    monkeypatch.setattr(file_dialogs, "ask_save", lambda *_: file)
    monkeypatch.setattr(saving, "write", lambda where, data: (write if where == file else raise_disk_full)(where, data))
    with open_window(SMALL) as window:
        play(window, "b2")
        window.open_tab()
        wait(lambda: window.playing.accepts_moves)
        window.closing.close(lambda: ended.append("closed"))
        wait(lambda: window.closing.bar is not None and words.CLOSE_ANYWAY in window.closing.bar.buttons)
        settle()
        bar = window.closing.bar
        assert (
            bar is not None and not ended and bar.label.cget("text") == words.would_be_lost("No space left on device")
        )
        click(bar.buttons[words.CLOSE_ANYWAY])
        assert ended == ["closed"]
        bar = window.closing.bar
        assert bar is not None
        click(bar.buttons[words.SAVE_ELSEWHERE])
        wait(lambda: len(ended) == 2)
        assert (
            window.tabs.number == 0
            and game_file(window) == file
            and files.read(file) == record_of(window.table.session)
        )
        wait(lambda: window.closing.bar is None)
    assert find_abandoned() == []


def test_closing_saves_last_moves_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window stays responsive and asks no questions."""
    ended: list[str] = []
    with open_window(SMALL) as window:
        play(window, "b2")
        window.open_tab()
        press("w", "Control_L")
        window.tabs.begin(SMALL)
        play(window, "a1")
        with blocked_disk(monkeypatch):
            press("w", "Control_L")
            window.closing.close(lambda: ended.append("closed"))
            window.closing.close(lambda: ended.append("closed twice"))
            settle()
            assert not ended and len(window.tabs.closed) == 1
        wait(lambda: ended)
        settle()
        assert ended == ["closed"] and len(saved_files()) == 1, "what was closed is among one's own games"
    assert len(find_abandoned()) == 1 and len(saved_files()) == 1


def test_full_disk_keeps_program_open_until_close_anyway_is_clicked(home: Path) -> None:
    script = """
from workbench.gui import app
from workbench.gui.files import words
from workbench.gui.files.closing import Closing
from workbench.system import saving
from workbench.table.setup import Setup
def full(file, data):
    raise saving.WriteError(f"{file}: it cannot be written: No space left on device")
saving.write = full
class Window(app.Window):
    def _poll(self):
        super()._poll()
        table, bar = self.games.table, self.shell.feature(Closing).bar
        if not table.session.steps:
            table.play(table.state.move_text(table.state.moves()[0]))
            self.shell.commands.run("quit")
        elif bar is not None and words.CLOSE_ANYWAY in bar.buttons:
            print(bar.label.cget("text"), flush=True)
            bar.buttons[words.CLOSE_ANYWAY].invoke()
app.Window = Window
raise SystemExit(app.run(Setup("herd(size=3)", ("person", "person"), 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")))
"""
    process = run_program(script, home)
    assert process.returncode == 0 and process.stdout == words.would_be_lost("No space left on device") + "\n", (
        process.stderr
    )
    assert (
        process.stderr.startswith("herbarium: The settings cannot be saved (No space left on device: ")
        and len(process.stderr.splitlines()) == 1
    )


def test_unsaved_closed_game_stays_in_closed_tabs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Background threads save closed games. A game that cannot be saved stays among them, however many there are."""
    monkeypatch.setattr(tabs, "MAX_CLOSED", 1)
    threads: list[str] = []
    write = saving.write

    def record_thread(file: Path, data: bytes) -> None:
        threads.append(threading.current_thread().name)
        write(file, data)

    monkeypatch.setattr(saving, "write", record_thread)
    with open_window(SMALL) as window:
        for _ in range(2):
            play(window, "b2")
            window.tabs.begin(SMALL)
            window.tabs.close(0)
        wait_for_jobs(window)
        assert len(window.tabs.closed) == 1 and len(saved_files()) == 2 and "MainThread" not in threads
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", raise_disk_full)
            for _ in range(2):
                play(window, "b2")
                window.tabs.begin(SMALL)
                window.tabs.close(0)
            wait_for_jobs(window)
            assert len(window.tabs.closed) == 2 == len(saved_files()), "the older one had been written before"
    assert len(saved_files()) == 4


# Settings -------------------------------------------------------------------------------------------------------------


def test_settings_survive_killed_window(home: Path) -> None:
    script = """
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
        [sys.executable, "-c", script], env=os.environ | {"HERBARIUM_HOME": str(home)}, cwd=Path(__file__).parents[3]
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


def test_unwritable_settings_show_message(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        monkeypatch.setattr(saving, "write", raise_disk_full)
        window.registry.run("names")
        wait(lambda: "settings cannot be saved" in window.notice.text)
        monkeypatch.undo()
