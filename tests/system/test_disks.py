"""Tests of disks that are full, deleted, replaced or unmounted during a save.

The full attacks are in tests/attacks/programs/disks.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.attacks.programs import disks
from tests.attacks.programs.disks import FAULTS, fill_disk, games_in, mounted_disk, results_in
from tests.conftest import deep
from tests.kit.terminals import run
from workbench.cli.playing import words
from workbench.cli.playing.game_saver import GameSaver
from workbench.cli.playing.prompt import Prompt
from workbench.cli.playing.voice import Voice
from workbench.game.session import PERSON, Session
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError, ArchiveGoneError
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.background_match import BackgroundMatch
from workbench.records import files
from workbench.storage.autosave import find_abandoned
from workbench.storage.session_records import record_of
from workbench.storage.stored_game import StoredGame

QUICK = ("herd(size=2)", "--bots", "random,greedy", "--seed", "1", "--jobs", "1", "--blocks", "4")
PLAN = Plan(spec="herd(size=2)", bots=("random", "greedy"), blocks=4, seed=1, salt="5a17" * 8)
mountable = cache(disks.can_mount)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of a 64 kB disk."""
    if not mountable():
        pytest.skip("only root can mount a disk, on Linux")
    folder = tmp_path / "disk"
    folder.mkdir()
    with mounted_disk(folder, "64k"):
        yield folder


@pytest.fixture
def large_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of an 8 MB disk."""
    if not mountable():
        pytest.skip("only root can mount a disk, on Linux")
    folder = tmp_path / "large"
    folder.mkdir()
    with mounted_disk(folder, "8m"):
        yield folder


def attack_archive(monkeypatch: pytest.MonkeyPatch, kind: str, path: Path, after: int) -> None:
    """Attack the archive's file once it holds this many games."""
    add = Archive.add_all

    def attack_and_add(self: Archive, *arguments: object) -> object:
        if len(games_in(path)) == after:
            FAULTS[kind].apply(path)
        return add(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Archive, "add_all", attack_and_add)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[int, tuple[object, ...]]]:
    """Return an archive with the first games of a match, and the results of the whole match."""
    path = tmp_path_factory.mktemp("undisturbed") / "x.matches"
    assert run("match", *QUICK, "--archive", str(path), "--blocks", "1").status == 0
    first = path.read_bytes()
    assert run("match", *QUICK, "--archive", str(path)).status == 0
    return first, results_in(path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["deleted", "replaced", "unmounted", "journal", "index"][: deep(1, 5)])
def test_match_reports_a_lost_archive_and_ends(
    kind: str, home: Path, large_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    undisturbed: tuple[bytes, dict[int, tuple[object, ...]]],
) -> None:  # fmt: skip
    path = large_disk / "x.matches"
    path.write_bytes(undisturbed[0])  # both matches continue with the same seeds
    with monkeypatch.context() as patch:
        attack_archive(patch, kind, path, 4)
        result = run("match", *QUICK, "--archive", str(path))
    assert result.status == 1 and FAULTS[kind].message in result.out and "Result:" not in result.out, (
        result.out + result.err
    )
    if FAULTS[kind].rescued:
        (copy,) = [*large_disk.glob("*-rescued.matches"), *home.glob("*-rescued.matches")]
        assert str(copy) in result.out
        path = tmp_path / "again.matches"
        path.write_bytes(copy.read_bytes())
    assert len(games_in(path)) >= 4 and set(results_in(path).items()) <= set(undisturbed[1].items())
    assert run("match", *QUICK, "--archive", str(path)).status == 0
    assert results_in(path) == undisturbed[1]
    assert run("verify", str(path), "--rules-only").status == 0


@pytest.mark.parametrize("kind", [kind for kind in FAULTS if kind != "full"])
def test_lost_archive_accepts_no_more_games(kind: str, home: Path, large_disk: Path) -> None:
    path = large_disk / "x.matches"
    with Archive(path, create=True) as archive:
        archive.lock()
        archive.add_match(PLAN)
        archive.add_match(PLAN)
        FAULTS[kind].apply(path)
        with pytest.raises(ArchiveGoneError, match=FAULTS[kind].message):
            archive.add_match(PLAN)
    if FAULTS[kind].rescued:
        (path,) = [*large_disk.glob("*-rescued.matches"), *home.glob("*-rescued.matches")]
    with Archive(path, read_only=True) as archive:
        assert [match.plan for match in archive.matches()] == [PLAN, PLAN]


