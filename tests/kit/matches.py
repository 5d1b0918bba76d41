"""What the tests of matches share: plans, runs of them, and what of a run must not depend on when and where it was."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep
from uuid import uuid4

import msgspec

import fastcore
from workbench.bot_process import trust
from workbench.matches.archive.archive import Archive, Game
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.runner import Runner, RunResult
from workbench.records import files
from workbench.records.schema import Record
from workbench.system.cores import Cores

# processes take their time to begin
GAMES = fastcore.games() if os.environ.get("HERBARIUM_DEEP") else ("herd", "herbalism")
OPEN_GAMES = [game for game in GAMES if not fastcore.info(game).has.covered]
SALT = "5a17" * 8  # for matches that must play the same games twice
RUN = uuid4().hex  # all processes that these tests begin have it in their environment
os.environ["HERBARIUM_TEST_RUN"] = RUN
EVIL = Path(__file__).parents[1] / "data" / "bots" / "evil.py"


def evil(kind: str, often: float = 1) -> str:
    """A bot that misbehaves in this part of its games."""
    text = f"{EVIL}:{kind}(often={often:g})"
    trust.allow_all_once([text])
    return text


def left_behind() -> list[str]:
    """The processes of matches that these tests began and that are still there."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            ours = RUN.encode() in (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if ours and any(
            mark in command
            for mark in ("workbench.matches", "workbench.bot_process.bot_child", "herbarium-left-behind")
        ):
            found.append(command)
    return found


def wait_until_gone(seconds: float = 10) -> list[str]:
    """What is left behind after all; what the system has been told to end needs a moment."""
    end = monotonic() + seconds
    while (left := left_behind()) and monotonic() < end:
        sleep(0.05)
    return left


def play(path: Path, plan: Plan, jobs: int = 1) -> tuple[RunResult, list[Game]]:
    """Play a plan into a new archive; how it ended, and all attempts."""
    with Archive(path, create=True) as archive:
        archive.lock()
        match = archive.add_match(plan)
        outcome = Runner(archive, match, jobs=jobs, cores=Cores(jobs)).run()
        return outcome, list(archive.games(match.id))


def record(path: Path, game: Game) -> Record:
    with Archive(path) as archive:
        return files.decoded(archive.record(game.match, game.number, game.attempt))


def lasting(game: Game) -> dict[str, object]:
    """All of an attempt that seeds and limits decide."""
    passing = {"seconds", "overrun", "took", "finished", "host"}
    return {name: value for name, value in game._asdict().items() if name not in passing}


def moves(one: Record) -> list[str]:
    return [move.move for line in one.lines for move in line.moves]


def changed(plan: Plan, **values: object) -> Plan:
    return msgspec.structs.replace(plan, **values)
