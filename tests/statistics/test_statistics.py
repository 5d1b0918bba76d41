"""Scores, intervals and what a match can tell, against published figures and against each other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from typing import Literal

import msgspec
import pytest

from workbench.cli.matches import standings
from workbench.statistics.games import Fault, Game, blocks, scored, waiting, whole
from workbench.statistics.pentanomial import pentanomial
from workbench.statistics.resolution import blocks_to_go, resolution, seen, units_for_edge, units_for_precision
from workbench.statistics.scale import (
    Estimate,
    elo_interval,
    lead_of,
    normalised_elo,
    score_interval,
    share,
    superiority,
)
from workbench.statistics.scores import Pair, pair
from workbench.statistics.sprt import Sprt
from workbench.statistics.summary import BadGames, Summary, summarize

VECTORS = [  # pairs LL, LD, WL or DD, WD, WW; Elo and half of its interval, normalised Elo, LOS, as fishtest gives them
    ((43, 61, 144, 55, 37), -9.199, 20.927, -11.498, 0.1941, 3),
    ((10, 50, 120, 60, 16), 14.938, 19.426, 23.194, 0.9346, 3),
    ((3, 0, 20, 0, 7), 46.60, 72.18, 58.31, 0.9032, 2),
]
BOTS = ("one", "other")


def game(block: int, order: int, seats: tuple[int, ...], returns: Sequence[float], **other: object) -> Game:
    made = Game(block, 0, order, seats, tuple(returns), 1000 * block + order, 30, "", None, (1.0,) * len(seats))
    return made._replace(**other)  # type: ignore[arg-type]


def of_leads(leads: Sequence[tuple[float, float]]) -> list[Game]:
    """Pairs of games with these leads of the first bot."""
    return [
        game(block, order, seats, (lead, -lead) if order == 0 else (-lead, lead))
        for block, both in enumerate(leads)
        for order, (seats, lead) in enumerate(zip([(0, 1), (1, 0)], both, strict=True))
    ]


def of_counts(counts: Sequence[int]) -> list[float]:
    """Leads of blocks, from all lost to all won."""
    return [-1 + 2 * n / (len(counts) - 1) for n, count in enumerate(counts) for _ in range(count)]


def random_games(seed: int, seats: int, number: int, fine: bool) -> list[Game]:
    """Games of two bots at any number of seats with faults, gaps and repeats; fine: returns of any size."""
    draw = random.Random(seed)
    half = tuple(seat % 2 for seat in range(seats))
    ways = sorted({way for some in (half, tuple(1 - bot for bot in half)) for way in permutations(some)})
    made = []
    for block in range(number):
        luck = [draw.gauss(0, 1) for _ in range(seats)]
        for order, way in enumerate(ways):
            if draw.random() < 0.02:
                continue
            strong = [x + 0.3 * bot + draw.gauss(0, 1) for x, bot in zip(luck, way, strict=True)]
            middle = sum(strong) / seats
            returns = [(x - middle) / 10 for x in strong] if fine else [0.0] * seats
            if not fine and draw.random() > 0.1:
                returns[strong.index(max(strong))], returns[strong.index(min(strong))] = 1.0, -1.0
            fault: Fault = draw.choices(("", "timeout", "crash", "void"), (90, 3, 3, 4))[0]
            guilty = draw.choice((0, 1, None)) if fault else None
            line, turns = draw.randrange(3 * number), draw.randint(10, 50)
            times = tuple(draw.random() for _ in way)
            made.append(Game(block, 0, order, way, tuple(returns), line, turns, fault, guilty, times))
    return made


@pytest.mark.parametrize(("counts", "elo", "half", "normalised", "los", "digits"), VECTORS)
def test_published_figures(
    counts: tuple[int, ...], elo: float, half: float, normalised: float, los: float, digits: int
) -> None:
    leads = of_counts(counts)
    found, other = elo_interval(leads), normalised_elo(leads, 2)
    assert found is not None and other is not None
    assert round(found.value, digits) == elo
    assert round((found.high - found.low) / 2, digits) == half
    assert round(other.value, digits) == normalised
    assert round(superiority(leads), 4) == los
    assert pentanomial([share(lead) for lead in leads], 2) == counts


def test_elo_intervals_are_asymmetric() -> None:
    found = elo_interval(of_counts((0, 0, 4, 6, 10)))
    assert found is not None and found.high - found.value > 1.2 * (found.value - found.low)


@pytest.mark.parametrize("leads", [[1.0] * 5, [-1.0], [0.5], [1.0] * 9 + [0.0], [0.0] * 8])
def test_where_the_normal_interval_says_nothing_it_is_wilsons(leads: list[float]) -> None:
    found = score_interval(leads)
    p, n, z = share(sum(leads) / len(leads)), len(leads), 1.959963984540054
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    assert elo_interval(leads) is None
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-12)


def test_scores_mirror_exactly() -> None:
    draw = random.Random(1)
    for _ in range(10_000):
        lead = draw.uniform(-1, 1) * 10 ** draw.uniform(-12, 0)
        assert share(-lead) == 1 - share(lead) and share(lead) == 1 - share(-lead)
        assert share(lead_of(share(lead))) == share(lead) and lead_of(1 - share(lead)) == -lead_of(share(lead))


def _turned(found: Estimate | None, whole: float) -> Estimate | None:
    return found and Estimate(whole - found.value, whole - found.high, whole - found.low)


def _mirrored_pair(one: Pair) -> Pair:
    return msgspec.structs.replace(
        one,
        wins=one.losses,
        losses=one.wins,
        counts=one.counts and one.counts[::-1],
        score=_turned(one.score, 1),
        elo=_turned(one.elo, 0),
        normalised_elo=_turned(one.normalised_elo, 0),
        superiority=None if one.superiority is None else 1 - one.superiority,
        divergent_score=_turned(one.divergent_score, 1),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("fine", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_exchanging_the_bots_mirrors_every_figure_exactly(seed: int, fine: bool, seats: int) -> None:
    games = random_games(seed, seats, (1, 2, 7, 40, 80, 150)[seed], fine)
    orders = max((one.order for one in games), default=1) + 1
    other = [
        one._replace(seats=tuple(1 - bot for bot in one.seats), guilty=None if one.guilty is None else 1 - one.guilty)
        for one in games
    ]
    model: Literal["normalised", "logistic"] = "logistic" if seed % 2 else "normalised"
    here = summarize(BOTS, games, orders, Sprt(-5, 30, 0.05, 0.1, model))
    there = summarize(BOTS[::-1], other, orders, Sprt(-30, 5, 0.1, 0.05, model))
    assert [_mirrored_pair(one) for one in here.pairs] == list(there.pairs)
    assert here.score_path and there.score_path and here.test and there.test
    assert [1 - one for one in here.score_path.score] == list(there.score_path.score)
    assert [1 - one for one in here.score_path.low] == list(there.score_path.high)
    assert [-one for one in here.test.path.ratios] == list(there.test.path.ratios)
    assert (here.test.upper, here.test.lower) == (-there.test.lower, -there.test.upper)
    names = {"H0": "H1", "H1": "H0"}
    assert names.get(here.test.path.verdict, here.test.path.verdict) == there.test.path.verdict
    turned = [msgspec.structs.replace(one, bot=1 - one.bot) for one in here.standings]
    assert sorted(turned, key=lambda one: one.bot) == sorted(there.standings, key=lambda one: one.bot)
    assert here.seats == there.seats
    assert here.crosstable[0][1] == there.crosstable[1][0]
    assert [one.seconds for one in here.usage] == [one.seconds for one in there.usage][::-1]
    assert len(here.faults) == len(there.faults) and here.void == there.void


def test_only_complete_blocks_enter_the_figures_of_a_pair() -> None:
    games = of_leads([(1, 1), (1, -1), (-1, -1), (1, 1)])
    games[3] = games[3]._replace(fault="void")
    del games[4]
    found = summarize(BOTS, games, 2).pairs[0]
    assert (found.blocks, found.games, found.wins, found.draws, found.losses) == (2, 4, 4, 0, 0)
    assert summarize(BOTS, games, 2).games == 6 and summarize(BOTS, games, 2).void == 1
    again = games[3]._replace(fault="")
    assert summarize(BOTS, [*games, again], 2).pairs[0].counts == (0, 0, 1, 0, 2)


def test_only_complete_blocks_tell_what_a_seat_is_worth() -> None:
    """The better bot sits in front in the games that came first; nothing of that is the seat's."""
    even = of_leads([(1, 1)] * 4)
    begun = [one for one in of_leads([(1, 1)] * 9)[8:] if one.order == 0]
    for games in (even, even + begun):
        assert [seat.value for seat in summarize(BOTS, games, 2).seats] == [0.5, 0.5]
    assert summarize(BOTS, begun, 2).seats == ()
    two_tables = [one._replace(table=table) for one in even for table in (0, 1)]
    assert len(whole(two_tables, 2)) == 16 and len(whole(two_tables[:-1], 2)) == 12


