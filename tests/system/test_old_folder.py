"""Tests of the folders of the program's files, and of the move from the folder of earlier versions."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit.payloads import write_record
from tests.kit.terminals import run, run_process
from workbench.game.session import PERSON
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.default import default_archive
from workbench.storage import library, open_tabs
from workbench.storage.autosave import autosave_folder
from workbench.system import folders, old_folder
from workbench.system.locks import Lock

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there the folders are the same")

GAME = "games/a.herbarium"
CONTENT = {
    GAME: b"a game", "games/index.sqlite3": b"an index", "autosave/1-ab.herbarium": b"an autosave",
    "unlocked/x.1.plan": b"a plan", "positions/herd.positions": b"positions", "results.jsonl": b'{"id":"1"}\n',
    "recent.json": b"[]", "tabs.json": b"{}", "errors.log": b"an error",
}  # fmt: skip
STAYS = {"settings.json": b"{}", "trusted-bots.json": b"{}"}
KILLED = 9


class Places:
    """The configuration, data and state folders of a test."""

    def __init__(self, top: Path) -> None:
        self.config, self.data, self.state = (top / name / "herbarium" for name in ("config", "data", "state"))

    def write_old(self, content: dict[str, bytes]) -> None:
        for name, data in content.items():
            file = self.config / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)

    def move(self) -> None:
        old_folder.move_old_files(self.config, self.data, self.state)

    def new(self, name: str) -> Path:
        return (self.state if name.partition("/")[0] in old_folder.STATE else self.data) / name

    def everything(self) -> list[bytes]:
        """Return the content of all files in the three folders, without links."""
        return sorted(
            (Path(folder) / file).read_bytes()
            for top in (self.config, self.data, self.state)
            for folder, _, files in os.walk(top)
            for file in files
            if not (Path(folder) / file).is_symlink()
        )


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """Separate folders as on a usual desktop."""
    monkeypatch.delenv("HERBARIUM_HOME", raising=False)
    for name in ("config", "data", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(tmp_path / name))
    monkeypatch.setattr(folders, "_moved", set())
    return Places(tmp_path)


def test_folders_are_those_of_the_system(places: Places, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert folders.config_folder() == places.config
    assert library.Library().folder == places.data / "games" and autosave_folder() == places.data / "autosave"
    assert default_archive() == places.data / "own.matches"
    assert folders.state_path("errors.log") == places.state / "errors.log"
    assert not any(path.exists() for path in (places.config, places.data, places.state)), "nothing is created"
    for folder in (places.config, places.data, places.state):
        assert str(folder) in folders.described()
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "own"))
    assert library.Library().folder == tmp_path / "own/games" and folders.config_folder() == tmp_path / "own"
    assert default_archive() == tmp_path / "own/own.matches"
    assert str(tmp_path / "own") in folders.described()


def test_old_files_are_moved_once_and_old_paths_stay_valid(places: Places) -> None:
    places.write_old(CONTENT | STAYS)
    assert folders.data_path("games") == places.data / "games", "the first use moves the files"
    for name, data in CONTENT.items():
        assert places.new(name).read_bytes() == data == (places.config / name).read_bytes()
        assert not places.new(name).is_symlink() and (places.config / name.partition("/")[0]).is_symlink()
    for name, data in STAYS.items():
        assert (places.config / name).read_bytes() == data and not (places.config / name).is_symlink()
    assert sorted(os.listdir(places.config)) == sorted({name.partition("/")[0] for name in CONTENT | STAYS})
    (places.config / GAME).write_bytes(b"written by an earlier version")
    places.move()
    assert places.new(GAME).read_bytes() == b"written by an earlier version"
    places.new(GAME).unlink()
    places.move()
    assert not places.new(GAME).exists(), "it is not moved again"


def test_nothing_is_lost_if_both_folders_have_files(places: Places) -> None:
    places.write_old(CONTENT)
    places.move()
    for name in ("games", "results.jsonl", "recent.json"):
        (places.config / name).unlink()  # the links
    both = b'{"id":"1"}\n{"id":"2"}\n'
    places.write_old({GAME: b"another game", "games/b.herbarium": b"b", "results.jsonl": both, "recent.json": b"[1]"})
    places.move()
    assert (places.data / "games/a (2).herbarium").read_bytes() == b"another game"
    assert (places.data / "games/b.herbarium").read_bytes() == b"b" and places.new(GAME).read_bytes() == b"a game"
    assert (places.data / "results.jsonl").read_bytes() == both
    assert (places.state / "recent (2).json").read_bytes() == b"[1]"
    assert all((places.config / name).is_symlink() for name in ("games", "results.jsonl", "recent.json"))


def move_until_killed(places: Places, changes: int) -> bool:
    """Move the files in a process that is killed after this many changes of the disk. Return whether it was killed."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED
    left = changes

    def deadly(call: Callable[..., None]) -> Callable[..., None]:
        def counted(*arguments: object, **options: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os._exit(KILLED)
            call(*arguments, **options)

        return counted

    for name in ("symlink", "rename", "replace", "unlink", "rmdir", "mkdir"):
        setattr(os, name, deadly(getattr(os, name)))
    places.move()
    os._exit(0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("both", [False, True])
def test_killed_move_loses_nothing(places: Places, both: bool) -> None:
    """The program is killed before each change of the disk in turn, and started again."""
    moment, killed = 0, True
    while killed:
        top = places.config.parents[1] / str(moment)
        tried = Places(top)
        tried.write_old(CONTENT)
        if both:
            for name, data in {GAME: b"newer", "results.jsonl": b'{"id":"2"}\n'}.items():
                tried.new(name).parent.mkdir(parents=True, exist_ok=True)
                tried.new(name).write_bytes(data)
        killed = move_until_killed(tried, moment)
        tried.move()
        kept = tried.everything()
        for name, data in CONTENT.items():
            if name == "results.jsonl":
                assert data in b"".join(kept)
            else:
                assert data in kept, (moment, name)
            assert (tried.config / name.partition("/")[0]).is_symlink()
        if both:
            assert b"newer" in kept and b'{"id":"2"}' in b"".join(kept)
        assert not [name for name in os.listdir(tried.config) if name.endswith(".link")]
        moment += 1
    assert moment > 2 * len(CONTENT)


@pytest.mark.parametrize("call", ["symlink", "rename", "mkdir"])
@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.EROFS, errno.EXDEV, errno.EACCES])
def test_files_that_cannot_be_moved_are_used_in_their_old_place(
    call: str, reason: int, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full, read-only or another one."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(reason, os.strerror(reason))

    places.write_old(CONTENT)
    before = places.everything()
    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        assert library.Library().folder == places.config / "games"
        assert folders.state_path("tabs.json") == places.config / "tabs.json"
        assert folders.state_path("other") == places.state / "other"
    assert places.everything() == before
    folders._moved.clear()
    assert library.Library().folder == places.data / "games", "the next start moves them"
    assert places.everything() == before


def test_only_one_program_moves(places: Places) -> None:
    places.write_old(CONTENT)
    lock = Lock(places.config / old_folder.LOCK)
    assert lock.acquire()
    assert library.Library().folder == places.config / "games"
    lock.release()
    assert library.Library().folder == places.config / "games", "a program asks once"
    places.move()
    assert library.Library().folder == places.data / "games"


@pytest.mark.parametrize("used_by", ["match", "reader"])
def test_archive_in_use_stays_until_the_next_start(used_by: str, places: Places) -> None:
    places.config.mkdir(parents=True)
    old, new = places.config / "own.matches", places.data / "own.matches"
    archive = Archive(old, create=True)
    if used_by == "match":
        archive.lock()
    with closing(sqlite3.connect(old)) as writer:
        writer.execute("PRAGMA user_version")
        places.move()
        assert old.is_file() and not old.is_symlink() and not new.exists() and default_archive() == old
    archive.close()
    places.move()
    assert old.is_symlink() and new.is_file() and default_archive() == new
    with Archive(old, read_only=True) as moved:
        assert moved.matches() == []


def test_games_in_the_journal_of_a_killed_match_are_moved_with_their_archive(places: Places) -> None:
    places.config.mkdir(parents=True)
    old = places.config / "own.matches"
    work = (
        "import os, sqlite3, sys\n"
        "from pathlib import Path\n"
        "from workbench.matches.archive.archive import Archive\n"
        "Archive(Path(sys.argv[1]), create=True).close()\n"
        "db = sqlite3.connect(sys.argv[1])\n"
        "db.execute('PRAGMA wal_autocheckpoint=0')\n"
        "db.execute('CREATE TABLE written (number)')\n"
        "db.commit()\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", work, str(old)], check=True)
    assert (places.config / "own.matches-wal").stat().st_size > 0, "the table is only in the journal"
    places.move()
    assert sorted(os.listdir(places.config)) == ["own.matches"] and old.is_symlink()
    with closing(sqlite3.connect(places.data / "own.matches")) as db:
        assert db.execute("SELECT count(*) FROM written").fetchone() == (0,)


