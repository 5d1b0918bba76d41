"""Tests that matches survive the death of the program at any moment."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from tests.conftest import deep
from tests.kit.matches import SALT, moves, play_here, record, remaining_processes, reproducible_values, with_values
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan

PLAN = Plan(
    spec="herd(size=4)", bots=(f"mcts(simulations={deep(40, 200)})", "greedy"), blocks=deep(4, 100), seed=12, salt=SALT
)
RUN = """
import sys
from pathlib import Path
from workbench.matches.archive.archive import Archive
from workbench.matches.workers.runner import Runner
with Archive(Path(sys.argv[1])) as archive:
    archive.lock()
    print("on", flush=True)
    print(Runner(archive, archive.match(1)).run().kind)
"""


def start_match(path: Path) -> subprocess.Popen[str]:
    """Run the match in a separate process."""
    return subprocess.Popen([sys.executable, "-c", RUN, str(path)], stdout=subprocess.PIPE, text=True)


def finish_match(path: Path) -> list[Game]:
    """Play the missing games and return all attempts."""
    program = start_match(path)
    output, _ = program.communicate(timeout=500)
    assert output == "on\ncomplete\n"
    with Archive(path) as archive:
        return list(archive.games(1))


def all_processes_end() -> bool:
    """Wait up to a minute for all match processes to end. Return False if some remain.

    A process that has just started ends when it checks for its parent.
    """
    for _ in range(1200):
        if not remaining_processes():
            return True
        sleep(0.05)
    return False


def test_killed_match_resumes_without_losing_games(tmp_path: Path) -> None:
    """Workers and bots die with the program. The resumed match has each game once, with the same moves."""
    _, expected = play_here(tmp_path / "whole", PLAN)
    path, rng, recorded = tmp_path / "killed", random.Random(5), 0
    with Archive(path, create=True) as archive:
        archive.add_match(PLAN)
    kills = deep(1, 50)
    for _ in range(kills):
        program = start_match(path)
        assert program.stdout is not None and program.stdout.readline() == "on\n"
        sleep(rng.uniform(0, deep(1, 2) * 1.5))
        program.kill()
        program.wait()
        program.stdout.close()
        assert all_processes_end(), remaining_processes()
        with Archive(path) as archive:
            numbers = [game.number for game in archive.games(1)]
        assert len(numbers) == len(set(numbers)) >= recorded, "recorded games are never lost"
        recorded = len(numbers)
    games = finish_match(path)
    assert list(map(reproducible_values, games)) == list(map(reproducible_values, expected))
    assert [moves(record(path, game)) for game in games] == [
        moves(record(tmp_path / "whole", game)) for game in expected
    ]


@pytest.mark.slow
def test_full_disk_stops_match_and_resume_completes_it(tmp_path: Path) -> None:
    """A file size limit simulates the full disk."""
    plan = with_values(PLAN, blocks=5, reports="all")
    _, expected = play_here(tmp_path / "whole", plan)
    path = tmp_path / "a"
    with Archive(path, create=True) as archive:
        archive.add_match(plan)
    limited = (
        f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({2**17}, "
        f"{2**17}))\n{RUN.replace('.run().kind', '.run()')}"
    )
    result = subprocess.run(
        [sys.executable, "-c", limited, str(path)], capture_output=True, text=True, check=False, timeout=200
    )
    assert result.returncode == 0 and "kind='full'" in result.stdout, result.stdout + result.stderr
    assert result.stderr == "" and all_processes_end(), remaining_processes()
    with Archive(path) as archive:
        recorded = list(archive.games(1))
    assert 0 < len(recorded) < len(expected)
    assert list(map(reproducible_values, finish_match(path))) == list(map(reproducible_values, expected))
