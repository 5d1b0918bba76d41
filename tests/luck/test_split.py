"""Tests of luck, skill and drift."""

from __future__ import annotations

import random
from math import fsum, nan, sqrt
from statistics import mean, stdev

import pytest

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from tests.conftest import deep
from tests.kit.luck import GAME, arbitrary, exact_value, for_seats, played
from tests.reference import herd_luck
from workbench.luck.judges import (
    Judge,
    JudgeError,
    PlayedOutJudge,
    SearchJudge,
    StaticJudge,
    ValueJudge,
    Values,
    judge_for,
)
from workbench.luck.split import Decision, GameLuck, split, total_luck

LATE = fastcore.parse(f"{GAME} 2/rb1/b1 r 1999 - -")  # two turns before the last one, so the core can solve it


def solved(state: State) -> float:
    """Return the exact value of a position for the first seat."""
    return fastcore.solve(state).values[0]


SOLVER = for_seats(solved)


def gap(found: GameLuck) -> float:
    """Return the largest difference of a seat between the result and the sum of start, luck, skill and drift."""
    seats = range(len(found.start))
    sums = [fsum(found.totals(seat)[:-1]) - found.result[seat] for seat in seats]
    ends = [found.start[seat] + sum(line[-1] for line in found.curves(seat)) - found.result[seat] for seat in seats]
    return max(map(abs, (*sums, *ends)))


@pytest.mark.parametrize("judge", [StaticJudge(), for_seats(lambda state: arbitrary(state.text()))])
def test_terms_sum_to_the_result(open_game: str, judge: Judge) -> None:
    for number in range(deep(1, 50)):
        moves = played(open_game, number, "greedy")
        found = split(fastcore.start(open_game), moves, judge)
        assert gap(found) < 1e-9 and len(found.events) == len(moves)
        for event in found.events:
            assert abs(fsum(event.luck)) < 1e-9 and abs(fsum(event.skill)) < 1e-9 and abs(fsum(event.drift)) < 1e-9
            assert not any(event.skill) if event.actor == CHANCE else not any(event.luck)
            assert event.actor == CHANCE or event.skill[event.actor] <= 0
        assert found.has_chance == fastcore.info(open_game).has.chance


@pytest.mark.parametrize("game", [game for game in fastcore.games() if fastcore.info(game).has.covered])
def test_terms_sum_to_the_result_in_covered_games(game: str) -> None:
    moves = played(game, 1, "greedy")
    judges: list[Judge] = [StaticJudge(), PlayedOutJudge(1, 1, 1)] if deep(0, 1) else [StaticJudge()]
    for judge in judges:
        found = split(fastcore.start(game), moves, judge)
        assert gap(found) < 1e-9 and not found.judged
        assert not any(any(event.skill) for event in found.events)


def test_search_can_be_the_judge(open_game: str) -> None:
    judge = SearchJudge(20)
    moves = played(open_game, 3, "greedy")[-12:]
    start = fastcore.start(open_game)
    for move in played(open_game, 3, "greedy")[:-12]:
        start.play(move)
    found = split(start, moves, judge)
    assert gap(found) < 1e-9 and found == split(start, moves, SearchJudge(20))
    assert found.result == tuple(_last(start, moves).returns())


def _last(start: State, moves: list[str]) -> State:
    for move in moves:
        start = start.after(move)
    return start


def test_agrees_with_the_reference() -> None:
    """The judges mean nothing, so any confusion of positions, seats or weights shows."""
    for number in range(deep(5, 500)):
        moves = played(GAME, number)
        found = split(fastcore.start(GAME), moves, for_seats(lambda state: arbitrary(state.text())))
        expected = herd_luck.terms(GAME, moves, arbitrary)
        for event, (luck, skill, drift) in zip(found.events, expected, strict=True):
            assert (event.luck[0], event.skill[0], event.drift[0]) == pytest.approx((luck, skill, drift), abs=1e-12)


@pytest.mark.slow
def test_exact_values_have_no_drift() -> None:
    for number in range(deep(5, 1000)):
        moves = played(GAME, number, "greedy" if number % 2 else "uniform")
        found = split(fastcore.start(GAME), moves, for_seats(exact_value))
        assert gap(found) < 1e-9
        assert sum(abs(event.drift[0]) for event in found.events) < 1e-9


