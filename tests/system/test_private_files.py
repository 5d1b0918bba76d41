"""Tests that the program's files are complete, synced to disk, and readable by their owner only."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from workbench import settings
from workbench.game.session import PERSON, Session
from workbench.gui.shell import faults
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.records import files
from workbench.storage import library, unmade_turns
from workbench.storage.autosave import Autosave
from workbench.storage.session_records import record_of
from workbench.system import folders, saving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}


def test_saved_files_are_readable_by_their_owner_only(home: Path) -> None:
    session = Session("herd(size=3)", (PERSON, PERSON), 1)
    with umask(0):
        autosave = Autosave(seconds=0)
        autosave.keep(record_of(session))
        assert autosave.flush() == "" and settings.save(settings.Settings()) == ""
        own_library = library.Library()
        library.add_recent(own_library.save(record_of(session)))
        assert own_library.search()
        plans = unmade_turns.PlanStore(session)
        plans.put(0, "here", ("a",))
        assert plans.flush() == ""
        faults.report(ValueError, ValueError("x"), None, "")
        with Archive(folders.data_folder() / "new" / "deep" / "own.matches", create=True) as archive:
            archive.lock()
            archive.add_match(Plan(spec="herd(size=3)", bots=("greedy", "greedy")))
            file_modes = modes(home)
        autosave.leave()
    names = {Path(name).name for name in file_modes}
    assert {
        "settings.json",
        "recent.json",
        "index.sqlite3",
        "errors.log",
        "own.matches",
        "own.matches-wal",
        "own.matches-shm",
    } <= names
    readable = {name: oct(mode) for name, mode in file_modes.items() if mode & 0o077 and not name.endswith(".lock")}
    assert readable == {}


def test_stricter_umask_is_honoured(tmp_path: Path) -> None:
    with umask(0o377):
        saving.write(tmp_path / "a", b"1")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o400


def test_file_made_readable_for_others_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / f"a{files.SUFFIX}"
    record = record_of(Session("herd(size=3)", (PERSON, PERSON), 1))
    files.write(file, record)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    files.write(file, record)
    assert stat.S_IMODE(file.stat().st_mode) == 0o644


def test_exports_follow_the_umask(tmp_path: Path) -> None:
    with umask(0o027):
        saving.write(tmp_path / "page.html", b"1", shared=True)
    assert stat.S_IMODE((tmp_path / "page.html").stat().st_mode) == 0o640


def test_writing_never_changes_the_umask_of_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread could create a file in the meantime."""
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("the umask was changed"))
    saving.write(tmp_path / "a", b"1")
    saving.write(tmp_path / "b", b"1", shared=True)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == b"1"


def test_folder_is_synced_after_the_file_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps, sync, replace = [], os.fsync, os.replace

    def recording_fsync(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def recording_replace(source: str, target: str) -> None:
        steps.append("name")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", recording_fsync)
    monkeypatch.setattr(os, "replace", recording_replace)
    saving.write(tmp_path / "a", b"1")
    assert steps == ["file", "name", "folder"]
    steps.clear()
    saving.write(tmp_path / "new" / "a", b"1")
    assert steps == ["folder", "file", "name", "folder"], "the name of the new folder is synced too"


def test_pipes_and_folders_are_not_replaced(tmp_path: Path) -> None:
    """Devices are not replaced either: as root, a save must not replace /dev/null."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for file in (tmp_path / "pipe", tmp_path / "link", tmp_path):
        with pytest.raises(saving.WriteError, match=r"it is (not a regular file|a folder)"):
            saving.write(file, b"1")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode) and (tmp_path / "link").is_symlink()


def test_interrupted_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a"
    saving.write(file, b"before")

    def interrupt(handle: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, "fsync", interrupt)
        saving.write(file, b"after")
    assert list(tmp_path.iterdir()) == [file] and file.read_bytes() == b"before"


def test_concurrent_writes_leave_one_intact_file(tmp_path: Path) -> None:
    file = tmp_path / "a"
    threads = [threading.Thread(target=saving.write, args=(file, bytes([65 + n]) * 1000)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(file.read_bytes())) == 1 and len(file.read_bytes()) == 1000 and list(tmp_path.iterdir()) == [file]
