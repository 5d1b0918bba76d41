"""Tests of scores, intervals and resolution, compared with published figures and with each other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from math import inf
from statistics import NormalDist
from typing import Literal

import msgspec
import pytest

from workbench.cli.matches import standings
from workbench.matches.planning.plan import tables
from workbench.statistics.games import (
    Fault,
    Game,
    complete_block_games,
    complete_blocks,
    first_unsettled_block,
    lead,
    scored,
)
from workbench.statistics.pentanomial import pentanomial
from workbench.statistics.resolution import (
    blocks_to_go,
    observed_resolution,
    resolution,
    units_for_edge,
    units_for_precision,
)
from workbench.statistics.scale import (
    Estimate,
    elo,
    elo_interval,
    lead_of,
    leads_interval,
    normalised_elo,
    score_interval,
    share,
    superiority,
    widening,
)
from workbench.statistics.scores import Pair, pair, score_path
from workbench.statistics.sprt import Sprt
from workbench.statistics.summary import GamesError, Summary, summarize

VECTORS = [  # from fishtest: counts of LL, LD, WL or DD, WD, WW; Elo, half-width, normalised Elo, LOS, digits
    ((43, 61, 144, 55, 37), -9.199, 20.927, -11.498, 0.1941, 3),
    ((10, 50, 120, 60, 16), 14.938, 19.426, 23.194, 0.9346, 3),
    ((3, 0, 20, 0, 7), 46.60, 72.18, 58.31, 0.9032, 2),
]
BOTS = ("one", "other")


def game(block: int, order: int, seats: tuple[int, ...], returns: Sequence[float], **changes: object) -> Game:
    result = Game(block, 0, order, seats, tuple(returns), 1000 * block + order, 30, "", None, (1.0,) * len(seats))
    return result._replace(**changes)  # type: ignore[arg-type]


def games_with_leads(leads: Sequence[tuple[float, float]]) -> list[Game]:
    """Return pairs of games in which the first bot has these leads."""
    return [
        game(block, order, seats, (lead, -lead) if order == 0 else (-lead, lead))
        for block, pair in enumerate(leads)
        for order, (seats, lead) in enumerate(zip([(0, 1), (1, 0)], pair, strict=True))
    ]


def leads_with_counts(counts: Sequence[int]) -> list[float]:
    """Return leads of blocks with these counts, from all lost to all won."""
    return [-1 + 2 * n / (len(counts) - 1) for n, count in enumerate(counts) for _ in range(count)]


def random_games(seed: int, seats: int, number: int, varied_returns: bool) -> list[Game]:
    """Return games of two bots at any number of seats, with faults, gaps and repeats.

    With `varied_returns`, the payoffs have any size.
    """
    rng = random.Random(seed)
    assignment = tuple(seat % 2 for seat in range(seats))
    seatings = sorted(
        {
            seating
            for seat_bots in (assignment, tuple(1 - bot for bot in assignment))
            for seating in permutations(seat_bots)
        }
    )
    games = []
    for block in range(number):
        luck = [rng.gauss(0, 1) for _ in range(seats)]
        for order, seating in enumerate(seatings):
            if rng.random() < 0.02:
                continue
            strengths = [x + 0.3 * bot + rng.gauss(0, 1) for x, bot in zip(luck, seating, strict=True)]
            mean = sum(strengths) / seats
            returns = [(x - mean) / 10 for x in strengths] if varied_returns else [0.0] * seats
            if not varied_returns and rng.random() > 0.1:
                returns[strengths.index(max(strengths))], returns[strengths.index(min(strengths))] = 1.0, -1.0
            fault: Fault = rng.choices(("", "timeout", "crash", "void"), (90, 3, 3, 4))[0]
            guilty = rng.choice((0, 1, None)) if fault else None
            line, turns = rng.randrange(3 * number), rng.randint(10, 50)
            times = tuple(rng.random() for _ in seating)
            games.append(Game(block, 0, order, seating, tuple(returns), line, turns, fault, guilty, times))
    return games


@pytest.mark.parametrize(("counts", "value", "half_width", "normalised", "los", "digits"), VECTORS)
def test_figures_match_published_values(
    counts: tuple[int, ...], value: float, half_width: float, normalised: float, los: float, digits: int
) -> None:
    leads = leads_with_counts(counts)
    result, found_normalised = elo_interval(leads), normalised_elo(leads, 2)
    assert result is not None and found_normalised is not None
    assert round(result.value, digits) == value
    # fishtest uses the normal distribution, and this program Student's t
    wider, interval = widening(len(leads)), leads_interval(leads)
    half = (interval.high - interval.low) / 2 / wider
    assert round((elo(interval.value + half) - elo(interval.value - half)) / 2, digits) == half_width
    assert round(found_normalised.value, digits) == normalised
    z = NormalDist().inv_cdf(superiority(leads))
    assert round(NormalDist().cdf(z * wider), 4) == los
    assert pentanomial([share(lead) for lead in leads], 2) == counts


def test_elo_intervals_are_asymmetric() -> None:
    result = elo_interval(leads_with_counts((0, 0, 4, 6, 10)))
    assert result is not None and result.high - result.value > 1.2 * (result.value - result.low)


@pytest.mark.parametrize("leads", [[1.0] * 5, [-1.0], [0.5], [1.0] * 9 + [0.0], [0.0] * 8, [0.1, 0.12], [0.0] * 20])
def test_degenerate_scores_use_the_wilson_interval(leads: list[float]) -> None:
    result = score_interval(leads)
    p, n, z = share(sum(leads) / len(leads)), len(leads), 1.959963984540054
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half_width = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    assert (elo_interval(leads) is None) == (n < 10)
    assert (result.low, result.high) == pytest.approx((middle - half_width, middle + half_width), abs=1e-12)


def test_perfect_score_has_a_bound_instead_of_an_elo() -> None:
    won, lost = elo_interval([1.0] * 20), elo_interval([-1.0] * 20)
    assert won is not None and lost is not None
    assert won.value == won.high == inf and won.low == pytest.approx(elo(2 * 20 / (20 + 1.96**2) - 1), abs=0.1)
    assert (lost.value, lost.low, lost.high) == (-inf, -inf, -won.low)
    even = elo_interval([0.0] * 1000)
    assert even is not None and even.value == 0 and 0 < even.high < 25, "all sets even: Elo 0, with an interval"
    one_sided = elo_interval([1.0] * 19 + [0.0])
    assert one_sided is not None and 200 < one_sided.low < one_sided.value < one_sided.high < inf


def test_superiority_agrees_with_the_interval() -> None:
    """It is beyond 97.5 % exactly if the interval excludes an even score, also where Wilson's interval is used."""
    rng = random.Random(6)
    for _ in range(3000):
        leads = [rng.choices((-1, -0.5, 0, 0.5, 1), (1, 1, 2, 3, 5))[0] for _ in range(rng.randint(1, 25))]
        result = score_interval(leads)
        if min(abs(result.low - 0.5), abs(result.high - 0.5)) > 1e-9:
            assert (abs(superiority(leads) - 0.5) > 0.475) == (not result.low <= 0.5 <= result.high), leads
    assert superiority([0.0] * 12) == 0.5 and superiority([1.0] * 5) > 0.975


