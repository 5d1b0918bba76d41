"""Tests of standings, crosstables and strengths of several bots at several seats."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from math import inf, isfinite, isnan, log, log10
from time import process_time

import msgspec
import pytest

from fastcore.comparison.quantiles import t_quantile
from workbench.statistics.crosstable import crosstable
from workbench.statistics.games import Game
from workbench.statistics.ranking import Column, bootstrap, ranks, seat_standings, standings, win_shares
from workbench.statistics.scale import Estimate, score_interval
from workbench.statistics.sprt import Sprt
from workbench.statistics.strengths import plackett_luce, rankings
from workbench.statistics.summary import GamesError, summarize
from workbench.statistics.usage import Faults, faults


def returns_of_order(order: list[int]) -> list[float]:
    """Return the payoffs of seats that finished in this order, from 1 down to -1."""
    return [1 - 2 * order.index(seat) / (len(order) - 1) for seat in range(len(order))]


def tournament(weights: list[float], seats: int, blocks: int, seed: int = 1) -> list[Game]:
    """Return the games of a tournament, with finishing orders drawn from the Plackett-Luce model.

    Each place is drawn by weight among the bots that have no place yet.
    """
    rng, games = random.Random(seed), []
    for block in range(blocks):
        for table, bots in enumerate(combinations(range(len(weights)), seats)):
            for number, seating in enumerate(permutations(bots)):
                remaining, order = list(range(seats)), []
                while remaining:
                    order.append(rng.choices(remaining, [weights[seating[seat]] for seat in remaining])[0])
                    remaining.remove(order[-1])
                returns = tuple(returns_of_order(order))
                line, times = rng.getrandbits(60), (0.5,) * seats
                games.append(Game(block, table, number, seating, returns, line, 30, "", None, times))
    return games


def test_ranks_and_wins_of_equal_seats_are_shared() -> None:
    assert ranks((0.5, -1.0, 0.5, 0.0)) == (1.5, 4, 1.5, 3)
    assert win_shares((0.5, -1.0, 0.5, 0.0)) == (0.5, 0, 0.5, 0)
    assert ranks((0.0, 0.0, 0.0)) == (2, 2, 2)


def test_standings_of_known_games_match_hand_calculation() -> None:
    def game(block: int, seats: tuple[int, ...], returns: tuple[float, ...], fault: bool = False) -> Game:
        return Game(block, 0, 0, seats, returns, block, 9, "timeout" if fault else "", 2 if fault else None, (1, 2, 4))

    games = [game(0, (0, 1, 2), (1, 0, -1)), game(1, (2, 0, 0), (0.5, 0.5, -1)), game(2, (1, 2, 0), (1, -1, 0), True)]
    by_bot = {entry.bot: entry for entry in standings(3, games)}
    assert [entry.games for entry in by_bot.values()] == [2, 3, 3]
    assert [entry.bot for entry in standings(3, games)] == [1, 0, 2]
    first = by_bot[0]
    assert first.rank and first.wins and first.score
    assert first.rank.value == pytest.approx((1 + (1.5 + 3) / 2 + 2) / 3)
    assert first.wins.value == pytest.approx((1 + 0.25 + 0) / 3)
    assert first.score.value == pytest.approx((1 + 0.375 + 0.5) / 3)
    assert by_bot[2].fault_points == pytest.approx(100 * ((0 + 0.75 + 0) / 3 - 0.75 / 2))
    summary = summarize(("a", "b", "c"), games, 1)
    assert [entry.seconds for entry in summary.usage] == [1 + 2 + 4 + 4, 2 + 1, 4 + 1 + 2]
    assert [entry.seats for entry in summary.usage] == [4, 2, 3]
    assert summary.faults == (Faults(2, "timeout", 1),)


def test_faults_are_counted_by_bot_and_kind_with_void_games() -> None:
    game = Game(0, 0, 0, (0, 1), (1, -1), 1, 9, "", None, (1, 1))
    games = [game._replace(fault="void", order=n) for n in range(3)]
    games += [game._replace(fault="crash", guilty=1), game._replace(fault="timeout", guilty=1), game]
    assert faults(games) == (Faults(1, "crash", 1), Faults(1, "timeout", 1), Faults(None, "void", 3))


def test_bootstrap_resamples_whole_blocks() -> None:
    rng = random.Random(2)
    luck = [rng.choice((-1.0, 1.0)) for _ in range(200)]
    blocks = [block for block in range(200) for _ in range(6)]
    by_block = bootstrap([Column(blocks, [luck[block] for block in blocks])])[0]
    by_game = bootstrap([Column(list(range(1200)), [luck[block] for block in blocks])])[0]
    assert by_block and by_game
    assert (by_block.high - by_block.low) / 2 == pytest.approx(1.96 * 200**-0.5, rel=0.12)
    assert (by_game.high - by_game.low) / 2 == pytest.approx(1.96 * 1200**-0.5, rel=0.12)
    assert bootstrap([Column([], [])]) == [None] and bootstrap([]) == []


@pytest.mark.parametrize("blocks", [3, 5, 10, 40])
def test_intervals_of_few_blocks_have_the_stated_coverage(blocks: int) -> None:
    rng, covered, trials = random.Random(blocks), 0, 1000
    columns = [Column(list(range(blocks)), [rng.uniform(-0.5, 0.7) for _ in range(blocks)]) for _ in range(trials)]
    for interval in bootstrap(columns):
        assert interval
        covered += interval.low <= 0.1 <= interval.high
    assert covered / trials > 0.915, "without widening, coverage is 0.76, 0.84, 0.92 and 0.92"


def test_student_t_quantiles_match_tables() -> None:
    for freedom, value in ((2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.9840)):
        assert t_quantile(freedom) == pytest.approx(value, rel=0.01 if freedom == 2 else 0.0013)


def test_identical_blocks_leave_uncertainty() -> None:
    for count, widest in ((1, 0.8), (10, 0.3), (100, 0.04)):
        blocks = [block for block in range(count) for _ in range(6)]
        won, mean_rank = bootstrap(
            [Column(blocks, [1.0] * len(blocks), 0, 1), Column(blocks, [2.0] * len(blocks), 1, 3)]
        )
        assert won and won.value == won.high == 1 and widest / 2 < 1 - won.low < widest
        assert mean_rank and mean_rank.low < mean_rank.value == 2 < mean_rank.high
    assert won and won.low == pytest.approx(100 / (100 + 1.96**2), abs=1e-4), "Wilson's interval for 100 of 100"


def test_renumbering_bots_changes_no_figure() -> None:
    games = tournament([1, 2, 3, 4], 3, 12)
    new_numbers = [2, 0, 3, 1]
    renumbered = [game._replace(seats=tuple(new_numbers[bot] for bot in game.seats)) for game in games]
    before, after = ({entry.bot: entry for entry in standings(4, listed)} for listed in (games, renumbered))
    assert {
        new_numbers[bot]: msgspec.structs.replace(entry, bot=new_numbers[bot]) for bot, entry in before.items()
    } == after
    table, renumbered_table = crosstable(4, games), crosstable(4, renumbered)
    assert all(table[a][b] == renumbered_table[new_numbers[a]][new_numbers[b]] for a in range(4) for b in range(4))


def test_crosstable_counts_pairs_of_seats() -> None:
    games = [Game(0, 0, 0, (0, 1, 1), (1, 0, -1), 1, 9, "", None, (1, 1, 1))]
    games += [Game(0, 0, 1, (1, 0, 1), (0.5, 0.5, -1), 2, 9, "", None, (1, 1, 1))]
    cell, reverse = crosstable(3, games)[0][1], crosstable(3, games)[1][0]
    assert (cell.meetings, cell.wins, cell.draws, cell.losses) == (4, 3, 1, 0)
    assert cell.score == pytest.approx((0.75 + 1 + 0.5 + 0.875) / 4)
    assert cell.score is not None and reverse.score == 1 - cell.score
    assert crosstable(3, games)[0][0].meetings == crosstable(3, games)[0][2].meetings == 0
    assert crosstable(3, games)[0][2].score is None


def test_advantage_of_a_seat_is_detected() -> None:
    rng = random.Random(3)
    orders = [sorted(range(4), key=lambda seat: rng.gauss(0.5 * (seat == 2), 1), reverse=True) for _ in range(900)]
    games = [
        Game(n, 0, 0, (0, 1, 2, 3), tuple(returns_of_order(o)), n, 9, "", None, (1.0,) * 4)
        for n, o in enumerate(orders)
    ]
    seats = seat_standings(games)
    assert seats[2].low > max(seats[n].high for n in (0, 1, 3))
    assert sum(seat.value for seat in seats) == pytest.approx(2)


def pairs_of_games(results: list[tuple[int, int, int, int]]) -> list[Game]:
    """Return games of two: for each entry, two bots and the numbers of games that each of them won."""
    wins = [
        (one, other) if n < first else (other, one)
        for one, other, first, second in results
        for n in range(first + second)
    ]
    return [Game(n, 0, 0, seating, (1, -1), n, 9, "", None, (1, 1)) for n, seating in enumerate(wins)]


@pytest.mark.parametrize("seats", [2, 3])
def test_known_strengths_are_recovered(seats: int) -> None:
    weights = [1.0, 2.0, 2.0, 6.0]
    estimate = plackett_luce(4, tournament(weights, seats, 20))
    assert estimate is not None and estimate.draws == 1000
    mean = sum(map(log, weights)) / 4
    for weight, strength in zip(weights, estimate.elo, strict=True):
        truth = (log(weight) - mean) * 400 / log(10)
        assert strength.low - 15 < truth < strength.high + 15
        assert strength.value == pytest.approx(truth, abs=40)
    assert sum(strength.value for strength in estimate.elo) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3])
def test_strengths_are_those_of_choix(seats: int) -> None:
    choix = pytest.importorskip("choix")
    games = tournament([1.0, 2.0, 2.0, 6.0], seats, 8)
    estimate = plackett_luce(4, games, 2)
    assert estimate is not None
    found = choix.ilsr_rankings(4, [list(one.bots) for game in games for one in rankings(game)], tol=1e-9, max_iter=500)
    expected = (found - found.mean()) * 400 / log(10)
    assert [strength.value for strength in estimate.elo] == pytest.approx(list(expected), abs=1e-4)


def test_strengths_do_not_depend_on_the_time() -> None:
    games = tournament([1.0, 2.0, 2.0, 6.0], 2, 20)
    assert plackett_luce(4, games) == plackett_luce(4, games)


def test_strength_difference_of_two_bots_follows_their_wins() -> None:
    estimate = plackett_luce(2, pairs_of_games([(0, 1, 75, 25)]))
    assert estimate is not None
    assert estimate.elo[0].value - estimate.elo[1].value == pytest.approx(400 / log(10) * log(3), abs=1e-4)
    anchored = plackett_luce(2, pairs_of_games([(0, 1, 75, 25)]), reference=1)
    assert anchored is not None and anchored.elo[1] == Estimate(0, 0, 0)
    assert anchored.elo[0].value == pytest.approx(400 / log(10) * log(3), abs=1e-4)


def test_unbeaten_bot_has_only_a_bound() -> None:
    """For two bots, the bound is the end of Wilson's interval. It does not hide the strengths of the rest."""
    two = plackett_luce(2, pairs_of_games([(0, 1, 12, 0)]), reference=1)
    assert two is not None
    assert (two.elo[0].value, two.elo[0].high) == (inf, inf)
    assert two.elo[0].low == pytest.approx(400 * log10(12 / 1.959964**2), abs=1)
    three = plackett_luce(3, pairs_of_games([(0, 1, 20, 0), (0, 2, 20, 0), (1, 2, 60, 40)]))
    assert three is not None and three.elo[0].high == inf and 200 < three.elo[0].low < 600
    assert three.elo[1].value - three.elo[2].value == pytest.approx(400 * log10(1.5), abs=0.1)
    assert three.elo[1].low < three.elo[1].value < three.elo[1].high < inf
    lost = plackett_luce(3, pairs_of_games([(1, 0, 20, 0), (2, 0, 20, 0), (1, 2, 60, 40)]))
    assert lost is not None and (lost.elo[0].value, lost.elo[0].low) == (-inf, -inf) and lost.elo[0].high < -200