def test_lists_of_earlier_versions_name_the_moved_files(places: Places) -> None:
    places.config.mkdir(parents=True)
    old = places.config / "games" / "a.herbarium"
    write_record(old, [PERSON, PERSON], 3)
    autosave = places.config / "autosave" / "1-ab.herbarium"
    write_record(autosave, [PERSON, PERSON], 4)
    library.add_recent(old)  # moves the files
    (places.state / "recent.json").write_text(f'["{old}"]')
    (places.state / "tabs.json").write_text(f'{{"games":["{autosave}","{old}"]}}')
    new = places.data / "games" / "a.herbarium"
    assert library.recent() == [new]
    restored = open_tabs.restore(lambda line: None).games
    try:
        assert [game.file for game in restored] == [None, new], "the autosave belongs to no file"
        assert not (places.data / "autosave/1-ab.herbarium.lock").is_symlink()
    finally:
        for game in restored:
            game.discard()
    assert not autosave.exists(), "it was opened as an autosave, and discarded"
    assert run("show", str(old)).out == run("show", str(new)).out.replace(str(new), str(old)) != ""


def test_help_names_the_folders(places: Places) -> None:
    text = " ".join(run_process("--help").out.split())
    for folder in (places.config, places.data, places.state):
        assert str(folder) in text


@pytest.mark.parametrize("line", ["match herd(size=2) --bots random,greedy", "calibrate herd --bots random,greedy"])
def test_named_archive_needs_an_existing_folder(line: str, places: Places, tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "deep"
    result = run(*line.split(), "--archive", str(missing / "x.matches"))
    assert result.status == 2 and result.out == ""
    assert f": {missing / 'x.matches'}: the folder {missing} does not exist" in result.err
    assert not missing.parent.exists() and not places.data.exists()
