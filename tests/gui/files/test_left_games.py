"""Tests that the next window offers games left by a closed or killed window."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.conftest import deep
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    open_window,
    press,
    root,
    run_program,
    settle,
    shows_position,
    wait,
    wait_for_jobs,
)
from workbench import settings
from workbench.game.session import Session
from workbench.gui.files import words
from workbench.gui.widgets import words as widgets_words
from workbench.records import files
from workbench.storage.autosave import find_abandoned
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)

PLAYING_PROGRAM = """
import sys
from pathlib import Path
from workbench.gui import app
class Window(app.Window):
    def __init__(self, root, settings, setup):
        super().__init__(root, settings, setup)
        root.after(100, self.go)
    def go(self):
        game = self.games.shown
        if game.accepts_moves and len(game.table.session.steps) < int(sys.argv[1]):
            game.move_input.on_click(min(game.move_input.entry.next_spots))
        print(len(game.table.session.steps), game.accepts_moves, flush=True)
        self.shell.root.after(5, self.go)
app.Window = Window
from workbench.table.setup import Setup
raise SystemExit(app.run(Setup("herd(size=3)", ("person", "greedy"), 3)))
"""


def kill_window_after(home: Path, steps: int) -> None:
    """Run a window and kill it once at least this many moves are saved."""
    program = subprocess.Popen(
        [sys.executable, "-c", PLAYING_PROGRAM, str(steps)], env=os.environ | {"HERBARIUM_HOME": str(home)},
        cwd=Path(__file__).parents[3],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert program.stdout is not None
        for line in program.stdout:
            count, ours = line.split()
            if int(count) >= steps and ours == "True":
                break
        time.sleep(0.2)
        folder = home / "autosave"
        end = time.monotonic() + 20
        while not any(_saved_moves(file) >= steps for file in folder.glob(f"*{files.SUFFIX}")):
            assert time.monotonic() < end and program.poll() is None
            time.sleep(0.05)
    finally:
        program.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
        program.wait(10)
        if program.stdout is not None:
            program.stdout.close()


def _saved_moves(file: Path) -> int:
    try:
        return sum(len(line.moves) for line in files.read(file).lines[:1])
    except files.RecordError:
        return 0


def test_killed_window_loses_no_game(home: Path) -> None:
    root().withdraw()
    root().update()
    try:
        for number in range(deep(1, 10)):
            kill_window_after(home, 6 + number)
    finally:
        root().deiconify()
        root().update()
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.on_start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None and bar.rows[0].label.cget("text").startswith("A game of Herd (you, greedy; ")
        count = len(window.files.unfinished)
        assert count == deep(1, 10)
        moves = [_saved_moves(game.file) for game in window.files.unfinished]
        settle()
        click(bar.rows[0].buttons[widgets_words.OPEN])
        wait_for_jobs(window)
        assert len(window.table.session.steps) >= moves[0] and len(window.files.unfinished) == count - 1
        wait(lambda: window.playing.accepts_moves)
        assert shows_position(window)
        click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        assert window.tabs.labels()[0].unsaved, "it goes on being kept"
    assert len(find_abandoned()) == count


def test_next_start_offers_games_of_closed_window(home: Path) -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        press("t", "Control_L")
        wait(lambda: window.playing.accepts_moves)
        click_spot(window, min(window.playing.move_input.entry.next_spots))
        press("t", "Control_L")
        wait(lambda: window.playing.accepts_moves)
    (home / "autosave" / "9-x.herbarium").write_bytes(b"\x1f\x8bnothing")
    assert len(find_abandoned()) == 3, "the game in which nobody decided is not among them"
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.on_start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None and len(bar.rows) == 3
        damaged = next(n for n, row in enumerate(bar.rows) if "cannot be opened" in row.label.cget("text"))
        assert "file: " in bar.rows[damaged].label.cget("text") and widgets_words.OPEN not in bar.rows[damaged].buttons
        settle()
        click(bar.rows[damaged].buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        assert len(find_abandoned()) == 2
        bar = window.files.bar
        assert bar is not None
        settle()
        click(bar.rows[0].buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        assert window.notice.text == words.discarded("Ctrl+Shift+T")
        press("T", "Control_L", "Shift_L")
        assert window.playing.stored is not None and window.playing.stored.worth_keeping, (
            "a game that was discarded is taken back"
        )
        for _ in range(1):
            bar = window.files.bar
            assert bar is not None
            settle()
            click(bar.rows[0].buttons[widgets_words.OPEN])
            wait_for_jobs(window)
        assert window.files.bar is None and len(window.tabs.open) == 2
        moves = sorted(
            [step.move for step in tab.table.session.steps if step.actor >= 0][:1] for tab in window.tabs.open
        )
        assert ["b2"] in moves


def test_many_left_games_share_one_row(home: Path) -> None:
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    (home / "autosave").mkdir()
    for number in range(6):
        files.write(home / "autosave" / f"{number}-x.herbarium", record_of(game))
    with open_window(SMALL, size=(800, 560)) as window:
        window.files.on_start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None and len(bar.rows) == 3 and bar.rows[2].label.cget("text") == words.more_unfinished(4)
        settle()
        assert all(
            button.winfo_x() + button.winfo_width() <= bar.winfo_width()
            for row in bar.rows
            for button in row.buttons.values()
        )
        click(bar.rows[0].buttons[widgets_words.LATER])
        assert window.files.bar is None
        settle()
        assert len(find_abandoned()) == 6
        window.files.on_start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None
        settle()
        click(bar.rows[2].buttons[words.OPEN_ALL])
        wait_for_jobs(window)
        wait(lambda: len(window.tabs.open) == 4)
        assert len(window.files.unfinished) == 2


def test_damaged_settings_show_message(home: Path) -> None:
    """The window opens with default settings, and the damaged file is kept."""
    (home / "settings.json").write_bytes(b'{"theme": "da')
    script = """
from workbench.gui import app
class Window(app.Window):
    def _poll(self):
        super()._poll()
        if self.shell.notice.text:
            print(self.shell.notice.text, flush=True)
            self.shell.commands.run("quit")
app.Window = Window
raise SystemExit(app.run())
"""
    process = run_program(script, home)
    assert process.returncode == 0 and not process.stderr, process.stderr
    assert (
        process.stdout.startswith("Your settings were damaged and are set back; ")
        and len(process.stdout.splitlines()) == 1
    )
    assert (home / "settings.json.damaged").read_bytes() == b'{"theme": "da'
    assert settings.load() == (settings.load()[0], "")
