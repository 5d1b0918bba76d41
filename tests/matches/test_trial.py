"""Tests of estimates of a match's duration and number of games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from statistics import mean

import pytest

import bots
import fastcore
from bots.report import Limit
from workbench.bot_process.decisions import decide
from workbench.bot_process.messages import Seated, Thought
from workbench.bot_process.process import BotProcess
from workbench.matches.planning.plan import Kind, Plan, Schedule, block_size
from workbench.matches.workers import player, trial
from workbench.matches.workers.player import Players
from workbench.matches.workers.trial import TimedGames

SPEC = "herd(size=2)"


COSTS = {"greedy": 100.0, "random": 0.0, "mcts": 10.0}  # fake seconds per decision
SETUP_SECONDS = 1000.0


class FakeClock:
    """A clock that moves only when a test advances it."""

    now = 1.0


class FakeProcess(BotProcess):
    """A process that plays at random and advances the fake clock."""

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        self.random_bot, self.point = bots.make("random", seed), fastcore.Viewpoint(spec, seat)
        FakeClock.now += SETUP_SECONDS
        return Seated(self.bot, "", 1, None)

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        for event in learned:
            self.point.observe(event)
        FakeClock.now += COSTS[self.bot]
        return Thought((decide(self.random_bot, self.point, limit),), COSTS[self.bot])


@pytest.fixture(autouse=True)
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BotProcess", "BotHere"):
        monkeypatch.setattr(player, name, FakeProcess)
    monkeypatch.setattr(trial, "perf_counter", lambda: FakeClock.now)


@pytest.mark.parametrize("kind", ["match", "gauntlet"])
def test_every_bot_is_timed_in_any_order(kind: Kind) -> None:
    for order in permutations(COSTS):
        timed = TimedGames(Plan(spec=SPEC, bots=order, kind=kind))
        with Players(64) as players:
            for number in timed.game_numbers:
                timed.play(number, players, 1e6)
        costs = dict(zip(order, [mean(seconds) for seconds in timed.spent], strict=True))
        assert timed.whole and costs["random"] == 0 < costs["mcts"] < costs["greedy"]
        weights = [2, 2, 2] if kind == "match" else [2, 1, 1]  # number of tables per bot
        sums = sum(weight * mean(seconds) for weight, seconds in zip(weights, timed.spent, strict=True))
        assert timed.seconds_per_game == pytest.approx(sums / len(timed.schedule.tables)), "setup time is not included"


def test_trial_game_runs_until_both_bots_are_timed() -> None:
    timed = TimedGames(Plan(spec=SPEC, bots=("mcts", "greedy")))
    with Players(64) as players:
        timed.play(0, players, 30.0)
    assert not timed.whole and timed.paces == [[10.0], [100.0]]
    assert timed.seconds_per_game == pytest.approx(timed.typical_decisions * 55)


def test_block_size_matches_schedule() -> None:
    kinds: tuple[Kind, ...] = ("match", "gauntlet")
    for spec, number, kind, rotations in product(
        ("herd", "herbalism", "herbalism(players=4)"), range(2, 7), kinds, (False, True)
    ):
        schedule = Schedule(Plan(spec=spec, bots=("random",) * number, kind=kind, rotations=rotations))
        slots = [schedule.slot(index) for index in range(schedule.games_per_block)]
        games_per_bot = (
            len(slots) // len(schedule.tables) if kind == "gauntlet" else sum(0 in slot.seats for slot in slots)
        )
        assert block_size(number, fastcore.start(spec).seats, kind, rotations)[:2] == (len(slots), games_per_bot)