@pytest.mark.parametrize("blocks", [1, 2, 30])
def test_strengths_of_equal_blocks_have_the_interval_of_the_score(blocks: int) -> None:
    """Without differences between blocks, the bootstrap interval has no width.

    For two bots, the ends are those of Wilson's interval.
    """
    split = [(1, -1), (-1, 1)] * blocks
    games = [Game(n // 2, 0, n % 2, (0, 1), returns, n, 9, "", None, (1, 1)) for n, returns in enumerate(split)]
    found = plackett_luce(2, games, reference=1)
    assert found is not None and found.elo[1] == Estimate(0, 0, 0)
    ends = score_interval([0.0] * blocks)
    assert found.elo[0].low == pytest.approx(400 * log10(ends.low / (1 - ends.low)), abs=0.1)
    assert found.elo[0].high == pytest.approx(-found.elo[0].low, abs=0.1)
    three = [Game(0, 0, n, (n, (n + 1) % 3, (n + 2) % 3), (1, 0, -1), n, 9, "", None, (1,) * 3) for n in range(3)]
    all_even = plackett_luce(3, three)
    assert all_even is not None
    assert all(elo.value == pytest.approx(0, abs=1e-6) and elo.low < -100 and elo.high > 100 for elo in all_even.elo)
    uneven = [
        Game(n // 4, 0, n % 4, (0, 1), (-1, 1) if n % 4 == 0 else (1, -1), n, 9, "", None, (1, 1)) for n in range(8)
    ]
    ahead = plackett_luce(2, uneven, reference=1)
    assert ahead is not None and ahead.elo[0].value == pytest.approx(400 * log10(3), abs=1e-3)
    ends = score_interval([0.5, 0.5])
    assert ahead.elo[0].low == pytest.approx(400 * log10(ends.low / (1 - ends.low)), abs=0.1)
    assert ahead.elo[0].high == pytest.approx(400 * log10(ends.high / (1 - ends.high)), abs=0.1)


def test_bots_without_common_results_have_no_strength() -> None:
    estimate = plackett_luce(4, pairs_of_games([(0, 1, 6, 4), (2, 3, 5, 5)]))
    assert estimate is not None and isnan(estimate.elo[2].value) and isnan(estimate.elo[3].value)
    assert isfinite(estimate.elo[0].value)


def test_gauntlets_are_ordered_by_strength() -> None:
    """The first bot beat only the weak one more often, so its higher score does not make it the best."""
    games = pairs_of_games([(0, 1, 16, 18), (0, 2, 34, 1)])
    summary = summarize(("mine", "strong", "weak"), games, 1)
    assert [standing.bot for standing in summary.standings] == [1, 0, 2]
    scores = [standing.score.value for standing in summary.standings if standing.score]
    assert scores[1] > scores[0]


def test_tied_seats_are_ranked_in_both_orders() -> None:
    game = Game(0, 0, 0, (3, 1, 0, 2), (0, 1, 0, -1), 0, 9, "", None, (1,) * 4)
    assert rankings(game) == [((1, 0, 3, 2), 3), ((1, 3, 0, 2), 3)]
    assert rankings(game._replace(seats=(0, 1, 0, 1))) == [((1, 0, 0, 1), 3), ((1, 0, 0, 1), 3)]
    assert rankings(game._replace(seats=(1, 1, 1, 1))) == []
    assert rankings(game._replace(returns=(0, 0, 0, 0))) == [((0, 1, 2, 3), 3), ((3, 2, 1, 0), 3)]
    assert plackett_luce(2, []) is None


def test_order_of_seats_that_tie_for_the_last_place_is_not_known() -> None:
    game = Game(0, 0, 0, (0, 1, 2), (-0.5, 1, -0.5), 0, 9, "", None, (1,) * 3)
    assert rankings(game) == [((1, 0, 2), 1), ((1, 2, 0), 1)]


@pytest.mark.parametrize(("won", "ratio"), [(30, 1), (45, 2), (60, 4)])
def test_bot_on_one_seat_is_measured_against_the_number_of_other_seats(won: int, ratio: float) -> None:
    """One seat of three wins a third of the games if both bots are equal: w / (w + 2)."""
    alone = [(1.0, -0.5, -0.5)] * won + [(-0.5, 1.0, -0.5)] * (90 - won)
    games = [Game(n, 0, 0, (0, 1, 1), returns, n, 9, "", None, (1,) * 3) for n, returns in enumerate(alone)]
    estimate = plackett_luce(2, games, reference=1)
    assert estimate is not None
    assert estimate.elo[0].value == pytest.approx(400 * log10(ratio), abs=1e-3)
    assert estimate.elo[0].low < estimate.elo[0].value < estimate.elo[0].high


def test_summary_covers_many_bots() -> None:
    games = tournament([1, 1, 1, 8], 3, 10)
    summary = summarize(("a", "b", "c", "d"), games, 6)
    assert [(entry.first, entry.second) for entry in summary.pairs] == list(combinations(range(4), 2))
    assert {entry.blocks for entry in summary.pairs} == {10} and {entry.games for entry in summary.pairs} == {120}
    assert summary.standings[0].bot == 3 and summary.score_path is None
    assert msgspec.json.decode(msgspec.json.encode(summary), type=type(summary)) == summary
    with pytest.raises(GamesError, match="compares two bots, not 4"):
        summarize(("a", "b", "c", "d"), games, 6, Sprt(0, 5))


def test_ten_thousand_games_are_resampled_fast() -> None:
    rng = random.Random(4)
    columns = [Column([n // 2 for n in range(10_000)], [rng.random() for _ in range(10_000)]) for _ in range(6)]
    start = process_time()
    bootstrap(columns)
    assert process_time() - start < 1
