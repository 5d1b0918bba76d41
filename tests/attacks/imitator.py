"""Does a bot foresee the opponent's secret plans in Herbs by running the opponent's engine with its own seed?

python -m tests.attacks.imitator --seed N --count ROUNDS [--random SEEDS]

A match is played by `tests/data/bots/imitator.py:Imitator` against the engine that it imitates. The plans that it
foresees are compared with those that were written, and so are the plans of the same engine with random seeds,
`--random` of them in each round. The attack succeeds if the bot's own seed foresees significantly more.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import fastcore
from tests.data.bots import imitator
from workbench.bot_process import trust
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner
from workbench.records import files
from workbench.records.schema import Record
from workbench.system.cores import Cores

SPEC = "herbs(ap=60,actions=3,rounds=8)"
BOT = f"{Path(imitator.__file__)}:Imitator"
SIGMAS = 4.0  # by which the bot's own seed must foresee more than random ones to count as a finding


class Round(NamedTuple):
    """One round with the imitator on the first seat:
    the plan that it foresaw, the opponent's plan, and the opponent's view."""

    foreseen: str
    written: str
    known: fastcore.Viewpoint


def rounds_of(record: Record) -> Iterator[Round]:
    """Yield the rounds of a game in which the imitator sat on the first seat."""
    state = fastcore.start(record.spec)
    foreseen, known, written = "", None, list[str]()
    for move in record.lines[0].moves:
        facts = [fact for report in move.reports for fact in report.facts if fact.key == "foreseen"]
        if facts:
            foreseen, known, written = str(facts[0].values["plan"]), None, []
        if foreseen and state.actor == 1 and state.phase == "write":
            known = state.viewpoint(1) if known is None else known
            written.append(move.move)
        before = state.turn
        state.play(move.move)
        if known is not None and (state.turn != before or state.actor != 1):
            yield Round(foreseen, ",".join(written), known)
            foreseen, known = "", None


def played(plan: Plan, jobs: int) -> Iterator[Record]:
    """Play a match and yield its records."""
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder) / "imitated.matches", create=True) as archive:
        trust.typed(BOT)
        match = archive.add_match(check(plan).plan)
        Runner(archive, match, jobs=jobs, cores=Cores(jobs)).run()
        for game in archive.games(match.id):
            yield files.decoded(archive.record(match.id, game.number, game.attempt))


class Found(NamedTuple):
    """How many plans were foreseen in how many rounds: with the bot's own seed, and with random seeds."""

    rounds: int
    own: int
    seeds: int
    random: int

    @property
    def expected(self) -> float:
        """Expected hits of the bot's own seed if it were random."""
        return self.rounds * (self.random + 1) / (self.seeds + 1)

    @property
    def succeeded(self) -> bool:
        return self.own > self.expected + SIGMAS * sqrt(self.expected) + 1


def attack(seed: int, count: int, seeds: int, jobs: int = 1) -> Found:
    """Play until so many rounds were foreseen, and compare with so many random seeds in each of them."""
    random = Random(seed)
    rounds = own = tried = hits = 0
    while rounds < count:
        plan = Plan(
            spec=SPEC,
            bots=(BOT, imitator.ENGINE),
            blocks=max(1, -(-(count - rounds) // 7)),
            seed=random.getrandbits(63),
        )
        before = rounds
        for record in played(plan, jobs):
            if "Imitator" not in record.seats[0].player:
                continue
            for one in rounds_of(record):
                if rounds == count:
                    break
                rounds += 1
                own += one.foreseen == one.written
                for _ in range(seeds):
                    tried += 1
                    hits += imitator.plan_of(imitator.ENGINE, random.getrandbits(63), one.known) == one.written
        if rounds == before:
            raise RuntimeError("the match had no round with the imitator on the first seat")
    return Found(rounds, own, tried, hits)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack; return 1 if the bot's own seed foresees plans."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="rounds")
    parser.add_argument("--random", type=int, default=10, help="random seeds in each round")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(arguments)
    os.environ.setdefault("HERBARIUM_HOME", tempfile.mkdtemp())
    found = attack(asked.seed, asked.count, asked.random, asked.jobs)
    print(
        f"own seed: {found.own} of {found.rounds} plans foreseen; {found.seeds:,} random seeds: {found.random} "
        f"({100 * found.random / max(1, found.seeds):.1f} %); expected of a random seed: "
        f"{found.expected:.1f} of {found.rounds}"
    )
    if found.succeeded:
        print(
            f"FINDING: the own seed foresees plans. Repeat: python -m tests.attacks.imitator --seed {asked.seed} "
            f"--count {asked.count}",
            file=sys.stderr,
        )
    return int(found.succeeded)


if __name__ == "__main__":
    raise SystemExit(main())