def late_game(number: int, best: bool = False) -> list[str]:
    """Return the moves of a game from `LATE`, with the best moves by the solver or random ones."""
    state, moves, stream = LATE.copy(), list[str](), Stream(number, "late")
    while state.actor != OVER:
        choices = [SOLVER.best(state)] if best and state.actor != CHANCE else state.moves()
        move = state.sample(stream) if state.actor == CHANCE else stream.choice(choices)
        moves.append(state.move_text(move))
        state.play(move)
    return moves


def test_values_of_the_solver_have_no_drift() -> None:
    for number in range(deep(2, 100)):
        found = split(LATE, late_game(number), SOLVER)
        assert gap(found) < 1e-9 and sum(abs(event.drift[0]) for event in found.events) < 1e-9


def test_best_moves_by_the_solver_lose_nothing() -> None:
    totals = split(LATE, late_game(1, best=True), SOLVER).totals(0)
    assert abs(totals.own) < 1e-9 and abs(totals.others) < 1e-9
    assert totals.start + totals.luck == pytest.approx(totals.result, abs=1e-9)


def test_planted_errors_appear_as_drift() -> None:
    """A judge that is wrong by 0.25 before every roll shows this error at the roll and before it, and nowhere else."""

    def right(state: State) -> float:
        return 0.5 * solved(state)  # halved so that the error stays inside [-1, 1]

    def wrong(state: State) -> float:
        return right(state) + 0.25 * (state.actor == CHANCE)

    moves = late_game(2)
    found, base = (split(LATE, moves, for_seats(red)) for red in (wrong, right))
    for event, same in zip(found.events, base.events, strict=True):
        ends = event.number + 1 < len(moves) and found.events[event.number + 1].actor == CHANCE
        if event.actor == CHANCE:
            assert event.drift[0] - same.drift[0] == pytest.approx(
                -0.25
                + 0.25
                * sum(
                    chance
                    for move, chance in LATE.chances()
                    if _after(moves[: event.number]).after(move).actor == CHANCE
                )
            )
        elif not ends:
            assert event == same
    assert sum(abs(event.drift[0]) for event in found.events) > 0.25
    assert gap(found) < 1e-9


def _after(moves: list[str]) -> State:
    state = LATE.copy()
    for move in moves:
        state.play(move)
    return state


def deal_value(state: State) -> tuple[float, ...]:
    """Return how many different colours each seat holds, less the mean of all: a plain judge that sees hidden cards."""
    hands = [len(set(hand)) if hand != "-" else 0 for hand in state.fields["hands"].split("/")]
    middle = mean(hands)
    return tuple((hand - middle) / 8 for hand in hands)


JUDGES: dict[str, Judge] = {"herd": StaticJudge(), "herbalism": ValueJudge(deal_value, "colours in hand")}


def test_luck_has_mean_zero(game_id: str) -> None:
    """In games without chance it is exactly 0. The actual outcomes never influence the mean of what was possible."""
    count = deep(20, 1000) if game_id == "herd" else deep(1, 1000)
    judge = JUDGES.get(game_id, StaticJudge())
    spec = "herbalism(target=1)" if game_id == "herbalism" and count == 1 else game_id
    start = fastcore.start(spec)
    games = [total_luck(start, played(spec, number, "greedy"), judge) for number in range(1, count + 1)]
    for lucks in zip(*games, strict=True):
        if not fastcore.info(game_id).has.chance:
            assert not any(lucks)
            continue
        if count == 1:
            assert any(lucks)
            continue
        error = stdev(lucks) / sqrt(count)
        assert error > 0 and abs(mean(lucks)) < 3 * error
    assert all(abs(fsum(lucks)) < 1e-9 for lucks in games)


@pytest.mark.slow
def test_luck_of_deals_in_hindsight_has_mean_zero() -> None:
    start, count, lucks = fastcore.start("herbalism(target=1)"), deep(20, 1000), list[Values]()
    for number in range(count):
        deal = start.move_text(start.sample(Stream(number, "deal")))
        lucks.append(total_luck(start, [deal], PlayedOutJudge(8, number, 1)))
    for seat in zip(*lucks, strict=True):
        assert abs(mean(seat)) < 3 * stdev(seat) / sqrt(count)


def test_static_evaluation_sees_no_luck_in_a_deal() -> None:
    moves = played("herbalism(target=1)", 2, "greedy")
    assert not any(total_luck(fastcore.start("herbalism(target=1)"), moves, StaticJudge()))


