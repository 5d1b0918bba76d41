"""Plans that are written and not locked: whatever is done meanwhile they are there again, and nowhere else than on
the sheet."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from fastcore import IllegalMove
from tests.gui.whole.test_privacy import HERBS, locked, seated
from tests.kit.disks import full
from tests.kit.windows import TWO, Tested, opened, press, settle, started, wait, wait_for_jobs
from workbench.gui.files import words
from workbench.storage import unmade_turns
from workbench.storage.session_records import record_of, session_of
from workbench.system import saving
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HALF, REST = ("0M2", "1TR"), ("WhH5",)


def written(window: Tested) -> list[str]:
    settle()
    draft = window.drafting.draft
    return [] if draft is None else list(draft.moves)


def there(window: Tested) -> None:
    """Whoever the screen is to be handed to comes."""
    settle()
    window.table.take_over()
    wait(lambda: window.playing.ours)


def half_written(window: Tested) -> None:
    seated(window)
    for move in HALF:
        window.playing.play(move)


def test_a_plan_survives_all_that_is_done_meanwhile() -> None:
    with opened(HERBS) as window:
        seated(window)
        locked(window, *HALF, *REST)
        there(window)
        for move in ("2M2", "3TL"):
            window.playing.play(move)
        table, mine = window.table, ["2M2", "3TL"]
        assert written(window) == mine
        window.set_theme("dark")
        assert written(window) == mine
        table.change_seats(table.session.seats, ("Anna", "Ben"))
        assert written(window) == mine
        window.registry.run("start")
        assert written(window) == []
        window.registry.run("end")
        assert written(window) == mine
        window.tabs.begin(HERBS._replace(seed=9))
        window.tabs.show(0)
        there(window)
        assert written(window) == mine
        table.take_back()  # Anna's plan, which is then locked otherwise
        there(window)
        assert written(window) == [*HALF, *REST]
        window.drafting.remove(0)
        window.playing.play("0TL")
        locked(window)
        there(window)
        assert written(window) == mine, "what she exchanged makes no difference to him"
        table.take_back()
        there(window)
        window.registry.run("lock")
        there(window)
        assert written(window) == mine


def test_a_plan_that_the_game_refuses_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(HERBS) as window:
        half_written(window)
        window.playing.play(REST[0])

        def refuse(*_: object) -> None:
            raise IllegalMove("0M2", "", "there is a wall")

        with monkeypatch.context() as patched:
            patched.setattr(window.table, "play_turn", refuse)
            window.registry.run("lock")
        assert written(window) == [*HALF, *REST] and "wall" in window.shell.status.side.cget("text")
        wait_for_jobs(window)
        assert files()
        locked(window)
        wait_for_jobs(window)
        assert not files(), "it is made"


def files() -> list[Path]:
    return sorted(unmade_turns.folder().glob("*.plan")) if unmade_turns.folder().exists() else []


def test_a_plan_is_on_the_disk_and_in_no_record() -> None:
    with opened(HERBS) as window:
        half_written(window)
        wait_for_jobs(window)
        (file,) = files()
        assert b"0M2" in file.read_bytes()
        session = window.table.session
        assert "0M2" not in str(record_of(session))
        kept = window.playing.kept
        assert kept is not None and kept.unsaved, "a game in which somebody writes is worth keeping"
        wait(lambda: list(autosaves()))
        assert all(b"0M2" not in gzip.decompress(one.read_bytes()) for one in autosaves())
        again = session_of(record_of(session))
        assert unmade_turns.name_of(again) == unmade_turns.name_of(session)


def test_a_full_disk_loses_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    monkeypatch.setattr(unmade_turns, "AGAIN", 0)
    with opened(HERBS) as window:
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", full)
            half_written(window)
            wait(lambda: window.closing.bar is not None)
            window.closing.close(lambda: ended.append("closed"))
            wait(lambda: window.closing.bar is not None and words.CLOSE_ANYWAY in window.closing.bar.rows[0].buttons)
            bar = window.closing.bar
            assert bar is not None and bar.rows[0].label.cget("text") == words.would_be_lost("No space left on device")
            assert not ended and not files()
        wait(files)
        assert b"1TR" in files()[0].read_bytes(), "it is tried again by itself"
        wait(lambda: window.closing.bar is None)
        monkeypatch.setattr(unmade_turns, "AGAIN", 1e9)
        with monkeypatch.context() as patch:
            patch.setattr(saving, "write", full)
            window.playing.play(REST[0])
            wait_for_jobs(window)
        window.closing.close(lambda: ended.append("closed"))
        wait(lambda: ended)
        assert b"WhH5" in files()[0].read_bytes(), "nothing is closed before all is written down"


def test_a_plan_is_there_again_when_giving_up_is_undone() -> None:
    with opened(HERBS) as window:
        half_written(window)
        window.registry.run("resign")
        settle()
        assert window.table.over and not written(window)
        wait_for_jobs(window)
        assert files()
        window.registry.run("undo")
        there(window)
        assert written(window) == list(HALF)
        window.registry.run("resign")
        settle()
    assert not files(), "nobody comes back to it"


def test_that_something_was_undone_is_not_said_after_the_next_decision() -> None:
    with opened(HERBS) as window:
        seated(window)
        locked(window, *HALF, *REST)
        there(window)
        window.registry.run("undo")
        settle()
        assert window.screen.cover.winfo_viewable() and "is taken back" in window.notice.text
        there(window)
        window.registry.run("lock")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert not window.notice.text


def autosaves() -> Iterator[Path]:
    return (file for file in unmade_turns.folder().parent.rglob("*.herbarium*") if file.stat().st_size)


WORK = """
import sys
from tests.kit.windows import *
from tests.gui.sheet.test_unlocked import *
with opened(HERBS) as window:
    half_written(window)
    wait_for_jobs(window)
    wait(lambda: list(autosaves()))
    os._exit(9)
"""


def test_a_plan_is_there_after_a_crash(home: Path) -> None:
    ended = started(WORK, home)
    assert ended.returncode == 9, ended.stderr
    with opened(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.start()
        wait(lambda: window.files.left)
        window.files.recover(window.files.left[0])
        wait(lambda: window.table.info.id == "herbs")
        there(window)
        wait(lambda: written(window) == list(HALF))
        assert window.drafting.draft is not None
        press("Escape")
        window.playing.play(REST[0])
        locked(window)
        wait_for_jobs(window)
        assert not files()


def test_damaged_and_old_files_do_no_harm(home: Path) -> None:
    folder = unmade_turns.folder()
    with opened(HERBS) as window:
        seated(window)
        name = unmade_turns.name_of(window.table.session)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.1.plan").write_bytes(b"{nonsense")
        store = unmade_turns.UnmadeTurns(window.table.session)
        store.take_in(store.reader()())
        assert store.get(0, "") is None
    unmade_turns.tidy()
    assert files()
    import os

    old = time.time() - 2 * unmade_turns.OLD
    os.utime(folder / f"{name}.1.plan", (old, old))
    unmade_turns.tidy()
    assert not files()