def test_the_shell_counts_the_games_that_the_score_is_made_of() -> None:
    games = of_leads([(1, 1)] * 3)
    told = [standings.rows(summarize(BOTS, some, 2)) for some in (games, [*games, games[0]._replace(block=3)])]
    assert told[0] == told[1] and [row[3:6] for row in told[0]] == [("6", "0", "0"), ("0", "0", "6")]
    assert [row[3:6] for row in standings.rows(summarize(BOTS, games[:1], 2))] == [("1", "0", "0"), ("0", "0", "1")]


def test_a_sequential_test_waits_for_games_that_are_still_to_come() -> None:
    games = of_leads([(1, 1), (1, -1), (-1, -1), (1, 1)])
    assert waiting(games, 2) is None
    assert waiting(games[:3] + games[4:], 2) == 1
    late = summarize(BOTS, games[:3] + games[4:], 2, Sprt(0, 10)).test
    assert late and len(late.path.ratios) == 1
    void = summarize(BOTS, [*games[:3], games[3]._replace(fault="void"), *games[4:]], 2, Sprt(0, 10)).test
    assert void and len(void.path.ratios) == 1, "the void game is played again"
    twice = [*games[:3], games[3]._replace(fault="void"), games[3]._replace(fault="void", attempt=2), *games[4:]]
    again = summarize(BOTS, twice, 2, Sprt(0, 10)).test
    assert again and len(again.path.ratios) == 3, "void for good: its block does not count, the later ones do"
    assert waiting(games[2:], 2) == 0, "nor does anything count before the first block"


