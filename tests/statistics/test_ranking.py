"""Standings, crosstables and strengths of several bots at several seats."""

from __future__ import annotations

import random
import sys
from itertools import combinations, permutations
from math import log
from time import process_time

import msgspec
import pytest

from workbench.statistics import strengths
from workbench.statistics.crosstable import crosstable
from workbench.statistics.games import Game
from workbench.statistics.libraries import MissingLibrary
from workbench.statistics.ranking import Column, bootstrap, ranks, seat_standings, standings, win_shares
from workbench.statistics.scale import t95
from workbench.statistics.sprt import Sprt
from workbench.statistics.strengths import plackett_luce, rankings
from workbench.statistics.summary import BadGames, summarize
from workbench.statistics.usage import Faults, faults


def ranked(order: list[int]) -> list[float]:
    """Returns of seats that finished in this order: from 1 down to -1."""
    return [1 - 2 * order.index(seat) / (len(order) - 1) for seat in range(len(order))]


def tournament(weights: list[float], seats: int, blocks: int, seed: int = 1) -> list[Game]:
    """All tables of some bots, who finish as Plackett and Luce have it: the next place by weight among those left."""
    draw, made = random.Random(seed), []
    for block in range(blocks):
        for table, bots in enumerate(combinations(range(len(weights)), seats)):
            for number, way in enumerate(permutations(bots)):
                left, order = list(range(seats)), []
                while left:
                    order.append(draw.choices(left, [weights[way[seat]] for seat in left])[0])
                    left.remove(order[-1])
                returns = tuple(ranked(order))
                line, times = draw.getrandbits(60), (0.5,) * seats
                made.append(Game(block, table, number, way, returns, line, 30, "", None, times))
    return made


def test_ranks_and_wins_of_equal_seats_are_shared() -> None:
    assert ranks((0.5, -1.0, 0.5, 0.0)) == (1.5, 4, 1.5, 3)
    assert win_shares((0.5, -1.0, 0.5, 0.0)) == (0.5, 0, 0.5, 0)
    assert ranks((0.0, 0.0, 0.0)) == (2, 2, 2)


def test_standings_of_known_games() -> None:
    def game(block: int, seats: tuple[int, ...], returns: tuple[float, ...], fault: bool = False) -> Game:
        return Game(block, 0, 0, seats, returns, block, 9, "timeout" if fault else "", 2 if fault else None, (1, 2, 4))

    games = [game(0, (0, 1, 2), (1, 0, -1)), game(1, (2, 0, 0), (0.5, 0.5, -1)), game(2, (1, 2, 0), (1, -1, 0), True)]
    by_bot = {one.bot: one for one in standings(3, games)}
    assert [one.games for one in by_bot.values()] == [2, 3, 3]
    assert [one.bot for one in standings(3, games)] == [1, 0, 2]
    first = by_bot[0]
    assert first.rank and first.wins and first.score
    assert first.rank.value == pytest.approx((1 + (1.5 + 3) / 2 + 2) / 3)
    assert first.wins.value == pytest.approx((1 + 0.25 + 0) / 3)
    assert first.score.value == pytest.approx((1 + 0.375 + 0.5) / 3)
    assert by_bot[2].fault_points == pytest.approx(100 * ((0 + 0.75 + 0) / 3 - 0.75 / 2))
    found = summarize(("a", "b", "c"), games, 1)
    assert [one.seconds for one in found.usage] == [1 + 2 + 4 + 4, 2 + 1, 4 + 1 + 2]
    assert [one.seats for one in found.usage] == [4, 2, 3]
    assert found.faults == (Faults(2, "timeout", 1),)


def test_faults_are_counted_by_bot_and_kind_with_void_games() -> None:
    game = Game(0, 0, 0, (0, 1), (1, -1), 1, 9, "", None, (1, 1))
    games = [game._replace(fault="void", order=n) for n in range(3)]
    games += [game._replace(fault="crash", guilty=1), game._replace(fault="timeout", guilty=1), game]
    assert faults(games) == (Faults(1, "crash", 1), Faults(1, "timeout", 1), Faults(None, "void", 3))