def test_fast_luck_equals_the_split() -> None:
    moves = played("herd", 4, "greedy")
    found = split(fastcore.start("herd"), moves, StaticJudge())
    assert total_luck(fastcore.start("herd"), moves, StaticJudge()) == pytest.approx(
        [found.totals(seat).luck for seat in (0, 1)], abs=1e-12
    )


def test_curves_and_extremes_follow_the_events() -> None:
    moves = played("herd", 4, "greedy")
    found = split(fastcore.start("herd"), moves, StaticJudge())
    curves = found.curves(1)
    assert {len(line) for line in curves} == {len(moves) + 1} and all(line[0] == 0 for line in curves)
    lucky, unlucky = found.luckiest(1), found.unluckiest(1)
    assert len(lucky) == len(unlucky) == 3
    lucks = sorted(event.luck[1] for event in found.events if event.actor == CHANCE)
    assert [event.luck[1] for event in lucky] == lucks[:-4:-1] and [event.luck[1] for event in unlucky] == lucks[:3]
    assert found.unluckiest(0) == lucky
    rolls = sum(event.actor == CHANCE for event in found.events)
    assert sum(entry.times for entry in found.outcomes) == rolls
    assert fsum(entry.expected for entry in found.outcomes) == pytest.approx(rolls)
    assert len(found.outcomes) == 21 and found.outcomes[0].expected == pytest.approx(rolls / 36)


def test_judged_decisions_give_the_skill() -> None:
    """Decisions by what a seat knew, luck by the full information: the identity is true for every seat."""
    moves = played("herbalism(target=1)", 7, "greedy")
    start = fastcore.start("herbalism(target=1)")
    judged = [Decision(1, 1, 0, 0.5, 0.25, "better"), Decision(3, 4, 1, 0.1, 0.2)]
    found = split(start, moves, PlayedOutJudge(1, 1, 1), judged=judged)
    assert found.judged and gap(found) < 1e-9
    assert found.events[1].skill == (-0.25, 0.125, 0.125) and found.events[1].better == "better"
    assert not any(any(event.skill) for event in found.events if event.number != 1)
    first = found.totals(0)
    assert first.own == -0.25 * (found.events[1].actor == 0) and found.totals(2).others == 0.125


def test_result_outside_the_rules_is_drift() -> None:
    moves = played("herd", 4, "greedy")[:9]
    found = split(fastcore.start("herd"), moves, StaticJudge(), result=(-1.0, 1.0))
    last = found.events[-1]
    assert last.actor == OVER and not last.move and last.drift[0] < 0 and gap(found) < 1e-9


def test_impossible_judges_and_games_are_refused() -> None:
    moves, start = played(GAME, 1), fastcore.start(GAME)
    for values, message in (
        ((nan, nan), "nan is not a value"),
        ((1.5, -1.5), "1.5 is not a value"),
        ((0.5, 0.5), "sum to 1"),
        ((0.0,), "1 values for 2 seats"),
    ):
        with pytest.raises(JudgeError, match=message):
            split(start, moves, ValueJudge(lambda state, values=values: values, "a wrong judge"))  # type: ignore[misc]
    with pytest.raises(ValueError, match="not finished"):
        split(start, moves[:4], StaticJudge())
    with pytest.raises(ValueError, match="move 1 sets up"):
        split(start, [f"position={start.text()}"], StaticJudge(), (1.0, -1.0))
    with pytest.raises(ValueError, match="must be 0 or more"):
        judge_for(GAME, -1)
    with pytest.raises(ValueError, match="chance is not to act"):
        StaticJudge().mean(start.after("2-1"))


def test_judge_for_each_kind_of_game(game_id: str) -> None:
    assert isinstance(judge_for(game_id), StaticJudge)
    covered = fastcore.info(game_id).has.covered
    assert isinstance(judge_for(game_id, 80), PlayedOutJudge if covered else SearchJudge)


def test_weights_of_a_mean() -> None:
    chooser = random.Random(3)
    values = {move: chooser.uniform(-1, 1) for move in range(21)}
    start = fastcore.start("herd")
    texts = {start.after(move).text(): value for move, value in values.items()}
    found = for_seats(lambda state: texts[state.text()]).mean(start)
    expected = sum(values[move] * chance for move, chance in start.chances())
    assert found == pytest.approx((expected, -expected), abs=1e-12)
