"""Tests that tabs return after a quit, and that one line offers the games of a killed window."""

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
    TestedWindow,
    click,
    click_spot,
    game_file,
    open_window,
    press,
    root,
    run_program,
    settle,
    shows_position,
    simulate_crash,
    wait,
    wait_for_jobs,
)
from workbench import settings
from workbench.game.session import Session
from workbench.gui.files import words
from workbench.gui.files.my_games import MyGames
from workbench.gui.widgets import words as widgets_words
from workbench.records import files
from workbench.storage import open_tabs
from workbench.storage.autosave import find_abandoned
from workbench.storage.library import UNFINISHED, Library
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
        window.last_run.on_start()
        wait(lambda: window.last_run.bar is not None)
        bar = window.last_run.bar
        count = len(window.last_run.unfinished)
        assert bar is not None and count == deep(1, 10)
        assert bar.label.cget("text").startswith("Restore Herd (" if count == 1 else "Restore ")
        moves = [_saved_moves(game.file) for game in window.last_run.unfinished]
        settle()
        click(bar.buttons[widgets_words.RESTORE])
        wait_for_jobs(window)
        wait(lambda: len(window.tabs.open) == count)
        assert window.last_run.bar is None and len(window.table.session.steps) >= moves[0], "the newest game is shown"
        wait(lambda: window.playing.accepts_moves)
        assert shows_position(window)
        click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        assert window.tabs.labels()[window.tabs.number].unsaved, "its autosave continues"
    assert len(find_abandoned()) == count


def play_in_two_tabs(window: TestedWindow) -> list[list[str]]:
    """Make a move in the first tab and another in a second tab, open a third, and return the moves by tab."""
    click_spot(window, "b2")
    wait(lambda: window.playing.accepts_moves)
    window.open_tab()
    wait(lambda: window.playing.accepts_moves)
    click_spot(window, min(window.playing.move_input.entry.next_spots))
    window.open_tab()
    wait(lambda: window.playing.accepts_moves)
    window.tabs.show(0)
    return [tab_moves(window, number) for number in (0, 1)]


def tab_moves(window: TestedWindow, number: int) -> list[str]:
    return [step.move for step in window.tabs.open[number].table.session.steps]


def test_tabs_return_silently_after_a_quit(home: Path) -> None:
    with open_window(SMALL) as window:
        moves = play_in_two_tabs(window)
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.last_run.on_start()
        wait(lambda: len(window.tabs.open) == 3)
        wait_for_jobs(window)
        assert window.last_run.bar is None and not window.last_run.unfinished and not window.notice.text
        assert [tab_moves(window, number) for number in (0, 1)] == moves
        assert window.tabs.number == 0 and shows_position(window), "the tab that was shown is shown again"
        assert [label.unsaved for label in window.tabs.labels()] == [True, True, False], "nobody has played the third"
        assert not (home / open_tabs.FILE).exists()
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.last_run.on_start()
        wait(lambda: len(window.tabs.open) == 3)
        assert [tab_moves(window, number) for number in (0, 1)] == moves, "also at the start after that"


def test_untouched_game_returns_with_its_dice() -> None:
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 5)) as window:
        wait(lambda: window.playing.accepts_moves)
        start = window.table.point.text()
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 6)) as window:
        window.last_run.on_start()
        wait_for_jobs(window)
        wait(lambda: window.table.point.text() == start)
        wait_for_jobs(window)
        assert len(window.tabs.open) == 1 and not window.tabs.labels()[0].unsaved


def test_untouched_game_is_left_out_beside_a_requested_game() -> None:
    with open_window(SMALL):
        pass
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.tabs.keeps_first = True
        window.last_run.on_start()
        wait_for_jobs(window)
        assert len(window.tabs.open) == 1 and window.table.session.spec == "herd(size=2)"


def test_closed_game_can_be_reopened_in_the_next_run() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        window.open_tab()
        window.tabs.close(0)
        wait_for_jobs(window)
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.last_run.on_start()
        wait_for_jobs(window)
        press("T", "Control_L", "Shift_L")
        wait(lambda: tab_moves(window, window.tabs.number)[:1] == ["b2"])


