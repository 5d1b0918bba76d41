"""Tests of comparisons: common luck, determinism, hidden information, and refused arguments."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import nan
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, Comparison, IllegalMove, State, Stream, Viewpoint
from fastcore.comparison.difference import RARE, WIDEST, interval
from fastcore.comparison.quantiles import t_quantile
from fastcore.comparison.trials import Trials
from fastcore.counts import policy_move
from workbench.conformance.walks import random_game


def position(spec: str, number: int = 1) -> State:
    """Return a position of a random game in which a seat has a choice."""
    states = [state for state, _ in random_game(spec, "choice", number, max_moves=40)]
    return next(state for state in reversed(states) if state.actor >= 0 and len(state.moves()) > 1)


def results(comparison: Comparison) -> tuple[Any, ...]:
    return (
        comparison.values.tolist(),
        comparison.points.tolist(),
        comparison.outcomes.tolist(),
        comparison.replies.tolist(),
    )


def test_slices_and_threads_change_nothing(game_id: str) -> None:
    state = position(game_id)
    made = []
    for threads, parts in ((1, (40,)), (3, (40,)), (1, (1, 7, 32))):
        comparison = Comparison(state, state.moves()[:2], 5, "uniform", threads=threads)
        assert [comparison.run(part) for part in parts] == list(parts)
        made.append((results(comparison), comparison.difference(), comparison.trials))
    assert made[0] == made[1] == made[2]


def test_function_with_the_same_policy_gives_the_same_games(game_id: str) -> None:
    state = position(game_id, 2)

    def greedy(point: State | Viewpoint, stream: Stream) -> int:
        return policy_move(point if isinstance(point, State) else point.sample(Stream(1)), "greedy", stream)

    first = Comparison(state, state.moves()[:2], 3, "greedy", horizon=2)
    first.run(20)
    if state.info.has.covered:  # a sampled world is not the world of the game, so only the count is the same
        second = Comparison(state, state.moves()[:2], 3, lambda point, stream: stream.choice(point.moves()), horizon=2)
        second.run(20)
        assert second.values.shape == first.values.shape
        return
    second = Comparison(state, state.moves()[:2], 3, greedy, horizon=2)
    second.run(20)
    assert results(first) == results(second)


def test_search_continues(game_id: str) -> None:
    state = position(game_id, 3)
    made = []
    for _ in range(2):
        comparison = Comparison(state, state.moves()[:2], 3, {"simulations": 2}, horizon=0)
        assert comparison.run(2) == 2
        made.append(results(comparison))
    assert made[0] == made[1]
    assert np.allclose(comparison.values.sum(axis=2), 0)


def test_equal_luck_for_moves_that_lead_to_the_same_position() -> None:
    state = next(
        state for number in range(50) for state, _ in random_game("herd", "same", number) if state.phase == "place"
        and len(state.moves()) > 1 and state.after(state.moves()[0]).actor == state.actor
    )  # fmt: skip
    first = state.moves()[0]
    second = next(move for move in state.after(first).moves() if move in state.moves() and move != first)
    comparison = Comparison(state, [(first, second), (second, first)], horizon=3)
    comparison.run(100)
    assert (comparison.values[:, 0] == comparison.values[:, 1]).all()
    found = comparison.difference()
    assert found.equal == 1 and found.mean == 0 and not found.clear
    reach = np.ptp(comparison.values[:, :, state.actor])
    assert found.high == pytest.approx(RARE / 100 * reach)


def test_first_roll_has_each_outcome_as_often_as_expected() -> None:
    state = position("herd", 4)
    comparison = Comparison(state, state.moves()[:2], 7, "uniform", horizon=2)
    comparison.run(3 * 36)
    assert comparison.strata == 36
    rolled = comparison.outcomes[:, 0]
    after = state.copy()
    while after.actor != CHANCE:
        after.play(after.moves()[0])
    for outcome, chance in after.chances():
        assert (rolled == outcome).sum() == round(3 * 36 * chance)
    assert {one.text for one in comparison.difference().outcomes} <= {after.move_text(o) for o, _ in after.chances()}
    assert sum(one.probability for one in comparison.difference().outcomes) == pytest.approx(1)


def test_hidden_cards_do_not_matter() -> None:
    state = position("herbalism", 5)
    point = state.viewpoint(state.actor)
    others = {world: fastcore.parse(f"herbalism {world}") for world, _ in point.worlds(10**6)[:3]}
    made = []
    for other in (state, *others.values()):
        comparison = Comparison(other, other.moves()[:2], 2, "uniform", horizon=3)
        comparison.run(20)
        made.append(results(comparison))
    assert all(one == made[0] for one in made)


def test_secret_plans_are_drawn_again() -> None:
    state = fastcore.start("herbs")
    other = state.copy()
    while state.actor == 0:
        state.play(state.policy("greedy")[0][0])
        other.play(other.moves()[-1])
    assert state.text() != other.text() and state.view(1) == other.view(1)
    made = []
    for one in (state, other):
        comparison = Comparison(one, one.moves()[:2], 2, "uniform", horizon=2)
        comparison.run(20)
        made.append(results(comparison))
    assert made[0] == made[1]


def test_whole_turn_is_a_candidate(game_id: str) -> None:
    state = position(game_id, 6)
    turn, end = [], state.copy()
    while (end.actor, end.turn) == (state.actor, state.turn):
        turn.append(end.move_text(end.moves()[0]))
        end.play(turn[-1])
    comparison = Comparison(state, [turn, state.moves()[-1]], horizon=1)
    comparison.run(4)
    assert comparison.moves[0] == tuple(turn)
    with pytest.raises(IllegalMove):
        Comparison(state, [[*turn, turn[0]]])


def test_rollout_of_a_position_before_dice() -> None:
    state = next(state for state, _ in random_game("herd", "dice", 1) if state.actor == CHANCE)
    comparison = Comparison(state, [()], horizon=4)
    comparison.run(72)
    found = comparison.estimate(0, seat=1)
    assert found.trials == 72 and -1 <= found.low <= found.mean <= found.high <= 1
    assert found.mean == pytest.approx(-comparison.estimate(0, seat=0).mean)


def test_run_until_clear_stops_when_clear_and_at_the_limit() -> None:
    state = fastcore.parse("herd(size=2) b1/1b1/2 b 2 3-1 x0+1")
    found = Comparison(state, ["b3", "c2"], horizon=1).run_until_clear(limit=100_000)
    assert found.trials < 100_000 and (found.low_any > 0 or found.high_any < 0)
    same = fastcore.parse("herd(size=2) bb/b1b/bb r 3 3-2 x2+3")
    found = Comparison(same, ["xc2", "xb3"], continuation="uniform").run_until_clear(limit=200)
    assert found.trials == 200
    answers = iter([False, True, True])
    found = Comparison(same, ["xc2", "xb3"]).run_until_clear(stopped=lambda: next(answers))
    assert found.trials == 64


def test_interval_is_that_of_students_t() -> None:
    values = np.array([0.5, -0.25, 0.0, 0.25, 1.0, -1.0])
    found = interval(values)
    error = values.std(ddof=1) / math.sqrt(6)
    assert found.mean == pytest.approx(values.mean()) and found.error == pytest.approx(error)
    assert found.half == pytest.approx(math.hypot(t_quantile(5) * error, WIDEST / 6))
    assert interval(values, reach=0.5).half == pytest.approx(math.hypot(t_quantile(5) * error, 0.5 / 6))


def test_strata_leave_only_the_variance_within_outcomes() -> None:
    outcomes = np.array([0, 0, 1, 1, 1, 1], np.int32)
    values = np.array([1.0, 0.5, -0.5, -0.25, -0.5, -0.25])
    found = interval(values, outcomes, {0: 1 / 3, 1: 2 / 3})
    within = 1 / 9 * values[:2].var(ddof=1) / 2 + 4 / 9 * values[2:].var(ddof=1) / 4
    assert found.error == pytest.approx(math.sqrt(within)) and found.mean == pytest.approx(values.mean())


def over() -> State:
    return [state.after(move) for state, move in random_game("herd(size=2)", "over", 1)][-1]


def other_seat() -> Viewpoint:
    state = position("herbalism")
    return state.viewpoint((state.actor + 1) % state.seats)


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "ended game": (lambda: Comparison(over(), [()]), "over"),
    "illegal move": (lambda: Comparison(fastcore.start("forest"), ["z9-z8", ()]), "illegal move"),
    "no candidates": (lambda: Comparison(fastcore.start("forest"), []), "0 candidates"),
    "equal candidates": (lambda: Comparison(fastcore.start("forest"), [(), ()]), "equal"),
    "policy": (lambda: Comparison(fastcore.start("forest"), [()], continuation="clever"), "clever"),
    "search": (lambda: Comparison(fastcore.start("forest"), [()], continuation={"engine": "tree"}), "simulations"),
    "engine": (lambda: Comparison(fastcore.start("forest"), [()], continuation={"simulations": 1, "engine": "x"}), "x"),
    "horizon": (lambda: Comparison(fastcore.start("forest"), [()], horizon=-2), "horizon"),
    "horizon nan": (lambda: Comparison(fastcore.start("forest"), [()], horizon=nan), "float"),  # type: ignore[arg-type]
    "trials nan": (lambda: Comparison(fastcore.start("forest"), [()]).run(nan), "float"),  # type: ignore[arg-type]
    "trials": (lambda: Comparison(fastcore.start("forest"), [()]).run(-1), "n is -1"),
    "threads": (lambda: Comparison(fastcore.start("forest"), [()], threads=0), "threads"),
    "no trials": (lambda: Comparison(fastcore.start("forest"), [()]).estimate(), "no trials"),
    "other seat": (lambda: Comparison(other_seat(), [()]), "another seat"),
    "point": (lambda: Comparison("herd", [()]), "State"),  # type: ignore[arg-type]
    "model": (lambda: Comparison(fastcore.start("forest"), [()], model="x"), "model"),
    "function": (lambda: Comparison(fastcore.start("forest"), [()], continuation=lambda p, s: -1).run(1), "-1"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_arguments_have_one_clear_line(case: str) -> None:
    call, part = REFUSED[case]
    with pytest.raises((ValueError, TypeError)) as error:
        call()
    assert part in str(error.value) and "\n" not in str(error.value)


def test_differences_that_never_vary_have_no_error_and_endless_gain() -> None:
    """Rounding in a variance must not look like luck."""
    state = fastcore.parse("forest 4/5/6/7/y,r,4/gy,y,2,g/R,y,y,y g 6 2 -")
    comparison = Comparison(state, ["b1-a1", "b5-c6"], horizon=0)
    comparison.run(150)
    found = comparison.difference()
    assert len(np.unique(comparison.values[:, 0] - comparison.values[:, 1])) == 2, "one value for each seat"
    assert found.gain == math.inf and found.error == 0
    assert found.terms and all(term.error == 0 for term in found.terms)


class Longer(list[int]):
    """A list that has more items than its length says."""

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Any:
        return iter(range(50))


def test_trials_refuse_what_does_not_fit() -> None:
    state = position("herd(size=2)")
    for seat, policy, words in ((2, 0, "seat is 2"), (-2, 0, "seat is -2"), (0, 99, "policy is 99")):
        with pytest.raises(ValueError, match=words):
            Trials(state, seat, [[]], 1, policy, None, -1)
    with pytest.raises(ValueError, match="no positions of this game"):
        Trials(state, 0, [[]], 1, 0, None, -1).points(np.zeros((1, 1, 1), np.uint64))
    Trials(state, 0, [Longer()], 1, 0, None, -1)
