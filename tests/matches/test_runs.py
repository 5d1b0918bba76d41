"""Tests of match runs: pause, stop and resume, and archives that are locked, foreign or full."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from time import sleep

import pytest

from tests.kit.matches import OPEN_GAMES, SALT, play_here, reproducible_values, small, with_values
from workbench.matches.archive import resuming
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError, ArchiveFullError
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner
from workbench.system.cores import Cores


@pytest.mark.parametrize("open_game", OPEN_GAMES)
def test_interrupted_match_equals_single_run(open_game: str, tmp_path: Path) -> None:
    """Stopped, finished, extended and resumed matches have the games of one uninterrupted run."""
    plan = check(Plan(spec=small(open_game), bots=("greedy", "random"), blocks=4, seed=2, salt=SALT)).plan
    _, expected = play_here(tmp_path / "whole", plan)
    with Archive(tmp_path / "parts", create=True) as archive:
        match, is_resumed = resuming.match_for(archive, with_values(plan, blocks=2), True)
        assert not is_resumed
        finished: list[Game] = []

        def stop(game: Game) -> None:
            finished.append(game)
            if len(finished) in (1, 3):
                (runner.stop if len(finished) == 1 else runner.finish)()

        for kind in ("stopped", "stopped", "complete"):
            runner = Runner(archive, match, on_game=stop, cores=Cores(2))
            assert runner.run().kind == kind
        assert resuming.match_for(archive, with_values(plan, blocks=2), True) == (match, True)
        match, is_resumed = resuming.match_for(archive, plan, True)
        assert is_resumed and match.plan.blocks == 4 and match.id == 1
        assert resuming.match_for(archive, with_values(plan, seed=77), False) == (match, True), (
            "an unfinished match is resumed"
        )
        assert Runner(archive, match, cores=Cores(2)).run().kind == "complete"
        assert list(map(reproducible_values, archive.games(1))) == [reproducible_values(game) for game in expected]
        assert resuming.match_for(archive, with_values(plan, seed=9), False)[1] is False, (
            "a complete match is not resumed"
        )
        with pytest.raises(ArchiveError, match="there is no match 9"):
            archive.match(9)


@pytest.mark.parametrize("open_game", OPEN_GAMES)
def test_pause_halts_all_games(open_game: str, tmp_path: Path) -> None:
    """Covers pauses before the first game, in a game, and between games. A paused match is not reported as ended."""
    plan = check(Plan(spec=open_game, bots=("mcts(simulations=300)", "random"), blocks=2, seed=2)).plan
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(plan)
        played: list[Game] = []

        def on_game(game: Game) -> None:
            played.append(game)
            if len(played) == 3:
                runner.pause()

        runner = Runner(archive, match, jobs=1, on_game=on_game, cores=Cores(2))
        outcomes = []
        thread = threading.Thread(target=lambda: outcomes.append(runner.run()))
        runner.pause()
        thread.start()
        sleep(0.2)
        assert not outcomes and not runner.running
        runner.resume()
        while not played:
            sleep(0.01)
        runner.pause()
        sleep(0.3)  # the current decision ends first
        before = len(played)
        sleep(0.7)
        assert len(played) == before < 3 and not outcomes
        runner.resume()
        while len(played) < 3 or runner.running:
            sleep(0.01)
        sleep(0.2)
        assert len(played) == 3 and not outcomes, "one game remains although none is running"
        runner.resume()
        thread.join(60)
        assert [outcome.kind for outcome in outcomes] == ["complete"] and len(played) == 4


def test_archive_lock_excludes_second_match(tmp_path: Path) -> None:
    with Archive(tmp_path / "a", create=True) as first, Archive(tmp_path / "a") as second:
        first.lock()
        with pytest.raises(ArchiveError, match="another match is being played into this archive"):
            second.lock()
        assert second.matches() == []
    with Archive(tmp_path / "a") as third:
        third.lock()


def test_foreign_files_are_refused_as_archives(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    for data in (b"hello", b"SQLite format 3\0" + b"\1" * 200, b"\0" * 5000):
        foreign.write_bytes(data)
        with pytest.raises(ArchiveError) as error:
            Archive(foreign)
        assert str(error.value).startswith(f"{foreign}: ") and foreign.read_bytes() == data
    foreign.unlink()
    database = sqlite3.connect(foreign)
    database.execute("CREATE TABLE mine (x)")
    database.close()
    with pytest.raises(ArchiveError, match="this is no archive of matches"):
        Archive(foreign)
    with pytest.raises(ArchiveError, match="there is no such file"):
        Archive(tmp_path / "nothing")
    with pytest.raises(ArchiveError, match="it is a folder, not an archive"):
        Archive(tmp_path, create=True)


def test_cores_are_shared_fairly() -> None:
    changes: list[str] = []
    cores = Cores(8)
    match = cores.claim(8, lambda: changes.append("match"))
    assert match.share == 8
    with cores.claim(8, lambda: changes.append("analysis")) as analysis:
        assert (match.share, analysis.share) == (4, 4) and changes == ["match"]
        with cores.claim(1) as hint:
            assert (match.share, analysis.share, hint.share) == (4, 3, 1)
    assert match.share == 8 and changes[-1] == "match"
    match.close()
    match.close()
    crowd = [Cores(2).claim(1), *(cores.claim(3) for _ in range(20))]
    assert all(claim.share >= 1 for claim in crowd) and sum(claim.share for claim in crowd[1:]) == 20


@pytest.mark.slow
@pytest.mark.parametrize("open_game", OPEN_GAMES)
def test_full_archive_stops_match_until_space_is_available(open_game: str, tmp_path: Path) -> None:
    plan = check(Plan(spec=open_game, bots=("greedy", "random"), blocks=4, seed=2, salt=SALT)).plan
    _, expected = play_here(tmp_path / "whole", plan)
    with Archive(tmp_path / "a", create=True) as archive:
        archive.add_match(plan)
    pages = 4 + (tmp_path / "a").stat().st_size // 4096
    with Archive(tmp_path / "a", most_pages=pages) as archive:
        outcome = Runner(archive, archive.match(1), cores=Cores(2)).run()
        recorded = len(list(archive.games(1)))
    assert outcome.kind == "full" and "database or disk is full" in outcome.reason and recorded < len(expected)
    with Archive(tmp_path / "a", most_pages=1) as archive, pytest.raises(ArchiveFullError):
        for _ in range(50):
            archive.add_match(plan)
    with Archive(tmp_path / "a") as archive:
        assert Runner(archive, archive.match(1), cores=Cores(2)).run().kind == "complete"
        assert list(map(reproducible_values, archive.games(1))) == [reproducible_values(game) for game in expected]
