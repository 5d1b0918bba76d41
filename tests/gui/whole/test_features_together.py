"""Tests of interactions between several features of the window."""

from __future__ import annotations

import faulthandler
import gc
import weakref
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import TWO, make_move, open_window, press, settle, status_text, wait, wait_for_jobs
from workbench.game.session import Session
from workbench.gui.sound.live_text import LiveText
from workbench.records import files
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERD = Setup("herd(size=2)", TWO, 1)
HERBS = Setup("herbs", ("person", "random"), 3)


def test_closed_games_are_freed() -> None:
    with open_window(HERD) as window:
        games = []
        for _ in range(2):
            window.tabs.begin(HERBS)
            window.registry.run("analyse_mode")
            window.registry.run("play_mode")
            games.append(weakref.ref(window.playing))
            window.tabs.close(1)
        window.tabs.closed.clear()
        settle()

        def freed() -> bool:
            settle(0.3)
            gc.collect()
            return not any(game() for game in games)

        try:
            wait(freed)  # a job that was running keeps its game until it ends
        except AssertionError:
            faulthandler.dump_traceback()  # what the threads do
            kept = [game() for game in games if game() is not None]
            holders = [type(holder) for game in kept for holder in gc.get_referrers(game)[:9]]
            pytest.fail(f"a closed game is kept by {holders}")


def test_live_text_describes_the_analysed_position() -> None:
    with open_window(Setup("herd(size=3)", ("random", "random"), 1)) as window:
        wait(lambda: window.table.over)
        press("F12")
        window.registry.run("live")
        for command in ("back", "back", "end", "back"):
            window.registry.run(command)
            page = window.screen.side.page
            assert isinstance(page, LiveText)
            assert page.lines[0] == window.shell.status.main.cget("text"), command


def test_live_text_quotes_sheet_lines_word_for_word() -> None:
    with open_window(HERBS, side="live") as window:
        wait(lambda: window.playing.accepts_moves)
        window.playing.play(window.playing.point.move_text(window.playing.point.moves()[0]))
        window.shell.events.spot_pointed.emit("", "1, write an action")
        page = window.screen.side.page
        assert isinstance(page, LiveText)
        assert "1, write an action" in [line.removeprefix("Cursor: ") for line in page.lines]


def test_text_after_a_typed_turn_in_analyse_gets_no_wrong_reason() -> None:
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        press("F12")
        moves = [window.playing.point.move_text(move) for move in window.playing.point.moves()]
        window.playing.type_move(f"{moves[0]} zz")
        assert "returns to the game" not in status_text(window)


def test_sheet_is_offered_again_after_analyse() -> None:
    with open_window(HERBS) as window:
        wait(lambda: window.playing.accepts_moves)
        make_move(window, lambda point: point.move_text(point.moves()[0]))
        wait(lambda: window.playing.accepts_moves)
        window.registry.run("sheet")
        settle()
        assert window.moves.card.offered.winfo_ismapped() and not window.sheets.card.shown
        press("F12")
        window.registry.run("back")
        window.registry.run("leave_analyse")
        window.registry.run("end")
        wait(lambda: window.playing.accepts_moves)
        settle()
        assert window.moves.card.offered.winfo_ismapped()


def test_sketch_is_kept_when_an_opened_game_replaces_a_new_one(tmp_path: Path) -> None:
    file = tmp_path / "game.herbarium"
    session = Session("herd(size=2)", TWO, 5)
    session.draw_chance()
    files.write(file, record_of(session))
    with open_window(HERD) as window:
        press("F4")
        window.registry.run("clear")
        window.registry.run("fill") if not window.registry["fill"].why_not() else window.registry.run("mirror")
        sketch = window.set_up.edited.sketch
        window.files.open(file)
        wait_for_jobs(window)
        assert window.set_up.on and window.set_up.edited.sketch == sketch
