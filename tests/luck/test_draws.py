"""Tests of the luck of plans that bots drew from reported strategies."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import bots
import fastcore
from bots.report import Limit, Report
from fastcore import OVER, State
from tests.kit.matches import SALT, play_here
from workbench.luck.controls import KINDS, luck_kinds
from workbench.luck.draws import Draw, draw_of, lucks_of_draws
from workbench.luck.judges import Values
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.lucks import stored_lucks
from workbench.matches.planning.plan import Plan

SPEC = "herbs(rounds=4)"
ARENA = "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11"
DUEL = f"herbs {ARENA} E1^,K1^,F11v,K11v 200,200 12w8b,12w8b 0,0 2 97 0 write:1:|"


def greedy_game(state: State, moves: list[str]) -> list[str]:
    """Return the moves of a game that begins with some moves and continues with the most likely greedy ones."""
    state, moves = state.copy(), list(moves)
    for move in moves:
        state.play(move)
    while state.actor != OVER:
        moves.append(state.move_text(max(state.policy("greedy"), key=lambda choice: choice[1])[0]))
        state.play(moves[-1])
    return moves


def strategies(state: State) -> list[tuple[tuple[tuple[str, ...], float], ...]]:
    """Return a strategy of three plans for each seat: those that searches find best, with unequal weights."""
    search = fastcore.Search(state.viewpoint(0), engine="equilibrium", seed=3)
    search.run(300)
    return [tuple(zip([plan for plan, _ in search.plans(seat)][:3], (0.5, 0.3, 0.2), strict=True)) for seat in (0, 1)]


def test_luck_of_all_draws_has_mean_0() -> None:
    """Every pair of plans is drawn as often as the strategies say: the mean is 0 exactly, for one seat and for both."""
    start = fastcore.parse(DUEL)
    mine, theirs = strategies(start)
    assert all(len(strategy) == 3 for strategy in (mine, theirs))
    both, first, second, sizes = 0.0, 0.0, 0.0, set()
    for (a, p), (b, q) in product(mine, theirs):
        moves = greedy_game(start, [*a, *b])
        draws = {0: Draw(a, mine), len(a): Draw(b, theirs)}
        ((one, other), weighted) = luck_kinds(start, moves, draws=draws)
        assert one == -other and weighted[0] == -weighted[1]
        sizes.add(round(one, 9))
        both += p * q * one
        first += p * luck_kinds(start, moves, draws={0: draws[0]})[0][0] * (b == theirs[0][0])
        second += q * luck_kinds(start, moves, draws={len(a): draws[len(a)]})[0][0] * (a == mine[2][0])
    assert len(sizes) > 3 and (both, first, second) == pytest.approx((0, 0, 0), abs=1e-12)


def test_bids_of_one_slot_are_one_stage() -> None:
    """The first bid is not known to the second seat: its luck keeps the actual second bid."""
    for seed in range(100):
        state, moves, chance = fastcore.parse(DUEL), list[str](), fastcore.Stream(seed)
        while state.phase != "bid" and state.actor != OVER:
            moves.append(state.move_text(chance.choice(state.moves())))
            state.play(moves[-1])
        bids = list(map(state.move_text, state.moves()))
        if state.phase != "bid" or len(bids) < 3 or state.after(bids[0]).why_not("bid1"):
            continue
        strategy = tuple(
            ((bid,), share) for bid, share in zip((bids[0], bids[1], bids[-1]), (0.2, 0.3, 0.5), strict=True)
        )
        total, sizes = 0.0, set[float]()
        for (bid,), share in strategy:
            game = greedy_game(fastcore.parse(DUEL), [*moves, bid, "bid1"])
            luck = luck_kinds(fastcore.parse(DUEL), game, draws={len(moves): Draw((bid,), strategy)})[0][0]
            total, sizes = total + share * luck, sizes | {round(luck, 9)}
        assert total == pytest.approx(0, abs=1e-12)
        if len(sizes) > 1:
            return
    pytest.fail("no bid mattered")


def test_any_judge_and_any_part_of_a_strategy_fit() -> None:
    start = fastcore.parse(DUEL)
    (a, _), *_ = mine = strategies(start)[0]
    moves = greedy_game(start, [*a, *strategies(start)[1][0][0]])

    def judge(state: State) -> Values:
        return (0.25, -0.25)

    (((one, other), before),) = lucks_of_draws(start, moves, {0: Draw(a, mine)}, judge)
    assert (one, other) == pytest.approx((0, 0), abs=1e-15) and before == (0.25, -0.25)
    report = Report(a[0], plan=a, mixture=tuple((",".join(plan), weight / 2) for plan, weight in mine))
    found = draw_of(report)
    assert found is not None and found.plan == a and sum(weight for _, weight in found.mixture) == pytest.approx(1)
    assert draw_of(Report(a[0], plan=a, mixture=report.mixture[:1])) is None
    assert draw_of(Report(a[0], plan=a, mixture=report.mixture[1:])) is None
    assert draw_of(Report(a[0], mixture=report.mixture)) is None


def test_brief_reports_keep_the_strategy() -> None:
    bot = bots.make("equilibrium", 5, spec=SPEC)
    bot.brief = True
    *_, report = bot.think(fastcore.parse(DUEL).viewpoint(0), Limit(simulations=300))
    assert report.plan and sum(weight for _, weight in report.mixture) > 0.2


def test_matches_store_the_luck_of_drawn_plans(tmp_path: Path) -> None:
    path = tmp_path / "a.matches"
    names = ("equilibrium(simulations=60)", "greedy")
    play_here(path, Plan(spec=SPEC, bots=names, blocks=2, seed=3, salt=SALT, reports="none"))
    with Archive(path, read_only=True) as archive:
        found = stored_lucks(archive, 1)
    assert len(found) == 4 and all(len(luck) == KINDS for luck in found.values())
    assert any(luck[0][0] for luck in found.values()) and all(luck[0][0] == -luck[0][1] for luck in found.values())
