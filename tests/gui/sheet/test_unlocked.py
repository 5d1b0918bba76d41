"""Tests that unlocked plans survive interruptions and are visible only on the sheet."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from fastcore import IllegalMove
from tests.gui.whole.test_privacy import HERBS, lock_plan, take_over_screen
from tests.kit.disks import raise_disk_full
from tests.kit.windows import (
    TWO,
    TestedWindow,
    open_window,
    press,
    run_program,
    settle,
    simulate_crash,
    wait,
    wait_for_jobs,
)
from workbench.gui.files import words
from workbench.storage import unmade_turns
from workbench.storage.session_records import record_of, session_of
from workbench.system import saving
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HALF, REST = ("0M2", "1TR"), ("WhH5",)


def draft_moves(window: TestedWindow) -> list[str]:
    settle()
    draft = window.drafting.draft
    return [] if draft is None else list(draft.moves)


def take_over(window: TestedWindow) -> None:
    """Take over the screen as the next player."""
    settle()
    window.table.take_over()
    wait(lambda: window.playing.accepts_moves)


def write_half_plan(window: TestedWindow) -> None:
    take_over_screen(window)
    for move in HALF:
        window.playing.play(move)


def test_draft_survives_theme_seats_browsing_tabs_and_undo() -> None:
    with open_window(HERBS) as window:
        take_over_screen(window)
        lock_plan(window, *HALF, *REST)
        take_over(window)
        for move in ("2M2", "3TL"):
            window.playing.play(move)
        table, bens_moves = window.table, ["2M2", "3TL"]
        assert draft_moves(window) == bens_moves
        window.set_theme("dark")
        assert draft_moves(window) == bens_moves
        table.change_seats(table.session.seats, ("Anna", "Ben"))
        assert draft_moves(window) == bens_moves
        window.registry.run("start")
        assert draft_moves(window) == []
        window.registry.run("end")
        assert draft_moves(window) == bens_moves
        window.tabs.begin(HERBS._replace(seed=9))
        window.tabs.show(0)
        take_over(window)
        assert draft_moves(window) == bens_moves
        table.retract()  # reopens Anna's plan, which she then changes
        take_over(window)
        assert draft_moves(window) == [*HALF, *REST]
        window.drafting.remove(0)
        window.playing.play("0TL")
        lock_plan(window)
        take_over(window)
        assert draft_moves(window) == bens_moves, "Anna's change does not affect Ben's draft"
        table.retract()
        take_over(window)
        window.registry.run("lock")
        take_over(window)
        assert draft_moves(window) == bens_moves


def test_refused_plan_stays_in_the_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(HERBS) as window:
        write_half_plan(window)
        window.playing.play(REST[0])

        def refuse(*_: object) -> None:
            raise IllegalMove("0M2", "", "there is a wall")

        with monkeypatch.context() as patched:
            patched.setattr(window.table, "play_turn", refuse)
            window.registry.run("lock")
        assert draft_moves(window) == [*HALF, *REST] and "wall" in window.shell.status.side.cget("text")
        wait_for_jobs(window)
        assert plan_files()
        lock_plan(window)
        wait_for_jobs(window)
        assert not plan_files(), "the file is deleted once the plan is played"


def plan_files() -> list[Path]:
    return sorted(unmade_turns.folder().glob("*.plan")) if unmade_turns.folder().exists() else []


def test_draft_is_saved_to_disk_but_not_in_the_record() -> None:
    with open_window(HERBS) as window:
        write_half_plan(window)
        wait_for_jobs(window)
        (file,) = plan_files()
        assert b"0M2" in file.read_bytes()
        session = window.table.session
        assert "0M2" not in str(record_of(session))
        stored = window.playing.stored
        assert stored is not None and stored.unsaved, "a game with a draft counts as unsaved"
        wait(lambda: list(autosaves()))
        assert all(b"0M2" not in gzip.decompress(file.read_bytes()) for file in autosaves())
        restored = session_of(record_of(session))
        assert unmade_turns.game_key(restored) == unmade_turns.game_key(session)


def test_full_disk_loses_no_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(unmade_turns, "AGAIN", 0)
    with open_window(HERBS) as window:
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", raise_disk_full)
            write_half_plan(window)
            wait(lambda: window.closing.bar is not None)
            window.closing.close(lambda: closed.append("closed"))
            wait(lambda: window.closing.bar is not None and words.CLOSE_ANYWAY in window.closing.bar.buttons)
            bar = window.closing.bar
            assert bar is not None and bar.label.cget("text") == words.would_be_lost("No space left on device")
            assert not closed and not plan_files()
        wait(plan_files)
        assert b"1TR" in plan_files()[0].read_bytes(), "saving is retried automatically"
        wait(lambda: window.closing.bar is None)
        monkeypatch.setattr(unmade_turns, "AGAIN", 1e9)
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", raise_disk_full)
            window.playing.play(REST[0])
            wait_for_jobs(window)
        window.closing.close(lambda: closed.append("closed"))
        wait(lambda: closed)
        assert b"WhH5" in plan_files()[0].read_bytes(), "the window closes only after saving"


def test_draft_returns_when_resignation_is_undone() -> None:
    with open_window(HERBS) as window:
        write_half_plan(window)
        window.registry.run("resign")
        settle()
        assert window.table.over and not draft_moves(window)
        wait_for_jobs(window)
        assert plan_files()
        window.registry.run("undo")
        take_over(window)
        assert draft_moves(window) == list(HALF)
        window.registry.run("resign")
        settle()
    assert not plan_files(), "closing a resigned game deletes its draft"


def test_undo_notice_disappears_after_the_next_decision() -> None:
    with open_window(HERBS) as window:
        take_over_screen(window)
        lock_plan(window, *HALF, *REST)
        take_over(window)
        window.registry.run("undo")
        settle()
        assert window.screen.cover.winfo_viewable() and "This also undid decisions of" in window.notice.text
        take_over(window)
        window.registry.run("lock")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert not window.notice.text


def autosaves() -> Iterator[Path]:
    """Return the complete autosaves. The names of half-written files end in `.new`."""
    return (file for file in unmade_turns.folder().parent.rglob("*.herbarium") if file.stat().st_size)


WORK = """
import sys
from tests.kit.windows import *
from tests.gui.sheet.test_unlocked import *
with open_window(HERBS) as window:
    write_half_plan(window)
    wait_for_jobs(window)
    wait(lambda: list(autosaves()))
    os._exit(9)
