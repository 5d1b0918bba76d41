"""Test whether a bot can predict secret plans in Herbs by running the opponent's engine with its own seed.

python -m tests.attacks.imitator --seed N --count ROUNDS [--random SEEDS]

`tests/data/bots/imitator.py:Imitator` plays a match against the engine that it imitates. The program compares its
predictions with the actual plans. It does the same for that engine with random seeds, `--random` of them in each round.
The attack succeeds if the bot's own seed predicts significantly more plans.
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
SIGMAS = 4.0  # standard errors by which the bot's own seed must beat random seeds to count as a finding


class Round(NamedTuple):
    """A round with the imitator in the first seat: its prediction, the opponent's plan and the opponent's view."""

    predicted: str
    actual: str
    known: fastcore.Viewpoint


def imitator_rounds(record: Record) -> Iterator[Round]:
    """Yield the rounds of a game in which the imitator has the first seat."""
    state = fastcore.start(record.spec)
    predicted, known, actual = "", None, list[str]()
    for move in record.lines[0].moves:
        facts = [fact for report in move.reports for fact in report.facts if fact.key == "foreseen"]
        if facts:
            predicted, known, actual = str(facts[0].values["plan"]), None, []
        if predicted and state.actor == 1 and state.phase == "write":
            known = state.viewpoint(1) if known is None else known
            actual.append(move.move)
        before = state.turn
        state.play(move.move)
        if known is not None and (state.turn != before or state.actor != 1):
            yield Round(predicted, ",".join(actual), known)
            predicted, known = "", None


def play_match(plan: Plan, jobs: int) -> Iterator[Record]:
    """Play a match and yield its records."""
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder) / "imitated.matches", create=True) as archive:
        trust.allow_typed(BOT)
        match = archive.add_match(check(plan).plan)
        Runner(archive, match, jobs=jobs, cores=Cores(jobs)).run()
        for game in archive.games(match.id):
            yield files.decode_record(archive.record(match.id, game.number, game.attempt))


class Outcome(NamedTuple):
    """Numbers of rounds and correct predictions: with the bot's own seed, and with random seeds."""

    rounds: int
    own: int
    seeds: int
    random: int

    @property
    def expected(self) -> float:
        """The expected number of correct predictions if the bot's own seed were random."""
        return self.rounds * (self.random + 1) / (self.seeds + 1)

    @property
    def succeeded(self) -> bool:
        return self.own > self.expected + SIGMAS * sqrt(self.expected) + 1


def attack(seed: int, count: int, seeds: int, jobs: int = 1) -> Outcome:
    """Play `count` rounds and compare the bot's predictions with those of random seeds.

    Args:
        seed: Seed of the matches and of the random seeds.
        count: Number of rounds.
        seeds: Number of random seeds in each round.
        jobs: Number of games to play at the same time.
    """
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
        for record in play_match(plan, jobs):
            if "Imitator" not in record.seats[0].player:
                continue
            for round_played in imitator_rounds(record):
                if rounds == count:
                    break
                rounds += 1
                own += round_played.predicted == round_played.actual
                for _ in range(seeds):
                    tried += 1
                    hits += (
                        imitator.plan_from_engine(imitator.ENGINE, random.getrandbits(63), round_played.known)
                        == round_played.actual
                    )
        if rounds == before:
            raise RuntimeError("the match had no round with the imitator on the first seat")
    return Outcome(rounds, own, tried, hits)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack. Return 1 if the bot's own seed predicts plans."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="rounds")
    parser.add_argument("--random", type=int, default=10, help="random seeds in each round")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    os.environ.setdefault("HERBARIUM_HOME", tempfile.mkdtemp())
    outcome = attack(options.seed, options.count, options.random, options.jobs)
    print(
        f"own seed: {outcome.own} of {outcome.rounds} plans foreseen; {outcome.seeds:,} random seeds: {outcome.random} "
        f"({100 * outcome.random / max(1, outcome.seeds):.1f} %); expected of a random seed: "
        f"{outcome.expected:.1f} of {outcome.rounds}"
    )
    if outcome.succeeded:
        print(
            f"FINDING: the own seed foresees plans. Repeat: python -m tests.attacks.imitator --seed {options.seed} "
            f"--count {options.count}",
            file=sys.stderr,
        )
    return int(outcome.succeeded)


if __name__ == "__main__":
    raise SystemExit(main())