def test_blocks_are_drawn_whole() -> None:
    draw = random.Random(2)
    luck = [draw.choice((-1.0, 1.0)) for _ in range(200)]
    blocks = [block for block in range(200) for _ in range(6)]
    whole = bootstrap([Column(blocks, [luck[block] for block in blocks])])[0]
    loose = bootstrap([Column(list(range(1200)), [luck[block] for block in blocks])])[0]
    assert whole and loose
    assert (whole.high - whole.low) / 2 == pytest.approx(1.96 * 200**-0.5, rel=0.12)
    assert (loose.high - loose.low) / 2 == pytest.approx(1.96 * 1200**-0.5, rel=0.12)
    assert bootstrap([Column([], [])]) == [None] and bootstrap([]) == []


@pytest.mark.parametrize("blocks", [3, 5, 10, 40])
def test_intervals_of_few_blocks_hold_the_truth_as_often_as_they_say(blocks: int) -> None:
    draw, held, trials = random.Random(blocks), 0, 1000
    columns = [Column(list(range(blocks)), [draw.uniform(-0.5, 0.7) for _ in range(blocks)]) for _ in range(trials)]
    for found in bootstrap(columns):
        assert found
        held += found.low <= 0.1 <= found.high
    assert held / trials > 0.915, "0.76, 0.84, 0.92 and 0.92 without what makes them wider"


def test_the_quantile_of_students_t() -> None:
    for freedom, value in ((2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.9840)):
        assert t95(freedom) == pytest.approx(value, rel=0.01 if freedom == 2 else 0.0013)


def test_blocks_that_are_all_alike_leave_doubt() -> None:
    for count, most in ((1, 0.8), (10, 0.3), (100, 0.04)):
        blocks = [block for block in range(count) for _ in range(6)]
        won, ranked = bootstrap([Column(blocks, [1.0] * len(blocks), 0, 1), Column(blocks, [2.0] * len(blocks), 1, 3)])
        assert won and won.value == won.high == 1 and most / 2 < 1 - won.low < most
        assert ranked and ranked.low < ranked.value == 2 < ranked.high
    assert won and won.low == pytest.approx(100 / (100 + 1.96**2), abs=1e-4), "Wilson's for 100 of 100"


def test_other_numbers_for_the_bots_give_the_same_figures() -> None:
    games = tournament([1, 2, 3, 4], 3, 12)
    new = [2, 0, 3, 1]
    other = [game._replace(seats=tuple(new[bot] for bot in game.seats)) for game in games]
    here, there = ({one.bot: one for one in standings(4, some)} for some in (games, other))
    assert {new[bot]: msgspec.structs.replace(one, bot=new[bot]) for bot, one in here.items()} == there
    table, turned = crosstable(4, games), crosstable(4, other)
    assert all(table[a][b] == turned[new[a]][new[b]] for a in range(4) for b in range(4))


def test_the_crosstable_counts_pairs_of_seats() -> None:
    games = [Game(0, 0, 0, (0, 1, 1), (1, 0, -1), 1, 9, "", None, (1, 1, 1))]
    games += [Game(0, 0, 1, (1, 0, 1), (0.5, 0.5, -1), 2, 9, "", None, (1, 1, 1))]
    cell, turned = crosstable(3, games)[0][1], crosstable(3, games)[1][0]
    assert (cell.meetings, cell.wins, cell.draws, cell.losses) == (4, 3, 1, 0)
    assert cell.score == pytest.approx((0.75 + 1 + 0.5 + 0.875) / 4)
    assert cell.score is not None and turned.score == 1 - cell.score
    assert crosstable(3, games)[0][0].meetings == crosstable(3, games)[0][2].meetings == 0
    assert crosstable(3, games)[0][2].score is None


