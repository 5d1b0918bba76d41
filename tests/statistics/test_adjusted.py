"""Tests of scores without luck, and of the sequential test on them."""

from __future__ import annotations

from math import nan, sqrt

import numpy as np
import pytest

from tests.conftest import deep
from workbench.statistics.adjusted import (
    FOLDS,
    adjusted,
    adjusted_leads,
    adjusted_path,
    block_lucks,
    earlier_multiples,
    multiples,
)
from workbench.statistics.games import Block, Game, complete_blocks
from workbench.statistics.pentanomial import Floats
from workbench.statistics.scale import ELO, score_interval
from workbench.statistics.sprt import FEWEST, Sprt
from workbench.statistics.summary import GamesError, summarize

KINDS = 2


def random_blocks(seed: int, count: int, edge: float, luck: float = 1.0, skill: float = 0.4) -> tuple[Floats, Floats]:
    """Return the leads and the lucks of blocks of two games with opposite seats.

    A game is won if luck plus skill plus the edge is above 0. The measured luck has errors; its second kind is useless.
    A fifth of the luck in a block cancels, as with the same dice for both seats.
    """
    chance = np.random.default_rng(seed)
    shared = chance.normal(0, luck, (count, 1)) * np.array([1.0, -1.0]) * sqrt(0.2)
    lucks = shared + chance.normal(0, luck * sqrt(0.8), (count, 2))
    games = np.sign(lucks + chance.normal(0, skill, (count, 2)) + edge)
    measured = 0.4 * lucks + chance.normal(0, 0.1, (count, 2))
    return games.mean(axis=1), np.stack([measured.mean(axis=1), chance.normal(0, 0.3, count)], axis=1)


def games_of(leads: Floats, lucks: Floats) -> list[Game]:
    """Return one game for each block, whose return is the lead."""
    return [
        Game(
            number, 0, 0, (0, 1), (float(lead), -float(lead)), number, 1, "", None, (0.0, 0.0),
            luck=tuple((float(kind), -float(kind)) for kind in luck),
        )
        for number, (lead, luck) in enumerate(zip(leads, lucks, strict=True))
    ]  # fmt: skip


def blocks_of(leads: Floats, lucks: Floats) -> list[Block]:
    return complete_blocks(games_of(leads, lucks), 1, 0, 1)


def test_the_interval_is_narrower_and_holds() -> None:
    """The mean of many blocks is within the adjusted interval of few blocks about 95 times in 100."""
    leads, _ = random_blocks(0, 200_000, 0.3)
    truth, hits, ratios = float(leads.mean()), 0, []
    repetitions = deep(100, 2000)
    for seed in range(1, repetitions + 1):
        leads, lucks = random_blocks(seed, 200, 0.3)
        found = adjusted(0, 1, blocks_of(leads, lucks))
        assert found is not None and found.is_worth_showing
        raw = score_interval(leads.tolist())
        hits += found.score.low <= (truth + 1) / 2 <= found.score.high
        ratios.append((found.score.high - found.score.low) / (raw.high - raw.low))
        assert found.gain == pytest.approx(ratios[-1] ** -2, rel=1e-6)
    assert hits >= 0.9 * repetitions and np.mean(ratios) < 0.78


def test_no_block_corrects_itself() -> None:
    leads, lucks = random_blocks(3, 40, 0.1)
    before, _ = adjusted_leads(leads.tolist(), lucks)
    changed = leads.copy()
    changed[7] += 0.5
    after, used = adjusted_leads(changed.tolist(), lucks)
    same = np.arange(40) % FOLDS == 7 % FOLDS
    assert after[7] - before[7] == pytest.approx(0.5)
    assert (after[same] == before[same]).sum() == same.sum() - 1 and (after[~same] != before[~same]).all()
    for part in range(FOLDS):
        inside = np.arange(40) % FOLDS == part
        assert used[inside][0] == pytest.approx(multiples(changed[~inside], lucks[~inside]))


def test_useless_luck_changes_almost_nothing() -> None:
    chance = np.random.default_rng(5)
    leads, _ = random_blocks(5, 400, 0.2)
    noise = chance.normal(0, 1, (400, KINDS))
    found = adjusted(0, 1, blocks_of(leads, noise))
    assert found is not None and not found.is_worth_showing and 0.95 < found.gain < 1.02
    assert summarize(("a", "b"), games_of(leads, noise), 1).pairs[0].adjusted is None


def test_luck_with_a_wrong_scale_or_sign_gives_the_same_score() -> None:
    leads, lucks = random_blocks(6, 100, 0.2)
    first, second = (adjusted(0, 1, blocks_of(leads, luck)) for luck in (lucks, -50 * lucks))
    assert first is not None and second is not None and second.gain == pytest.approx(first.gain)
    assert second.score.value == pytest.approx(first.score.value)


def test_exchanging_the_bots_mirrors_the_score() -> None:
    leads, lucks = random_blocks(7, 60, 0.2)
    games = games_of(leads, lucks)
    first = summarize(("a", "b"), games, 1).pairs[0].adjusted
    swapped = [game._replace(seats=game.seats[::-1]) for game in games]
    second = summarize(("b", "a"), swapped, 1).pairs[0].adjusted
    assert first is not None and second is not None
    assert first.score.value == pytest.approx(1 - second.score.value, abs=1e-12)


