"""Tests of locks: two programs never hold the same lock, and a removed lock file is noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import filelock
import pytest

from tests.attacks.programs import locks
from tests.conftest import deep
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.storage import autosave
from workbench.storage.autosave import Autosave, find_abandoned
from workbench.storage.session_records import record_of
from workbench.system.locks import Lock

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows cannot remove an open file")


def new_session() -> Session:
    return Session("herd(size=3)", (PERSON, PERSON), 1)


def test_no_lock_is_held_by_two_programs(home: Path) -> None:
    assert locks.run(1, deep(1, 40) / 2) == []


def test_lock_file_is_removed_before_the_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Removing the file after the release could let a third program lock it too."""
    existed = []
    release = filelock.FileLock.release

    def recording_release(self: filelock.FileLock, force: bool = False) -> None:
        existed.append(Path(self.lock_file).exists())
        release(self, force)

    monkeypatch.setattr(filelock.FileLock, "release", recording_release)
    lock = Lock(tmp_path / "a.lock")
    assert lock.acquire()
    lock.release()
    assert set(existed) == {False}


def test_lock_whose_file_was_removed_is_not_valid(tmp_path: Path) -> None:
    first, second = Lock(tmp_path / "a.lock"), Lock(tmp_path / "a.lock")
    assert first.acquire() and first.is_valid()
    os.unlink(tmp_path / "a.lock")
    assert second.acquire()
    assert first.held and not first.is_valid() and not first.held
    first.release()
    assert (tmp_path / "a.lock").exists() and second.is_valid(), "the file of another program stays"
    second.release()
    assert not (tmp_path / "a.lock").exists()


def test_autosave_is_locked_again_after_its_folder_was_deleted(home: Path) -> None:
    saver = Autosave(seconds=0)
    saver.keep(record_of(new_session()))
    assert saver.flush() == ""
    for file in saver.folder.iterdir():
        file.unlink()
    saver.folder.rmdir()
    saver.keep(record_of(new_session()))
    assert saver.flush() == ""
    result = subprocess.run(
        [sys.executable, "-c", "from workbench.storage.autosave import find_abandoned; print(find_abandoned())"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert saver.file.exists() and result.stdout == "[]\n", (
        "another program must not recover a game that is being played"
    )
    saver.close()


def test_autosave_that_is_open_is_not_discarded(home: Path) -> None:
    saver, record = Autosave(seconds=0), record_of(new_session())
    saver.keep(record)
    assert saver.flush() == ""
    autosave.discard(saver.file)
    assert files.read(saver.file) == record
    with autosave.lock_abandoned(saver.file) as ours:
        assert not ours
    saver.leave()
    assert [game.file for game in find_abandoned()] == [saver.file]
    with autosave.lock_abandoned(saver.file) as ours:
        assert ours
    autosave.discard(saver.file)
    assert find_abandoned() == [] and list(saver.folder.iterdir()) == []


def test_leftovers_in_the_autosave_folder_are_removed_after_a_day(home: Path) -> None:
    saver = Autosave(seconds=0)
    saver.keep(record_of(new_session()))
    assert saver.flush() == ""
    partial, lock = saver.folder / ".1-a.herbarium.00.new", saver.folder / "1-a.herbarium.lock"
    for file in (partial, lock):
        file.touch()
    assert find_abandoned() == [] and partial.exists() and lock.exists(), "another program may be writing"
    for file in saver.folder.iterdir():
        os.utime(file, (1, 1))
    assert find_abandoned() == [] and sorted(saver.folder.iterdir()) == sorted(
        [saver.file, saver.file.with_name(f"{saver.file.name}.lock")]
    )
    saver.close()
