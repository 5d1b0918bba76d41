"""Tests that all turns of a game count, and that archives of an earlier version are corrected once."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import fastcore
from tests.kit.matches import play_here, record
from tests.matches.test_audit import intact_archive as intact_archive
from workbench import cli
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.turn_counts import can_restart, total_turns, turns_of
from workbench.matches.archive.upgrading import upgrade
from workbench.matches.planning.plan import Plan

PLAN = Plan(spec="herbalism", bots=("greedy", "random", "deducer"), blocks=1, seed=5)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("turns") / "played.matches"
    play_here(path, PLAN)
    return path


def as_version_1(played: Path, copy: Path) -> list[int]:
    """Copy an archive and give it the numbers of version 1. Return the right ones."""
    shutil.copy(played, copy)
    with Archive(played, read_only=True) as archive:
        games = list(archive.games(1))
        ends = [_end(archive, number) for number in range(len(games))]
    with closing(sqlite3.connect(copy)) as db:
        db.executemany("UPDATE games SET turns = ? WHERE number = ?", [(end, n) for n, end in enumerate(ends)])
        db.execute("PRAGMA user_version = 1")
        db.commit()
    return [game.turns for game in games]


def _end(archive: Archive, number: int) -> int:
    """Return the turn number at the end of a game."""
    kept = record(archive.path, next(game for game in archive.games(1) if game.number == number))
    state = fastcore.start(kept.spec)
    for move in kept.lines[0].moves:
        state.play(move.move)
    return state.turn


def stored(path: Path) -> list[int]:
    with Archive(path, read_only=True) as archive:
        return [game.turns for game in archive.games(1)]


def test_turns_of_all_rounds_count(played: Path) -> None:
    with Archive(played, read_only=True) as archive:
        for game in archive.games(1):
            moves = record(played, game).lines[0].moves
            actions = sum(not move.move.startswith(("deal", "answer", "follow", "skip", "give")) for move in moves)
            assert game.turns == turns_of(record(played, game)) == actions
            assert game.turns > _end(archive, game.number)


def test_turn_numbers_that_restart_are_added() -> None:
    assert total_turns(()) == 0
    assert total_turns((0, 1, 1, 2, 3, 3)) == 3
    assert total_turns((0, 1, 2, 0, 1, 0, 1, 1, 4)) == 7


def test_archive_of_version_1_is_corrected_once(played: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.matches"
    right = as_version_1(played, old)
    assert stored(old) != right
    upgrade(old)
    assert stored(old) == right and sorted(path.name for path in tmp_path.iterdir()) == ["old.matches"]
    with Archive(old, read_only=True) as archive:
        assert archive.is_current
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE games SET turns = 7")
        db.commit()
    upgrade(old)
    assert set(stored(old)) == {7}, "a current archive is not replayed"


def test_locking_an_archive_upgrades_it(played: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.matches"
    right = as_version_1(played, old)
    with Archive(old) as archive:
        archive.lock()
        upgrade(old)
        assert [game.turns for game in archive.games(1)] == right


def test_archive_in_use_or_read_only_stays_as_it_is(played: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.matches"
    right = as_version_1(played, old)
    with Archive(tmp_path / "old.matches") as archive:
        super(Archive, archive).lock()
        upgrade(old)
        assert stored(old) != right
    missing = tmp_path / "missing.matches"
    upgrade(missing)
    assert not missing.exists()


def test_damaged_record_stops_no_upgrade(played: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.matches"
    right = as_version_1(played, old)
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE records SET data = x'00ff' WHERE number = 0")
        db.commit()
    upgrade(old)
    assert stored(old)[1:] == right[1:] and stored(old)[0] != right[0]


def test_verify_accepts_both_versions_and_changes_nothing(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old.matches"
    as_version_1(played, old)
    before = old.read_bytes()
    for path in (old, played):
        assert cli.run(["verify", str(path), "--rules-only"]) == 0, capsys.readouterr()
    assert old.read_bytes() == before
    upgrade(old)
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE games SET turns = turns + 1 WHERE number = 0")
        db.commit()
    assert cli.run(["verify", str(old), "--rules-only"]) == 1
    assert "turns: stored" in "".join(capsys.readouterr())


def test_show_sorts_games_of_an_old_archive_by_all_turns(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old.matches"
    right = as_version_1(played, old)
    assert cli.run(["show", str(old), "--games"]) == 0
    assert stored(old) == right


def test_archive_of_an_earlier_program_is_corrected(intact_archive: Path) -> None:
    assert stored(intact_archive) == [1, 5, 2, 7, 2, 3]
    upgrade(intact_archive)
    assert stored(intact_archive) == [3, 7, 2, 7, 6, 3]


def test_only_games_that_deal_cards_are_replayed() -> None:
    assert can_restart("herbalism") and not can_restart("herd(size=4)") and not can_restart("unknown")
