"""Tests of the sequential probability ratio test: published ratios, the order of blocks, and error rates."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, tanh
from time import process_time
from typing import Literal

import numpy as np
import pytest

from tests.conftest import deep
from workbench.statistics.likelihood import log_likelihood_ratios
from workbench.statistics.pentanomial import bin_leads
from workbench.statistics.scale import ELO, share
from workbench.statistics.sprt import Sprt, SprtError

BLOCKS = 800  # enough to decide nearly all matches
Model = Literal["normalised", "logistic"]
VECTORS = [  # counts, logistic and normalised ratio for bounds [0, 5], from fishtest
    ((43, 61, 144, 55, 37), -0.5130, -0.3938),
    ((10, 50, 120, 60, 16), 0.6332, 0.4374),
    ((3, 0, 20, 0, 7), 0.1643, 0.1350),
]


def test_decision_bounds_follow_error_rates() -> None:
    test = Sprt(0, 5)
    assert (round(test.lower, 3), round(test.upper, 3)) == (-2.944, 2.944)
    assert Sprt(0, 5, alpha=0.01).upper == log(0.95 / 0.01)


@pytest.mark.parametrize(("counts", "logistic", "normalised"), VECTORS)
def test_ratios_match_published_values(counts: tuple[int, ...], logistic: float, normalised: float) -> None:
    assert round(Sprt(0, 5, model="logistic").llr(counts), 4) == logistic
    assert round(Sprt(0, 5, model="normalised").llr(counts), 4) == normalised


def _max_log_likelihood(counts: Sequence[float], lead: float) -> float:
    """Return the maximum log-likelihood of counts over all distributions with this mean lead, by bisection."""
    leads, total = bin_leads(len(counts)), sum(counts)
    low, high = -1 / (1 - lead), 1 / (1 + lead)
    for _ in range(200):
        x = (low + high) / 2
        slope = sum(n * (y - lead) / (1 + x * (y - lead)) for n, y in zip(counts, leads, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return sum(n * log(n / total / (1 + x * (y - lead))) for n, y in zip(counts, leads, strict=True))


def test_logistic_ratios_match_maximum_likelihood() -> None:
    rng = random.Random(1)
    for _ in range(100):
        counts = [rng.randint(1, 40) for _ in range(rng.choice((3, 5, 13)))]
        elo0, elo1 = sorted(rng.uniform(-150, 150) for _ in range(2))
        expected = _max_log_likelihood(counts, tanh(elo1 / ELO)) - _max_log_likelihood(counts, tanh(elo0 / ELO))
        assert Sprt(elo0, elo1, model="logistic").llr(counts) == pytest.approx(expected, rel=1e-7, abs=1e-7)


def test_normalised_ratio_of_decisive_games_is_binomial() -> None:
    # Without draws and pairs, the normalised Elo determines the win rate: mean / sqrt(1 - mean^2) = Elo / ELO.
    lost, won = 40, 60
    shares = [(1 + ratio / (1 + ratio * ratio) ** 0.5) / 2 for ratio in (-10 / ELO, 40 / ELO)]
    log_likelihoods = [won * log(share) + lost * log(1 - share) for share in shares]
    assert Sprt(-10, 40).llr((lost, 0, won)) == pytest.approx(log_likelihoods[1] - log_likelihoods[0], abs=2e-3)


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_ratios_mirror_exactly(model: Model) -> None:
    rng = random.Random(2)
    for _ in range(200):
        counts = [rng.choice((0, rng.randint(0, 30))) for _ in range(rng.choice((3, 5, 7, 13)))]
        elo0, elo1 = sorted(rng.uniform(-60, 60) for _ in range(2))
        test, mirrored = Sprt(elo0, elo1, model=model), Sprt(-elo1, -elo0, model=model)
        assert test.llr(counts) == -mirrored.llr(counts[::-1])


@pytest.mark.parametrize("model", ["normalised", "logistic"])
@pytest.mark.parametrize("games", [1, 2, 6])
def test_path_holds_the_ratio_after_every_block(model: Model, games: int) -> None:
    rng = random.Random(3)
    test = Sprt(0, 4, model=model)
    leads = [sum(rng.choice((-1, 0, 1)) for _ in range(games)) / games for _ in range(60)]
    path = test.path([share(lead) for lead in leads], games)
    counts = [0] * (2 * games + 1)
    for lead, ratio in zip(leads, path.ratios, strict=True):
        counts[round(lead * games) + games] += 1
        assert test.llr(counts) == pytest.approx(ratio, rel=1e-9, abs=1e-9)
    assert path.verdict == "continue" and path.decided is None and path.ratio == path.ratios[-1]


def test_first_crossing_decides_and_later_blocks_are_ignored() -> None:
    test = Sprt(0, 60)
    good, bad = [1.0, 0.5, 1.0] * 40, [0.0] * 200
    path = test.path(good + bad, 2)
    assert path.verdict == "H1" and path.decided == len(path.ratios) < 120
    assert path.ratio >= test.upper > path.ratios[-2]
    assert path == test.path(good, 2)
    assert test.path(bad + good, 2).verdict == "H0"


def test_sprt_at_its_block_limit_is_undecided() -> None:
    even = [0.5, 1.0, 0.0, 0.5, 1.0, 0.5] * 10
    path = Sprt(0, 10, most_blocks=30).path(even, 2)
    assert (path.verdict, path.decided, len(path.ratios)) == ("undecided", 30, 30)
    assert Sprt(0, 10, most_blocks=30).path(even[:29], 2).verdict == "continue"
    assert Sprt(0, 10).path([], 2).verdict == "continue"


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_fractional_scores_use_a_normal_approximation(model: Model) -> None:
    rng = random.Random(4)
    scores = [rng.random() for _ in range(300)]
    path = Sprt(-3, 5, model=model).path(scores, 6)
    n = len(path.ratios)
    mean = float(np.mean(scores[:n]))
    # one more square deviation of 1/4 of the lead, which is 1/16 of the score
    variance = (float(np.sum((np.array(scores[:n]) - mean) ** 2)) + 1 / 16) / n
    if model == "logistic":
        s0, s1 = (share(tanh(elo / ELO)) for elo in (-3, 5))
    else:
        s0, s1 = (0.5 + elo / ELO * (6 * variance) ** 0.5 for elo in (-3, 5))
    assert path.ratio == pytest.approx(n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance), rel=1e-9)


@pytest.mark.parametrize("deviation", [0.15, 0.5])
@pytest.mark.parametrize("bound", [60, 150])
def test_error_rates_of_the_normal_approximation_stay_within_their_bounds(bound: float, deviation: float) -> None:
    """Bounds far apart decide after few blocks, where a mean pulled towards even would favour H0."""
    rng, games = np.random.default_rng(8), 6
    for true, wrong in ((0.0, "H1"), (float(bound), "H0")):
        mean = true / ELO * games**0.5 * deviation
        leads = np.clip(rng.normal(mean, deviation, (400, 150)), -1, 1)
        verdicts: list[str] = [
            Sprt(0, bound).path([share(float(lead)) for lead in row], games).verdict for row in leads
        ]
        assert verdicts.count(wrong) / len(verdicts) < 0.085, "5 %, and three standard errors of 400 tests"


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_ratio_of_huge_counts_is_a_number(model: Model) -> None:
    for counts in ((0, 10**7, 0, 0, 0), (0, 0, 0, 0, 10**8), (0, 436_389, 0, 0, 23_020_635)):
        for elo0, elo1 in ((0.0, 100.0), (-277.5, 73.8), (-300.0, 300.0)):
            with np.errstate(invalid="raise"):
                assert np.isfinite(Sprt(elo0, elo1, model=model).llr(counts))


def test_long_path_is_fast() -> None:
    rng = random.Random(5)
    scores = rng.choices((0.0, 0.25, 0.5, 0.75, 1.0), (10, 20, 40, 20, 10), k=20_000)
    start = process_time()
    path = Sprt(-0.01, 0.01).path(scores, 2)
    assert len(path.ratios) == 20_000
    assert process_time() - start < 1


def _error_rate(edge: float, matches: int, wrong: str) -> float:
    """Return the fraction of simulated matches that end with the wrong verdict.

    The bots differ by `edge` normalised Elo, and their pairs of games have many draws.
    """
    test, rng = Sprt(0, 40), np.random.default_rng(6)
    leads = bin_leads(5)
    shares = np.array([0.12, 0.18, 0.4, 0.18, 0.12])
    low, high = 0.0, 1.0  # tilt the distribution until the mean over the deviation of a game equals the edge
    for _ in range(60):
        tilt = (low + high) / 2
        tilted = shares * (1 + tilt * leads)
        mean = float(tilted @ leads)
        ratio = mean / (2 * (float(tilted @ leads**2) - mean**2)) ** 0.5
        low, high = (tilt, high) if ratio * ELO < edge else (low, tilt)
    ends: list[str] = []
    for first in range(0, matches, 100):
        bins = rng.choice(5, (min(100, matches - first), BLOCKS), p=tilted)
        for last in (120, 300, BLOCKS):  # most matches are short
            counts = np.cumsum(np.eye(5)[bins[:, :last]], axis=1)
            ratios = log_likelihood_ratios(counts.reshape(-1, 5), 0, 40, "normalised").reshape(len(bins), last)
            crossed = (ratios >= test.upper) | (ratios <= test.lower)
            rows = zip(ratios, crossed, strict=True)
            ends += [test.verdict(float(row[out.argmax()]), 0) for row, out in rows if out.any()]
            bins = bins[~crossed.any(axis=1)]
            if not len(bins):
                break
        ends += ["continue"] * len(bins)
    assert len(ends) == matches
    assert ends.count("continue") <= 0.01 * matches
    return ends.count(wrong) / matches


@pytest.mark.parametrize(("edge", "wrong"), [(0.0, "H1"), (40.0, "H0")])
def test_error_rate_is_within_its_bound(edge: float, wrong: str) -> None:
    matches = deep(300, 5000)
    rate = _error_rate(edge, matches, wrong)
    print(f"{matches} matches at {edge:g}: {100 * rate:.2f} % end with {wrong}")
    assert rate <= 0.05 + 3 * (0.05 * 0.95 / matches) ** 0.5
    assert rate > 0.01  # a test that never errs plays too many games


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Sprt(5, 0), "elo0 is 5 and elo1 0"),
        (lambda: Sprt(0, 500), "-300 to 300"),
        (lambda: Sprt(0, float("nan")), "elo1 nan"),
        (lambda: Sprt(0, 5, alpha=0.5), "alpha is 0.5"),
        (lambda: Sprt(0, 5, beta=0), "beta is 0"),
        (lambda: Sprt(0, 5, model="bayes"), "model is 'bayes'"),  # type: ignore[arg-type]
        (lambda: Sprt(0, 5, most_blocks=0), "most_blocks is 0"),
        (lambda: Sprt(0, 5).llr((1, 2)), "there are 2 counts"),
    ],
)
def test_invalid_sprt_parameters_are_refused(make: object, reason: str) -> None:
    with pytest.raises(SprtError) as caught:
        make()  # type: ignore[operator]
    assert reason in str(caught.value) and "\n" not in str(caught.value)