"""


def test_draft_is_recovered_after_a_crash(home: Path) -> None:
    process = run_program(WORK, home)
    assert process.returncode == 9, process.stderr
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        simulate_crash()
        window.last_run.on_start()
        wait(lambda: window.last_run.unfinished)
        window.last_run.recover()
        wait(lambda: window.table.info.id == "herbs")
        take_over(window)
        wait(lambda: draft_moves(window) == list(HALF))
        assert window.drafting.draft is not None
        press("Escape")
        window.playing.play(REST[0])
        lock_plan(window)
        wait_for_jobs(window)
        assert not plan_files()


def test_damaged_and_old_draft_files_are_harmless(home: Path) -> None:
    folder = unmade_turns.folder()
    with open_window(HERBS) as window:
        take_over_screen(window)
        name = unmade_turns.game_key(window.table.session)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.1.plan").write_bytes(b"{nonsense")
        store = unmade_turns.PlanStore(window.table.session)
        store.merge_loaded(store.reader()())
        assert store.get(0, "") is None
    unmade_turns.delete_old_plans()
    assert plan_files()
    import os

    old_time = time.time() - 2 * unmade_turns.OLD
    os.utime(folder / f"{name}.1.plan", (old_time, old_time))
    unmade_turns.delete_old_plans()
    assert not plan_files()
