"""Locks between programs: two programs never hold one lock, and a removed lock file is noticed."""

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
from workbench.storage.autosave import Autosave, left_behind
from workbench.storage.session_records import record_of
from workbench.system.locks import Lock

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows removes no open file")


def game() -> Session:
    return Session("herd(size=3)", (PERSON, PERSON), 1)


def test_no_lock_is_held_by_two_programs(home: Path) -> None:
    assert locks.run(1, deep(1, 40) / 2) == []


def test_lock_file_is_removed_before_the_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the release another program may hold the file already, and removing it would let in a third one."""
    there = []
    release = filelock.FileLock.release

    def watched(self: filelock.FileLock, force: bool = False) -> None:
        there.append(Path(self.lock_file).exists())
        release(self, force)

    monkeypatch.setattr(filelock.FileLock, "release", watched)
    lock = Lock(tmp_path / "a.lock")
    assert lock.take()
    lock.let_go()
    assert set(there) == {False}


def test_lock_whose_file_was_removed_is_not_valid(tmp_path: Path) -> None:
    one, other = Lock(tmp_path / "a.lock"), Lock(tmp_path / "a.lock")
    assert one.take() and one.valid()
    os.unlink(tmp_path / "a.lock")
    assert other.take()
    assert one.held and not one.valid() and not one.held
    one.let_go()
    assert (tmp_path / "a.lock").exists() and other.valid(), "the file of another program stays"
    other.let_go()
    assert not (tmp_path / "a.lock").exists()


def test_autosave_is_locked_again_after_its_folder_was_deleted(home: Path) -> None:
    kept = Autosave(seconds=0)
    kept.keep(record_of(game()))
    assert kept.flush() == ""
    for file in kept.folder.iterdir():
        file.unlink()
    kept.folder.rmdir()
    kept.keep(record_of(game()))
    assert kept.flush() == ""
    done = subprocess.run(
        [sys.executable, "-c", "from workbench.storage.autosave import left_behind; print(left_behind())"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert kept.file.exists() and done.stdout == "[]\n", "another program must not recover a game that is being played"
    kept.close()


def test_autosave_that_is_open_is_not_discarded(home: Path) -> None:
    kept, record = Autosave(seconds=0), record_of(game())
    kept.keep(record)
    assert kept.flush() == ""
    autosave.discard(kept.file)
    assert files.read(kept.file) == record
    with autosave.claimed(kept.file) as ours:
        assert not ours
    kept.leave()
    assert [one.file for one in left_behind()] == [kept.file]
    with autosave.claimed(kept.file) as ours:
        assert ours
    autosave.discard(kept.file)
    assert left_behind() == [] and list(kept.folder.iterdir()) == []


def test_leftovers_in_the_autosave_folder_are_removed_after_a_day(home: Path) -> None:
    kept = Autosave(seconds=0)
    kept.keep(record_of(game()))
    assert kept.flush() == ""
    half, lock = kept.folder / ".1-a.herbarium.00.new", kept.folder / "1-a.herbarium.lock"
    for file in (half, lock):
        file.touch()
    assert left_behind() == [] and half.exists() and lock.exists(), "another program may be writing"
    for file in kept.folder.iterdir():
        os.utime(file, (1, 1))
    assert left_behind() == [] and sorted(kept.folder.iterdir()) == sorted(
        [kept.file, kept.file.with_name(f"{kept.file.name}.lock")]
    )
    kept.close()
