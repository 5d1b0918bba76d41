"""How long a match will take and how many games it has, known before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from statistics import mean

import pytest

import bots
import fastcore
from bots.report import Limit
from workbench.bot_process import player
from workbench.bot_process.decisions import decide
from workbench.bot_process.messages import Seated, Thought
from workbench.bot_process.player import Players
from workbench.bot_process.process import BotProcess
from workbench.matches.planning.plan import Kind, Plan, Schedule, size
from workbench.matches.workers import trial
from workbench.matches.workers.trial import Timed

SPEC = "herd(size=2)"


COSTS = {"greedy": 100.0, "random": 0.0, "mcts": 10.0}  # seconds a decision
SITTING = 1000.0  # seconds


class Hands:
    """A clock that goes when it is told to."""

    now = 1.0


class Thinker(BotProcess):
    """Plays at random, and takes its time by another clock."""

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        self.made, self.point = bots.make("random", seed), fastcore.Viewpoint(spec, seat)
        Hands.now += SITTING
        return Seated(self.bot, "", 1, None)

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        for one in learned:
            self.point.observe(one)
        Hands.now += COSTS[self.bot]
        return Thought((decide(self.made, self.point, limit),), COSTS[self.bot])


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "BotProcess", Thinker)
    monkeypatch.setattr(trial, "perf_counter", lambda: Hands.now)


@pytest.mark.parametrize("kind", ["match", "gauntlet"])
def test_every_bot_of_a_plan_is_timed_whatever_their_order(kind: Kind) -> None:
    for order in permutations(COSTS):
        tried = Timed(Plan(spec=SPEC, bots=order, kind=kind))
        with Players(64) as players:
            for number in tried.numbers:
                tried.play(number, players, 1e6)
        costs = dict(zip(order, [mean(one) for one in tried.spent], strict=True))
        assert tried.whole and costs["random"] == 0 < costs["mcts"] < costs["greedy"]
        weights = [2, 2, 2] if kind == "match" else [2, 1, 1]  # tables at which they sit
        sums = sum(weight * mean(one) for weight, one in zip(weights, tried.spent, strict=True))
        assert tried.a_game == pytest.approx(sums / len(tried.schedule.tables)), "sitting down is no part of it"


def test_a_game_that_is_cut_short_goes_on_until_both_were_seen() -> None:
    tried = Timed(Plan(spec=SPEC, bots=("mcts", "greedy")))
    with Players(64) as players:
        tried.play(0, players, 30.0)
    assert not tried.whole and tried.paces == [[10.0], [100.0]]
    assert tried.a_game == pytest.approx(tried.usual_decisions * 55)


def test_the_games_of_a_block_are_counted_as_they_are_played() -> None:
    kinds: tuple[Kind, ...] = ("match", "gauntlet")
    for spec, number, kind, rotations in product(
        ("herd", "herbalism", "herbalism(players=4)"), range(2, 7), kinds, (False, True)
    ):
        schedule = Schedule(Plan(spec=spec, bots=("random",) * number, kind=kind, rotations=rotations))
        slots = [schedule.slot(one) for one in range(schedule.games_a_block)]
        own = len(slots) // len(schedule.tables) if kind == "gauntlet" else sum(0 in slot.seats for slot in slots)
        assert size(number, fastcore.start(spec).seats, kind, rotations) == (len(slots), own)
