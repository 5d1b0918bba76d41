"""Helpers for tests of matches: plans, runs, and the results that must not depend on time or machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import patch
from uuid import uuid4

import msgspec

import fastcore
from tests.kit.couriers import NoProcesses, PlayersHere
from workbench.bot_process import trust
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.pool import LocalPool, Worker
from workbench.matches.workers.runner import Runner, RunResult
from workbench.records import files
from workbench.records.schema import Record
from workbench.system.cores import Cores

# few games by default, because processes take time to start
GAMES = fastcore.games() if os.environ.get("HERBARIUM_DEEP") else ("herd", "herbalism")
OPEN_GAMES = [game for game in GAMES if not fastcore.info(game).has.covered]
SALT = "5a17" * 8  # for matches that must play the same games twice
RUN = uuid4().hex  # marks the environment of every process that these tests start
os.environ["HERBARIUM_TEST_RUN"] = RUN
EVIL = Path(__file__).parents[1] / "data" / "bots" / "evil.py"


def misbehaving_bot(kind: str, often: float = 1) -> str:
    """Give permission to run a bot that misbehaves in this fraction of its games, and return its spec."""
    text = f"{EVIL}:{kind}(often={often:g})"
    trust.allow_all_once([text])
    return text


def workers_of(runner: Runner) -> list[Worker]:
    """Return the worker processes of a match that runs on this machine, or none before its start and after its end."""
    return list(runner.courier.workers) if isinstance(runner.courier, LocalPool) else []


def remaining_processes() -> list[str]:
    """Return the match processes started by these tests that are still running."""
    processes = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            ours = RUN.encode() in (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if ours and any(
            mark in command
            for mark in ("workbench.matches", "workbench.bot_process", "herbarium-left-behind", "hostile_program")
        ):
            processes.append(command)
    return processes


def wait_until_gone(seconds: float = 10) -> list[str]:
    """Wait for terminated processes to end. Return those that remain."""
    deadline = monotonic() + seconds
    while (remaining := remaining_processes()) and monotonic() < deadline:
        sleep(0.05)
    return remaining


def play_match(path: Path, plan: Plan, jobs: int = 1) -> tuple[RunResult, list[Game]]:
    """Play a match into a new archive. Return its result and all attempts."""
    with Archive(path, create=True) as archive:
        archive.lock()
        match = archive.add_match(plan)
        outcome = Runner(archive, match, jobs=jobs, cores=Cores(jobs)).run()
        return outcome, list(archive.games(match.id))


def play_here(path: Path, plan: Plan) -> tuple[RunResult, list[Game]]:
    """Play a match like `play_match`, but without processes: for tests of what a match decides and stores.

    Only bots from files and programs have processes, as always.
    """
    with Archive(path, create=True) as archive:
        archive.lock()
        match = archive.add_match(plan)
        outcome = Runner(archive, match, jobs=1, make_courier=NoProcesses).run()
        return outcome, list(archive.games(match.id))


@contextmanager
def without_processes() -> Iterator[None]:
    """Play and verify matches without processes inside this block, for tests of what commands store and show.

    Only bots from files and programs have processes, as always.
    """
    with (
        patch("workbench.matches.workers.runner.LocalPool", lambda *_: NoProcesses()),
        patch("workbench.cli.verbs.verify.Players", PlayersHere),
    ):
        yield


def small(game: str) -> str:
    """Return the spec of a game with few decisions; `make deep` plays the usual one."""
    return f"{game}(size=3)" if game == "herd" and not os.environ.get("HERBARIUM_DEEP") else game


def record(path: Path, game: Game) -> Record:
    with Archive(path) as archive:
        return files.decode_record(archive.record(game.match, game.number, game.attempt))


def reproducible_values(game: Game) -> dict[str, object]:
    """Return the values of an attempt that are determined by seeds and limits."""
    variable = {"seconds", "overrun", "took", "finished", "host"}
    return {name: value for name, value in game._asdict().items() if name not in variable}


def moves(record: Record) -> list[str]:
    return [move.move for line in record.lines for move in line.moves]


def with_values(plan: Plan, **values: object) -> Plan:
    return msgspec.structs.replace(plan, **values)