def test_closed_game_is_saved_in_my_games_and_continues_there() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        press("n", "Control_L", "Shift_L")
        wait_for_jobs(window)
        (entry,) = Library().search()
        assert entry.result == UNFINISHED
        press("O", "Control_L", "Shift_L")
        page = window.pages.open["games"]
        assert isinstance(page, MyGames)
        wait(lambda: page.open_button.cget("text") == widgets_words.CONTINUE)
        click(page.open_button)
        wait(lambda: tab_moves(window, window.tabs.number)[:1] == ["b2"])
        press("r", "Control_L")
        wait_for_jobs(window)
        assert [entry.result for entry in Library().search()] != [UNFINISHED], "its end is saved in the same file"


def test_finished_game_of_a_crashed_window_moves_to_my_games(home: Path) -> None:
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    game.resign(0)
    (home / "autosave").mkdir()
    files.write(home / "autosave" / "1-x.herbarium", record_of(game))
    with open_window(SMALL) as window:
        window.last_run.on_start()
        wait(lambda: Library().search())
        wait_for_jobs(window)
        assert window.last_run.bar is None and not window.last_run.unfinished
    assert len(Library().search()) == 1


def test_saved_game_returns_in_its_file(home: Path) -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        press("s", "Control_L")
        wait_for_jobs(window)
        file = game_file(window)
    assert find_abandoned() == []
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.last_run.on_start()
        wait(lambda: window.playing.stored is not None and window.playing.stored.file == file)
        assert len(window.tabs.open) == 1 and tab_moves(window, 0)[0] == "b2"
        assert not window.tabs.labels()[0].unsaved


def test_requested_game_stays_in_front_of_restored_tabs(home: Path) -> None:
    with open_window(SMALL) as window:
        play_in_two_tabs(window)
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.tabs.keeps_first = True
        window.last_run.on_start()
        wait(lambda: len(window.tabs.open) == 3)
        wait_for_jobs(window)
        assert window.tabs.number == 0 and window.table.session.spec == "herd(size=2)"


def test_one_line_offers_games_after_a_crash(home: Path) -> None:
    with open_window(SMALL) as window:
        play_in_two_tabs(window)
        window.tabs.close(2)
    simulate_crash()
    (home / "autosave" / "9-x.herbarium").write_bytes(b"\x1f\x8bnothing")
    with open_window(Setup("herd(size=2)", TWO, 1), size=(800, 560)) as window:
        window.last_run.on_start()
        wait(lambda: window.last_run.bar is not None)
        bar = window.last_run.bar
        assert bar is not None and bar.label.cget("text") == words.restore_games(3, 1)
        assert list(bar.buttons) == [widgets_words.RESTORE, widgets_words.DISCARD, widgets_words.LATER]
        settle()
        assert all(button.winfo_x() + button.winfo_width() <= bar.winfo_width() for button in bar.buttons.values())
        click(bar.buttons[widgets_words.LATER])
        assert window.last_run.bar is None and len(find_abandoned()) == 3
        window.last_run.on_start()
        wait(lambda: window.last_run.bar is not None)
        settle()
        bar = window.last_run.bar
        assert bar is not None
        click(bar.buttons[widgets_words.RESTORE])
        wait_for_jobs(window)
        wait(lambda: len(window.tabs.open) == 2)
        assert [game.record for game in find_abandoned()] == [None], "the damaged file is offered at the next start"
        window.last_run.on_start()
        wait(lambda: window.last_run.bar is not None)
        bar = window.last_run.bar
        assert bar is not None and "is damaged" in bar.label.cget("text") and widgets_words.RESTORE not in bar.buttons
        settle()
        click(bar.buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        assert find_abandoned() == []


def test_discarded_games_can_be_reopened(home: Path) -> None:
    with open_window(SMALL) as window:
        play_in_two_tabs(window)
        window.tabs.close(2)
    simulate_crash()
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.last_run.on_start()
        wait(lambda: window.last_run.bar is not None)
        settle()
        bar = window.last_run.bar
        assert bar is not None
        click(bar.buttons[widgets_words.DISCARD])
        wait_for_jobs(window)
        wait(lambda: window.notice.text == words.discarded("Ctrl+Shift+T"))
        press("T", "Control_L", "Shift_L")
        assert window.playing.stored is not None and window.playing.stored.worth_keeping


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
        process.stdout.startswith("Your settings were damaged and have been reset; ")
        and len(process.stdout.splitlines()) == 1
    )
    assert (home / "settings.json.damaged").read_bytes() == b'{"theme": "da'
    assert settings.load() == (settings.load()[0], "")