def test_blocks_of_equal_games_are_told_from_divergent_ones() -> None:
    games = of_leads([(1, -1)] * 6 + [(1, 1), (1, 0), (1, -1)])
    games[:12] = [one._replace(line=one.block) for one in games[:12]]
    found = pair(0, 1, blocks(scored(games), 2, 0, 1))
    assert (found.unique, found.divergent) == (12, 3)
    assert found.score and found.divergent_score
    assert found.score.value == pytest.approx(0.5 + 0.75 / 9)
    assert found.divergent_score.value == pytest.approx(0.75)


def test_gain_and_seats() -> None:
    draw = random.Random(4)
    leads = [(draw.choice((-1, 1)), draw.choice((-1, 1))) for _ in range(4000)]
    alone = pair(0, 1, blocks(of_leads(leads), 2, 0, 1))
    assert alone.gain == pytest.approx(1, abs=0.03)
    seat = [(1, -1) if draw.random() < 0.8 else (-1, -1) if draw.random() < 0.5 else (1, 1) for _ in range(4000)]
    ruled = pair(0, 1, blocks(of_leads(seat), 2, 0, 1))
    assert ruled.gain == pytest.approx(0.4**-0.5, rel=0.04)  # 1 / sqrt(1 - 0.6)
    assert ruled.seats[0].value == pytest.approx(0.9, abs=0.01) and ruled.seats[0].low < 0.9 < ruled.seats[0].high
    assert ruled.seats[1].value == 1 - ruled.seats[0].value


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    draw = random.Random(5)
    held = 0
    for _ in range(2000):
        leads = [draw.choice((-1, -0.5, 0, 0.5, 1)) * draw.random() for _ in range(60)]
        found = score_interval(leads)
        held += found.low <= 0.5 <= found.high
    assert 0.93 < held / 2000 < 0.965


def test_what_can_be_resolved_before_a_match() -> None:
    table = {100: 9.8, 400: 4.9, 1000: 3.1, 2400: 2.0, 9600: 1.0}
    assert {games: round(resolution(games).points, 1) for games in table} == table
    assert [units_for_edge(points) for points in (2, 5, 10)] == [4906, 785, 197]
    assert units_for_precision(1) == 9604
    assert resolution(9600).elo == pytest.approx(7, abs=0.1)
    assert resolution(1).points == 50


def test_what_can_be_resolved_as_a_match_goes() -> None:
    leads = of_counts((20, 0, 60, 0, 20))
    found = seen(leads)
    assert found is not None and found.points == pytest.approx(100 * 1.96 * (0.1 / 100) ** 0.5, rel=1e-3)
    needed = blocks_to_go(leads, 2.0)
    assert needed is not None and resolution(100 + needed, 0.1**0.5).points <= 2.0
    assert blocks_to_go(leads, 10.0) == 0
    assert seen([0.5]) is None and blocks_to_go([0.0] * 9, 1) is None


def test_a_summary_is_plain_data() -> None:
    found = summarize(BOTS, random_games(3, 2, 30, False), 2, Sprt(0, 20))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Summary) == found
    empty = summarize(BOTS, [], 2, Sprt(0, 20))
    assert msgspec.json.decode(msgspec.json.encode(empty), type=Summary) == empty
    assert empty.pairs == () and empty.test and empty.test.path.verdict == "continue"


@pytest.mark.parametrize(
    ("bots", "games", "orders", "said"),
    [
        (("alone",), [], 2, "there are 1 bots"),
        (BOTS, [], 0, "orders is 0"),
        (BOTS, [game(3, 1, (0, 2), (1, -1))], 2, "block 3, table 0, order 1: seats are (0, 2)"),
        (BOTS, [game(0, 0, (0, 1), (1, -1, 0))], 2, "3 returns"),
        (BOTS, [game(0, 0, (0, 1), (1, 1))], 2, "their sum 0"),
        (BOTS, [game(0, 0, (0, 1), (float("nan"), 1))], 2, "each is -1 to 1"),
    ],
)
def test_games_that_do_not_belong_together(bots: tuple[str, ...], games: list[Game], orders: int, said: str) -> None:
    with pytest.raises(BadGames) as caught:
        summarize(bots, games, orders)
    assert said in str(caught.value) and "\n" not in str(caught.value)