def test_window_match_reports_a_lost_archive_and_ends(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "own.matches"
    attack_archive(monkeypatch, "deleted", path, 3)
    running = BackgroundMatch(path, PLAN, 1)
    running.join()
    outcome = running.progress.outcome
    assert outcome is not None and outcome.kind == "gone" and FAULTS["deleted"].message in outcome.reason
    assert not path.exists() and not path.with_name("own.matches-wal").exists(), (
        "no journal is left for another archive"
    )
    (copy,) = home.glob("own-rescued.matches")
    assert len(games_in(copy)) == 3


def test_copy_of_a_lost_archive_gets_a_free_name(tmp_path: Path) -> None:
    path = tmp_path / "x.matches"
    for number in range(2):
        with Archive(path, create=True) as archive:
            archive.lock()
            archive.add_match(PLAN)
            path.unlink()
            with pytest.raises(ArchiveGoneError, match="x-rescued-2.matches" if number else "x-rescued.matches"):
                archive.add_match(PLAN)
    for name in ("x-rescued.matches", "x-rescued-2.matches"):
        with Archive(tmp_path / name) as copy:
            assert [match.plan for match in copy.matches()] == [PLAN]


def test_second_lock_through_a_link_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.matches"
    (tmp_path / "linked").symlink_to(tmp_path)
    (tmp_path / "link.matches").symlink_to(path)
    with Archive(path, create=True) as archive:
        archive.lock()
        for link_path in (tmp_path / "link.matches", tmp_path / "linked" / "x.matches"):
            with (
                Archive(link_path) as second,
                pytest.raises(ArchiveError, match="another match is being played into this archive"),
            ):
                second.lock()
        os.link(path, tmp_path / "hard.matches")
        with Archive(tmp_path / "hard.matches", read_only=True):
            pass
        with Archive(tmp_path / "hard.matches") as second, pytest.raises(ArchiveError, match="a second name"):
            second.lock()


def test_removed_lock_is_acquired_again(tmp_path: Path) -> None:
    path = tmp_path / "x.matches"
    lock = tmp_path / "x.matches.lock"
    with Archive(path, create=True) as archive:
        archive.lock()
        lock.unlink()
        archive.add_match(PLAN)
        with Archive(path) as second:
            with pytest.raises(ArchiveError, match="another match"):
                second.lock()
            lock.unlink()
            second.lock()  # another program takes the lock
            with pytest.raises(ArchiveGoneError, match="another program is playing into it"):
                archive.add_match(PLAN)


def test_recorded_game_is_saved_again_after_the_disk_was_full(home: Path, small_disk: Path) -> None:
    """An autosave keeps the game until the disk has space, and both changes are reported once."""
    session, file = Session("herd(size=4)", (PERSON, PERSON), 3), small_disk / "game.herbarium"
    saver = GameSaver(session, file)

    def play_move() -> str:
        while session.waits_for == "chance":
            session.draw_chance()
        session.play(session.state.move_text(session.state.moves()[0]))
        return saver.on_change()

    assert play_move() == "" and files.read(file) == record_of(session)
    filler, before = fill_disk(small_disk), record_of(session)
    message = play_move()
    assert message == words.not_recorded(file, "No space left on device") and saver.fault
    assert play_move() == "" and files.read(file) == before, "the fault is reported once, and the saved file stays"
    assert saver._autosave is not None and saver._autosave.flush() == ""
    assert files.read(saver._autosave.file) == record_of(session)
    filler.unlink()
    assert play_move() == words.recorded_again(file) and files.read(file) == record_of(session)
    assert play_move() == "" and files.read(file) == record_of(session)
    assert saver.close() == "" and find_abandoned() == []


def test_recorded_game_is_left_for_the_next_start_if_its_disk_stays_full(home: Path, small_disk: Path) -> None:
    session, file = Session("herd(size=4)", (PERSON, PERSON), 3), small_disk / "game.herbarium"
    saver = GameSaver(session, file)
    fill_disk(small_disk)
    assert saver.on_change()
    assert "herbarium play --recover" in saver.close()
    (abandoned,) = find_abandoned()
    assert abandoned.record == record_of(session)


def test_moves_after_a_save_are_saved_too(home: Path) -> None:
    """The command `save` names the file that receives all later saves."""
    session = Session("herd(size=4)", (PERSON, PERSON), 3)
    saver = GameSaver(session)
    saver.on_change()
    saver.save()
    session.draw_chance() if session.waits_for == "chance" else None
    session.play(session.state.move_text(session.state.moves()[0]))
    assert saver.on_change() == "" and saver.file is not None
    assert files.read(saver.file) == record_of(session)
    assert saver.close() == "" and find_abandoned() == []


def test_game_ended_by_an_error_is_left_for_the_next_start(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example, the terminal disappears. The program then asks no questions."""

    def fail(self: Prompt) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(Prompt, "advance", fail)
    session = Session("herd(size=4)", (PERSON, PERSON), 3)
    with pytest.raises(BrokenPipeError):
        Prompt(session, Voice(), GameSaver(session)).run()
    (abandoned,) = find_abandoned()
    assert abandoned.record == record_of(session)


def test_play_with_record_survives_a_full_disk_and_kill_9(home: Path) -> None:
    if not mountable():
        pytest.skip("only root can mount a disk, on Linux")
    assert disks.attack_play(1) == ""


def test_game_of_a_window_is_autosaved_again_after_the_disk_was_full(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window's autosave retries by itself."""
    monkeypatch.setenv("HERBARIUM_HOME", str(small_disk))
    faults: list[str] = []
    stored = StoredGame(Session("herd(size=4)", (PERSON, PERSON), 3), faults.append)
    filler = fill_disk(small_disk)
    stored.mark_worth_keeping()
    stored.check_changes()
    assert "No space left" in stored.flush() and stored.unsaved and stored.fault
    filler.unlink()
    assert stored.flush() == "" and stored.fault == ""
    assert stored.leave() == ""
    (abandoned,) = find_abandoned()
    assert abandoned.record is not None and abandoned.record.seed == 3


def test_read_only_disk_is_reported(home: Path, large_disk: Path) -> None:
    path = large_disk / "x.matches"
    with Archive(path, create=True) as archive:
        archive.add_match(PLAN)
    disks.remount_read_only(large_disk)
    result = run("match", *QUICK, "--archive", str(path))
    assert result.status == 2 and str(path) in result.err and result.err.count("\n") == 1, result.err
    with Archive(path, read_only=True) as archive:
        assert [match.plan for match in archive.matches()] == [PLAN]