@pytest.mark.parametrize(
    ("luck", "message"),
    [(((nan, 0.0),), r"block 0.*its luck is \(nan, 0.0\); 2 finite"), (((0.1,),), "2 finite numbers are expected")],
)
def test_impossible_luck_is_refused(luck: tuple[tuple[float, ...], ...], message: str) -> None:
    leads, lucks = random_blocks(1, 20, 0.0)
    games = [game._replace(luck=luck) for game in games_of(leads, lucks)]
    with pytest.raises(GamesError, match=message):
        summarize(("a", "b"), games, 1)


def test_no_adjustment_without_luck_or_with_few_blocks() -> None:
    leads, lucks = random_blocks(1, 30, 0.0)
    assert adjusted(0, 1, blocks_of(leads[:9], lucks[:9])) is None
    assert adjusted(0, 1, blocks_of(leads, 0 * lucks)) is None
    games = games_of(leads, lucks)
    unknown = [game._replace(luck=()) for game in games]
    assert block_lucks(0, 1, complete_blocks(unknown, 1, 0, 1)) is None
    mixed = [*games[:-1], games[-1]._replace(luck=())]
    assert adjusted(0, 1, complete_blocks(mixed, 1, 0, 1)) is None
    assert adjusted(0, 1, blocks_of(0 * leads, 0 * lucks)) is None


def test_three_seats_use_the_lead_of_the_luck() -> None:
    game = Game(0, 0, 0, (0, 1, 0), (0.5, -1.0, 0.5), 0, 1, "", None, (0.0,) * 3, luck=((0.3, -0.2, -0.1),))
    lucks = block_lucks(0, 1, complete_blocks([game], 1, 0, 1))
    assert lucks is not None and lucks.tolist() == [[pytest.approx((0.1 + 0.2) / 2)]]


def test_multiples_of_earlier_blocks() -> None:
    leads, lucks = random_blocks(4, 30, 0.3)
    used = earlier_multiples(leads, lucks)
    assert not used[:FEWEST].any()
    for number in range(FEWEST, 30):
        assert used[number] == pytest.approx(multiples(leads[:number], lucks[:number]))
    useless = np.zeros((30, KINDS))
    assert not earlier_multiples(leads, useless).any()


# The sequential test

LONGEST, COMPARED = 600, 100  # blocks of a simulated test; tests whose length is compared with the raw one


def edge_for(normalised: float, skill: float) -> float:
    """Return the edge at which the lead has this normalised Elo, by bisection on many blocks."""
    low, high = -2.0, 2.0
    for _ in range(20):
        middle = (low + high) / 2
        leads, _ = random_blocks(99, 100_000, middle, skill=skill)
        low, high = (middle, high) if leads.mean() / (leads.std() * sqrt(2)) * ELO < normalised else (low, middle)
    return low


def lengths(sprt: Sprt, edge: float, tests: int, skill: float) -> tuple[float, Floats]:
    """Return the share of accepted H1, and the numbers of blocks of the first tests without luck and with it."""
    accepted, found = 0, []
    for seed in range(tests):
        leads, lucks = random_blocks(1000 + seed, LONGEST, edge, skill=skill)
        path = adjusted_path(sprt, leads.tolist(), lucks, 2)
        accepted += path.verdict == "H1"
        if seed < COMPARED:
            raw = sprt.path(((leads + 1) / 2).tolist(), 2)
            found.append((path.decided or LONGEST, raw.decided or LONGEST))
    return accepted / tests, np.array(found)


def test_error_rates_of_the_adjusted_test() -> None:
    """Alpha and beta stay at 5 % (nominal), with fewer games than the raw test needs."""
    tests, skill = deep(150, 5000), 0.3
    sprt = Sprt(0, 60)
    margin = 0.005 + 3 * sqrt(0.05 * 0.95 / tests)
    for elo, wrong in ((0.0, "H1"), (60.0, "H0")):
        accepted, blocks = lengths(sprt, edge_for(elo, skill), tests, skill)
        error = accepted if wrong == "H1" else 1 - accepted
        assert error <= 0.05 + margin
        assert blocks[:, 0].mean() < 0.7 * blocks[:, 1].mean()
        print(f"{elo:g} Elo: error {error:.4f}, blocks {blocks.mean(axis=0)}")


def test_a_summary_uses_the_adjusted_test() -> None:
    leads, lucks = random_blocks(8, 300, 0.7, skill=0.3)
    games = games_of(leads, lucks)
    plain = summarize(("a", "b"), games, 1, Sprt(0, 100)).test
    without = summarize(("a", "b"), games, 1, Sprt(0, 100, adjusted=True)).test
    unknown = summarize(("a", "b"), [game._replace(luck=()) for game in games], 1, Sprt(0, 100, adjusted=True)).test
    assert plain is not None and without is not None and unknown is not None
    assert without.path.verdict == plain.path.verdict == "H1" and unknown.path == plain.path
    found = block_lucks(0, 1, complete_blocks(games, 1, 0, 1))
    assert found is not None and without.path == adjusted_path(without.sprt, leads.tolist(), found, 1)
    assert without.path != plain.path
