"""Tests that a cluster on this machine survives the death of any of its processes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.conftest import deep
from tests.kit.matches import SALT, moves, play_here, record, reproducible_values, wait_until_gone
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.system import linux

PLAN = Plan(
    spec="herd(size=3)", bots=("mcts(simulations=8000)", "greedy"), blocks=deep(10, 200), seed=12, salt=SALT,
    reports="none",
)  # fmt: skip
COMMAND = [
    sys.executable, "-m", "workbench", "match", PLAN.spec, "--bots", ",".join(PLAN.bots), "--blocks",
    str(PLAN.blocks), "--seed", "12", "--salt", SALT, "--reports", "none", "--cluster",
]  # fmt: skip


KINDS = ("worker", "worker", "scheduler", "leader")
FIRST_KINDS = ("worker", "leader", "scheduler")  # the first kills


def start(path: Path, workers: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, f"local:{workers}", "--archive", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def members(leader: int) -> dict[int, str]:
    """Return the cluster's processes below a leader: their numbers and commands."""
    found = {}
    for number in linux.descendants(leader):
        with suppress(OSError):
            command = Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if "matches.cluster.member" in command:
                found[number] = command
    return found


def stored(path: Path) -> list[Game]:
    with suppress(ArchiveError), Archive(path, read_only=True) as archive:
        return list(archive.games(1))
    return []  # the match has not begun


def test_killed_cluster_plays_the_same_match(tmp_path: Path) -> None:
    """Workers, the scheduler and the leader are killed; the archive equals that of an undisturbed run."""
    _, expected = play_here(tmp_path / "here", PLAN)
    path, rng, kills, leaders = tmp_path / "cluster", random.Random(7), 0, 0
    wanted = deep(2, 30)
    program = start(path, deep(2, 4))
    deadline = monotonic() + deep(400, 2000)
    while program.poll() is None or program.returncode != 0:
        assert monotonic() < deadline, program.stderr.read() if program.stderr else ""
        if program.poll() is not None:  # it was killed
            assert wait_until_gone(30) == []
            program = start(path, deep(2, 4))
        sleep(rng.uniform(0.1, 0.3))
        running = members(program.pid)
        # The kills are spread over the match, and a few games follow the last one.
        due = 1 + kills * (len(expected) - 8) // wanted  # stored games required before the next kill
        if kills < wanted and due <= len(stored(path)) < len(expected) - 4 and running:
            schedulers = [number for number, command in running.items() if " scheduler " in command]
            workers = [number for number in running if number not in schedulers]
            kind = FIRST_KINDS[kills] if kills < len(FIRST_KINDS) else rng.choice(KINDS)
            victims = {"worker": workers, "scheduler": schedulers, "leader": [program.pid]}[kind]
            if victims and (kind != "leader" or leaders < -(-wanted // 4)):
                os.kill(rng.choice(victims), signal.SIGKILL)
                kills, leaders = kills + 1, leaders + (kind == "leader")
                if kind == "leader":
                    program.wait()
    assert kills == wanted
    games = sorted(stored(path), key=lambda game: game.number)
    assert list(map(reproducible_values, games)) == list(map(reproducible_values, expected))
    assert [moves(record(path, game)) for game in games] == [
        moves(record(tmp_path / "here", game)) for game in expected
    ]
    assert wait_until_gone(30) == []


@pytest.mark.slow
def test_interrupted_cluster_leaves_no_process(tmp_path: Path) -> None:
    program = start(tmp_path / "a", 2)
    while len(stored(tmp_path / "a")) < 2 and program.poll() is None:
        sleep(0.2)
    program.send_signal(signal.SIGTERM)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 130 and b"Traceback" not in errors, errors
    assert wait_until_gone(30) == []
