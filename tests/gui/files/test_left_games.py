"""What a window left behind, when it was closed or killed, is offered by the next one."""

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
    matches,
    opened,
    press,
    root,
    settle,
    started,
    wait,
    wait_for_jobs,
)
from workbench import settings
from workbench.game.session import Session
from workbench.gui.files import words
from workbench.gui.widgets import words as widgets_words
from workbench.records import files
from workbench.storage.autosave import left_behind
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)

PLAYS = """
import sys
from pathlib import Path
from workbench.gui import app
class Window(app.Window):
    def __init__(self, root, settings, setup):
        super().__init__(root, settings, setup)
        root.after(100, self.go)
    def go(self):
        game = self.games.shown
        if game.ours and len(game.table.session.steps) < int(sys.argv[1]):
            game.move_input.clicked(min(game.move_input.entry.open))
        print(len(game.table.session.steps), game.ours, flush=True)
        self.shell.root.after(5, self.go)
app.Window = Window
from workbench.table.setup import Setup
raise SystemExit(app.run(Setup("herd(size=3)", ("person", "greedy"), 3)))
"""


def killed_after(home: Path, steps: int) -> None:
    """A window is killed when so many moves have been made, and a moment has passed."""
    program = subprocess.Popen(
        [sys.executable, "-c", PLAYS, str(steps)], env=os.environ | {"HERBARIUM_HOME": str(home)},
        cwd=Path(__file__).parents[3],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert program.stdout is not None
        for line in program.stdout:
            made, ours = line.split()
            if int(made) >= steps and ours == "True":
                break
        time.sleep(0.2)
        kept = home / "autosave"
        end = time.monotonic() + 20
        while not any(_moves(file) >= steps for file in kept.glob(f"*{files.SUFFIX}")):
            assert time.monotonic() < end and program.poll() is None
            time.sleep(0.05)
    finally:
        program.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
        program.wait(10)
        if program.stdout is not None:
            program.stdout.close()


def _moves(file: Path) -> int:
    try:
        return sum(len(line.moves) for line in files.read(file).lines[:1])
    except files.BadRecord:
        return 0


def test_a_killed_window_loses_nothing(home: Path) -> None:
    root().withdraw()
    root().update()
    try:
        for number in range(deep(1, 10)):
            killed_after(home, 6 + number)
    finally:
        root().deiconify()
        root().update()
    with opened(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None and bar.rows[0].label.cget("text").startswith("A game of Herd (you, greedy; ")
        count = len(window.files.left)
        assert count == deep(1, 10)
        moves = [_moves(left.file) for left in window.files.left]
        settle()
        click(bar.rows[0].buttons[widgets_words.OPEN])
        wait_for_jobs(window)
        assert len(window.table.session.steps) >= moves[0] and len(window.files.left) == count - 1
        wait(lambda: window.playing.ours)
        assert matches(window)
        click_spot(window, min(window.playing.move_input.entry.open))
        wait(lambda: window.playing.ours)
        assert window.tabs.labels()[0].unsaved, "it goes on being kept"
    assert len(left_behind()) == count


def test_closing_asks_nothing_and_the_next_start_offers(home: Path) -> None:
    with opened(SMALL) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        press("t", "Control_L")
        wait(lambda: window.playing.ours)
        click_spot(window, min(window.playing.move_input.entry.open))
        press("t", "Control_L")
        wait(lambda: window.playing.ours)
    (home / "autosave" / "9-x.herbarium").write_bytes(b"\x1f\x8bnothing")
    assert len(left_behind()) == 3, "the game in which nobody decided is not among them"
    with opened(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None and len(bar.rows) == 3
        damaged = next(n for n, row in enumerate(bar.rows) if "cannot be opened" in row.label.cget("text"))
        assert "file: " in bar.rows[damaged].label.cget("text") and widgets_words.OPEN not in bar.rows[damaged].buttons
        settle()
        click(bar.rows[damaged].buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        assert len(left_behind()) == 2
        bar = window.files.bar
        assert bar is not None
        settle()
        click(bar.rows[0].buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        assert window.notice.text == words.discarded("Ctrl+Shift+T")
        press("T", "Control_L", "Shift_L")
        assert window.playing.kept is not None and window.playing.kept.worth, "a game that was discarded is taken back"
        for _ in range(1):
            bar = window.files.bar
            assert bar is not None
            settle()
            click(bar.rows[0].buttons[widgets_words.OPEN])
            wait_for_jobs(window)
        assert window.files.bar is None and len(window.tabs.open) == 2
        moves = sorted(
            [step.move for step in one.table.session.steps if step.actor >= 0][:1] for one in window.tabs.open
        )
        assert ["b2"] in moves


def test_many_that_were_left_have_a_line_together(home: Path) -> None:
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    (home / "autosave").mkdir()
    for number in range(6):
        files.write(home / "autosave" / f"{number}-x.herbarium", record_of(game))
    with opened(SMALL, size=(800, 560)) as window:
        window.files.start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None and len(bar.rows) == 3 and bar.rows[2].label.cget("text") == words.more_left(4)
        settle()
        assert all(
            button.winfo_x() + button.winfo_width() <= bar.winfo_width()
            for row in bar.rows
            for button in row.buttons.values()
        )
        click(bar.rows[0].buttons[widgets_words.LATER])
        assert window.files.bar is None
        settle()
        assert len(left_behind()) == 6
        window.files.start()
        wait(lambda: window.files.bar is not None)
        bar = window.files.bar
        assert bar is not None
        settle()
        click(bar.rows[2].buttons[words.OPEN_ALL])
        wait_for_jobs(window)
        wait(lambda: len(window.tabs.open) == 4)
        assert len(window.files.left) == 2


def test_damaged_settings_are_a_sentence(home: Path) -> None:
    """The window opens with those of a first start, says so, and what was there is kept."""
    (home / "settings.json").write_bytes(b'{"theme": "da')
    work = """
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
    done = started(work, home)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert (
        done.stdout.startswith("Your settings were damaged and are set back; ") and len(done.stdout.splitlines()) == 1
    )
    assert (home / "settings.json.damaged").read_bytes() == b'{"theme": "da'
    assert settings.load() == (settings.load()[0], "")