def test_a_seat_that_is_worth_more_is_seen() -> None:
    draw = random.Random(3)
    orders = [sorted(range(4), key=lambda seat: draw.gauss(0.5 * (seat == 2), 1), reverse=True) for _ in range(900)]
    games = [Game(n, 0, 0, (0, 1, 2, 3), tuple(ranked(o)), n, 9, "", None, (1.0,) * 4) for n, o in enumerate(orders)]
    seats = seat_standings(games)
    assert seats[2].low > max(seats[n].high for n in (0, 1, 3))
    assert sum(seat.value for seat in seats) == pytest.approx(2)


def test_strengths_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "MOST", 24)  # not as many as fit into some seconds, which differ from run to run
    weights = [1.0, 2.0, 2.0, 6.0]
    found = plackett_luce(4, tournament(weights, 3, 20), seconds=600)
    assert found is not None and found.draws == 24
    middle = sum(map(log, weights)) / 4
    for weight, strength in zip(weights, found.elo, strict=True):
        truth = (log(weight) - middle) * 400 / log(10)
        assert strength.low - 15 < truth < strength.high + 15
        assert strength.value == pytest.approx(truth, abs=40)


def test_strengths_of_two_bots_are_their_wins() -> None:
    wins = [(0, 1)] * 75 + [(1, 0)] * 25
    games = [Game(n, 0, 0, way, (1, -1), n, 9, "", None, (1, 1)) for n, way in enumerate(wins)]
    found = plackett_luce(2, games, seconds=0.5)
    assert found is not None
    assert found.elo[0].value - found.elo[1].value == pytest.approx(400 / log(10) * log(3), abs=0.5)


def test_an_unbeaten_bot_has_a_finite_strength() -> None:
    games = [Game(n, 0, 0, (0, 1, 2), (1, 0, -1), n, 9, "", None, (1, 1, 1)) for n in range(50)]
    found = plackett_luce(3, games, seconds=1)
    assert found is not None and found.elo[0].value > found.elo[1].value > found.elo[2].value
    assert found.elo[0].value < 5000


def test_equal_bots_stand_in_two_opposite_orders() -> None:
    game = Game(0, 0, 0, (3, 1, 0, 2), (0, 1, 0, -1), 0, 9, "", None, (1,) * 4)
    assert rankings(game) == [[1, 0, 3, 2], [1, 3, 0, 2]]
    assert rankings(game._replace(seats=(0, 1, 0, 1))) == [[0, 1], [1, 0]]
    assert rankings(game._replace(seats=(1, 1, 1, 1))) == []
    assert plackett_luce(2, []) is None


def test_without_the_library_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(MissingLibrary) as caught:
        summarize(("a", "b", "c"), tournament([1, 1, 1], 3, 2), 6, strength_seconds=1)
    assert str(caught.value) == "Plackett-Luce needs choix: pip install 'herbarium[reports]'"
    assert summarize(("a", "b", "c"), tournament([1, 1, 1], 3, 2), 6).strengths is None


def test_many_bots_are_summed_up() -> None:
    games = tournament([1, 1, 1, 8], 3, 10)
    found = summarize(("a", "b", "c", "d"), games, 6)
    assert [(one.first, one.second) for one in found.pairs] == list(combinations(range(4), 2))
    assert {one.blocks for one in found.pairs} == {10} and {one.games for one in found.pairs} == {120}
    assert found.standings[0].bot == 3 and found.score_path is None
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found
    with pytest.raises(BadGames, match="compares two bots, not 4"):
        summarize(("a", "b", "c", "d"), games, 6, Sprt(0, 5))


def test_ten_thousand_games_are_resampled_fast() -> None:
    draw = random.Random(4)
    columns = [Column([n // 2 for n in range(10_000)], [draw.random() for _ in range(10_000)]) for _ in range(6)]
    began = process_time()
    bootstrap(columns)
    assert process_time() - began < 1