def test_score_path_has_the_intervals_of_the_score() -> None:
    """Equal and few blocks have wide intervals, and the last interval is the displayed one."""
    rng = random.Random(3)
    for leads in ([0.0] * 30, [1.0] * 12, [0.5, -0.5], [rng.choice((-1, -0.5, 0, 0.5, 1)) for _ in range(60)]):
        path = score_path(leads)
        for number, ends in enumerate(zip(path.score, path.low, path.high, strict=True), 1):
            expected = score_interval(leads[:number])
            assert ends == pytest.approx((expected.value, expected.low, expected.high), abs=1e-9)


def test_scores_mirror_exactly() -> None:
    rng = random.Random(1)
    for _ in range(10_000):
        lead = rng.uniform(-1, 1) * 10 ** rng.uniform(-12, 0)
        assert share(-lead) == 1 - share(lead) and share(lead) == 1 - share(-lead)
        assert share(lead_of(share(lead))) == share(lead) and lead_of(1 - share(lead)) == -lead_of(share(lead))


def _mirrored(result: Estimate | None, total: float) -> Estimate | None:
    return result and Estimate(total - result.value, total - result.high, total - result.low)


def _mirrored_pair(original: Pair) -> Pair:
    return msgspec.structs.replace(
        original,
        wins=original.losses,
        losses=original.wins,
        counts=original.counts and original.counts[::-1],
        score=_mirrored(original.score, 1),
        elo=_mirrored(original.elo, 0),
        normalised_elo=_mirrored(original.normalised_elo, 0),
        superiority=None if original.superiority is None else 1 - original.superiority,
        divergent_score=_mirrored(original.divergent_score, 1),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("fine", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_swapping_the_bots_mirrors_every_figure_exactly(seed: int, fine: bool, seats: int) -> None:
    games = random_games(seed, seats, (1, 2, 7, 40, 80, 150)[seed], fine)
    orders = max((entry.order for entry in games), default=1) + 1
    swapped = [
        entry._replace(
            seats=tuple(1 - bot for bot in entry.seats), guilty=None if entry.guilty is None else 1 - entry.guilty
        )
        for entry in games
    ]
    model: Literal["normalised", "logistic"] = "logistic" if seed % 2 else "normalised"
    original = summarize(BOTS, games, orders, Sprt(-5, 30, 0.05, 0.1, model))
    mirrored = summarize(BOTS[::-1], swapped, orders, Sprt(-30, 5, 0.1, 0.05, model))
    assert [_mirrored_pair(entry) for entry in original.pairs] == list(mirrored.pairs)
    assert original.score_path and mirrored.score_path and original.test and mirrored.test
    assert [1 - entry for entry in original.score_path.score] == list(mirrored.score_path.score)
    assert [1 - entry for entry in original.score_path.low] == list(mirrored.score_path.high)
    assert [-entry for entry in original.test.path.ratios] == list(mirrored.test.path.ratios)
    assert (original.test.upper, original.test.lower) == (-mirrored.test.lower, -mirrored.test.upper)
    opposite = {"H0": "H1", "H1": "H0"}
    assert opposite.get(original.test.path.verdict, original.test.path.verdict) == mirrored.test.path.verdict
    expected = [msgspec.structs.replace(entry, bot=1 - entry.bot) for entry in original.standings]
    assert sorted(expected, key=lambda entry: entry.bot) == sorted(mirrored.standings, key=lambda entry: entry.bot)
    assert original.seats == mirrored.seats
    assert original.crosstable[0][1] == mirrored.crosstable[1][0]
    assert [entry.seconds for entry in original.usage] == [entry.seconds for entry in mirrored.usage][::-1]
    assert len(original.faults) == len(mirrored.faults) and original.void == mirrored.void


def test_pair_figures_use_only_complete_blocks() -> None:
    games = games_with_leads([(1, 1), (1, -1), (-1, -1), (1, 1)])
    games[3] = games[3]._replace(fault="void")
    del games[4]
    result = summarize(BOTS, games, 2).pairs[0]
    assert (result.blocks, result.games, result.wins, result.draws, result.losses) == (2, 4, 4, 0, 0)
    assert summarize(BOTS, games, 2).games == 6 and summarize(BOTS, games, 2).void == 1
    replayed = games[3]._replace(fault="")
    assert summarize(BOTS, [*games, replayed], 2).pairs[0].counts == (0, 0, 1, 0, 2)


def test_seat_figures_use_only_complete_blocks() -> None:
    """In the incomplete blocks the better bot has the first seat. This must not count as an advantage of the seat."""
    even = games_with_leads([(1, 1)] * 4)
    incomplete = [entry for entry in games_with_leads([(1, 1)] * 9)[8:] if entry.order == 0]
    for games in (even, even + incomplete):
        assert [seat.value for seat in summarize(BOTS, games, 2).seats] == [0.5, 0.5]
    assert summarize(BOTS, incomplete, 2).seats == ()
    two_tables = [entry._replace(table=table) for entry in even for table in (0, 1)]
    assert len(complete_block_games(two_tables, 2)) == 16 and len(complete_block_games(two_tables[:-1], 2)) == 12


def test_shell_counts_only_scored_games() -> None:
    games = games_with_leads([(1, 1)] * 3)
    tables = [
        standings.rows(summarize(BOTS, scored_games, 2))
        for scored_games in (games, [*games, games[0]._replace(block=3)])
    ]
    assert tables[0] == tables[1], "an incomplete block changes no column"
    assert [row[3:6] for row in tables[0]] == [("6", "0", "0"), ("0", "0", "6")]
    assert [row[3:6] for row in standings.rows(summarize(BOTS, games[:1], 2))] == [("1", "0", "0"), ("0", "0", "1")]


def test_standings_of_two_bots_use_only_complete_blocks() -> None:
    even = games_with_leads([(1, -1)])
    extra = even[0]._replace(block=1)
    whole, partial = summarize(BOTS, even, 2), summarize(BOTS, [*even, extra], 2)
    assert partial.standings == whole.standings and partial.crosstable == whole.crosstable and partial.games == 3
    assert [standing.rank.value for standing in partial.standings if standing.rank] == [1.5, 1.5]
    alone = summarize(BOTS, [extra], 2)
    assert [standing.games for standing in alone.standings] == [1, 1], (
        "before the first complete block, all games count"
    )


def test_sequential_test_waits_for_missing_games() -> None:
    games = games_with_leads([(1, 1), (1, -1), (-1, -1), (1, 1)])
    assert first_unsettled_block(games, 2) is None
    assert first_unsettled_block(games[:3] + games[4:], 2) == 1
    late = summarize(BOTS, games[:3] + games[4:], 2, Sprt(0, 10)).test
    assert late and len(late.path.ratios) == 1
    void = summarize(BOTS, [*games[:3], games[3]._replace(fault="void"), *games[4:]], 2, Sprt(0, 10)).test
    assert void and len(void.path.ratios) == 1, "the void game will be replayed"
    twice = [*games[:3], games[3]._replace(fault="void"), games[3]._replace(fault="void", attempt=2), *games[4:]]
    again = summarize(BOTS, twice, 2, Sprt(0, 10)).test
    assert again and len(again.path.ratios) == 3, "finally void: its block is skipped, and later blocks count"
    assert first_unsettled_block(games[2:], 2) == 0, "nothing counts before the first block is complete"


def test_identical_games_are_separated_from_divergent_blocks() -> None:
    games = games_with_leads([(1, -1)] * 6 + [(1, 1), (1, 0), (1, -1)])
    games[:12] = [entry._replace(line=entry.block) for entry in games[:12]]
    result = pair(0, 1, complete_blocks(scored(games), 2, 0, 1))
    assert (result.unique, result.divergent) == (12, 3)
    assert result.score and result.divergent_score
    assert result.score.value == pytest.approx(0.5 + 0.75 / 9)
    assert result.divergent_score.value == pytest.approx(0.75)


def test_pairing_gain_and_seat_advantage_are_estimated() -> None:
    rng = random.Random(4)
    leads = [(rng.choice((-1, 1)), rng.choice((-1, 1))) for _ in range(4000)]
    independent = pair(0, 1, complete_blocks(games_with_leads(leads), 2, 0, 1))
    assert independent.gain == pytest.approx(1, abs=0.03)
    seat_leads = [(1, -1) if rng.random() < 0.8 else (-1, -1) if rng.random() < 0.5 else (1, 1) for _ in range(4000)]
    seat_dominated = pair(0, 1, complete_blocks(games_with_leads(seat_leads), 2, 0, 1))
    assert seat_dominated.gain == pytest.approx(0.4**-0.5, rel=0.04)  # 1 / sqrt(1 - 0.6)
    assert (
        seat_dominated.seats[0].value == pytest.approx(0.9, abs=0.01)
        and seat_dominated.seats[0].low < 0.9 < seat_dominated.seats[0].high
    )
    assert seat_dominated.seats[1].value == 1 - seat_dominated.seats[0].value


@pytest.mark.parametrize("blocks", [10, 15, 60])
def test_score_intervals_have_the_stated_coverage(blocks: int) -> None:
    """Without Student's t, the coverage of 10 blocks is 0.90."""
    rng = random.Random(5)
    covered = 0
    for _ in range(2000):
        leads = [rng.choice((-1, -0.5, 0, 0.5, 1)) * rng.random() for _ in range(blocks)]
        result = score_interval(leads)
        covered += result.low <= 0.5 <= result.high
    assert 0.935 < covered / 2000 < 0.968


@pytest.mark.parametrize(("seats", "expected"), [(2, 400), (3, 165), (4, 97)])
def test_elo_of_the_lead_is_smaller_than_the_strength_with_more_seats(seats: int, expected: float) -> None:
    """A seat of the first bot is 10 times as likely to win as another. docs/research/statistics.md has the numbers."""
    leads = []
    for order in tables(2, seats, "match")[0].orders:
        weights = [10.0 if bot == 0 else 1.0 for bot in order]
        for winner, weight in enumerate(weights):
            returns = [1.0 if seat == winner else -1 / (seats - 1) for seat in range(seats)]
            leads.append((lead(game(0, 0, order, returns), 0, 1), weight / sum(weights)))
    mean_lead = sum(value * share for value, share in leads) / sum(share for _, share in leads)
    assert elo(mean_lead) == pytest.approx(expected, abs=1)


def test_sets_are_counted_by_score_only_in_games_of_two_seats() -> None:
    """With three seats, a set of wins has less than a full score, and some sets have whole numbers by chance."""
    order = [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    games = [game(0, n, seats, (1, -0.5, -0.5)) for n, seats in enumerate(order)]
    found = pair(0, 1, complete_blocks(games, 6, 0, 1))
    assert found.score is not None and found.score.value == 0.5 and found.counts is None
    two = pair(0, 1, complete_blocks(games_with_leads([(1, -1)]), 2, 0, 1))
    assert two.counts == (0, 0, 1, 0, 0)


def test_resolution_is_predicted_before_a_match() -> None:
    table = {100: 9.8, 400: 4.9, 1000: 3.1, 2400: 2.0, 9600: 1.0}
    assert {games: round(resolution(games).points, 1) for games in table} == table
    assert [units_for_edge(points) for points in (2, 5, 10)] == [4906, 785, 197]
    assert units_for_precision(1) == 9604
    assert resolution(9600).elo == pytest.approx(7, abs=0.1)
    assert resolution(1).points == 50


def test_resolution_is_estimated_during_a_match() -> None:
    leads = leads_with_counts((20, 0, 60, 0, 20))
    result = observed_resolution(leads)
    assert result is not None and result.points == pytest.approx(
        100 * 1.96 * widening(100) * (0.1 / 100) ** 0.5, rel=1e-3
    )
    needed = blocks_to_go(leads, 2.0)
    assert needed is not None and resolution(100 + needed, 0.1**0.5).points <= 2.0
    assert blocks_to_go(leads, 10.0) == 0
    assert observed_resolution([0.5]) is None and blocks_to_go([0.0] * 9, 1) is None


def test_summary_round_trips_through_json() -> None:
    result = summarize(BOTS, random_games(3, 2, 30, False), 2, Sprt(0, 20))
    assert msgspec.json.decode(msgspec.json.encode(result), type=Summary) == result
    empty = summarize(BOTS, [], 2, Sprt(0, 20))
    assert msgspec.json.decode(msgspec.json.encode(empty), type=Summary) == empty
    assert empty.pairs == () and empty.test and empty.test.path.verdict == "continue"


@pytest.mark.parametrize(
    ("bots", "games", "orders", "reason"),
    [
        (("alone",), [], 2, "there are 1 bots"),
        (BOTS, [], 0, "orders is 0"),
        (BOTS, [game(3, 1, (0, 2), (1, -1))], 2, "block 3, table 0, order 1: seats are (0, 2)"),
        (BOTS, [game(0, 0, (0, 1), (1, -1, 0))], 2, "3 returns"),
        (BOTS, [game(0, 0, (0, 1), (1, 1))], 2, "their sum 0"),
        (BOTS, [game(0, 0, (0, 1), (float("nan"), 1))], 2, "each is -1 to 1"),
    ],
)
def test_inconsistent_games_are_refused(bots: tuple[str, ...], games: list[Game], orders: int, reason: str) -> None:
    with pytest.raises(GamesError) as caught:
        summarize(bots, games, orders)
    assert reason in str(caught.value) and "\n" not in str(caught.value)
