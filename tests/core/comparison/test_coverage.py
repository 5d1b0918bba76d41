"""Tests that intervals hold the exact differences of the same continuation as often as they claim."""

from __future__ import annotations

from functools import cache

import pytest

import fastcore
from fastcore import OVER, Comparison, State, Stream, Viewpoint
from tests.conftest import deep
from tests.reference.continuation import PolicyValues

TRIALS = 216  # six strata of each of 36 rolls
INTERVALS = deep(40, 1000)


CASES = {
    # random positions in which trials differ, found by trying
    ("herd(size=2)", "uniform", None): (
        ("bb/b1b/bb r 3 3-2 x2+3", "xc2", "xb3"),
        ("bb/b1b/bb r 3 3-2 x2+3", "xc2", "xa2"),
        ("rr/r1r/rr b 4 3-2 x2+3", "xc1", "xc2"),
        ("bb/b1b/bb r 3 5-2 x2+5", "xc1", "xa1"),
        ("bb/b1b/bb r 3 3-2 x2+3", "xc1", "xc2"),
        ("bb/b1b/bb r 3 4-2 x2+4", "xb1", "xb3"),
        ("bb/b1b/bb r 3 6-2 x2+6", "xa1", "xb1"),
        ("bb/b1b/bb r 3 5-2 x2+5", "xa1", "xc1"),
        ("bb/b1b/bb r 3 4-2 x2+4", "xc2", "xc1"),
        ("bb/b1b/bb r 3 4-2 x2+4", "xc1", "xa2"),
        ("bb/b1b/bb r 3 3-2 x2+3", "xc1", "xa1"),
        ("bb/b1b/bb r 3 4-2 x2+4", "xa2", "xb3"),
    ),
    ("herd(size=2)", "greedy", 1): (
        ("rr/rrr/1r b 4 6-1 x1+6", "xc1", "xb2"),
        ("r1/1rr/1r r 1 5-5 x0+1", "c2", "b1"),
        ("2/2r/1b b 2 4-2 x0+3", "c2", "a1"),
        ("r1/1b1/rr b 2 2-1 x0+1", "c2", "b3"),
        ("b1/brr/r1 r 3 3-3 x0+1", "a2", "c2"),
        ("2/b2/2 b 2 4-2 x0+3", "b3", "a2"),
        ("b1/rb1/2 b 2 4-2 x0+2", "c2", "b3"),
        ("bb/3/b1 b 2 6-4 x0+3", "b1", "a2"),
        ("bb/b1b/1b r 3 2-1 x1+2", "xc1", "xa2"),
        ("2/b2/b1 b 2 4-3 x0+2", "b3", "b2"),
        ("2/r2/rr r 1 5-5 x0+2", "c2", "c1"),
        ("1b/3/1b b 2 4-3 x0+2", "c1", "b3"),
        ("b1/1b1/2 b 2 3-1 x0+1", "c2", "b3"),
        ("2/3/r1 r 1 3-3 x0+2", "b3", "b2"),
    ),
    ("herbalism", "greedy", 0): (
        ("?? rryyygg/????/? 3,3,0 3 2 8 cure:1:3 yr,==,gb -,-,a=rb -,-,-", "answer:yb", "answer:gb"),
        ("?? yyy/-/????????? 3,5,4 6 2 9 act:1 yr,yb,== -,-,- -,-,-", "rg:appeal:3", "rg:appeal:2"),
        ("?? -/yyybbbbb/???? 0,3,0 3 1 4 cure:2:1 rb,gb,gb a=yr,-,- -,-,-", "skip", "answer:=="),
        ("?? rybb/-/???????? 0,0,0 1 1 13 act:1 ==,yr,== -,-,- -,-,-", "gb:feed:2:b", "yb:appeal:3"),
        ("?? rryyyb/???/??? 0,0,3 3 2 6 act:1 yr,==,gb -,-,- -,-,-", "rg:feed:3:r", "==:feed:3:r"),
        ("?? -/???????/rbbbb 3,4,3 11 3 10 act:3 rg,gy,gy -,-,- -,-,-", "gb:feed:2:b", "==:feed:2:b"),
        ("?? gggb/????????/- 0,3,0 3 3 8 act:1 gb,==,rg -,-,- -,-,-", "rb:appeal:2", "==:feed:2:g"),
        ("?? ????/rryyy/??? 0,0,0 1 1 8 act:2 rg,==,yb -,-,- -,-,-", "yr:feed:1:y", "rg:feed:1:r"),
    ),
}


MOSTLY_EQUAL = {("herd(size=2)", "greedy", 1)}  # rare events decide here, and intervals allow for unseen ones


def point_of(spec: str, text: str) -> State | Viewpoint:
    """Return the position of a text, or the viewpoint of the seat to move from its view."""
    if "?" not in text:
        return fastcore.parse(f"{spec} {text}")
    return next(
        point
        for seat in range(fastcore.start(spec).seats)
        if not fastcore.view_problems(f"{spec} {text}", seat)
        if (point := Viewpoint.parse(f"{spec} {text}", seat)).actor == seat
    )


def intervals(key: tuple[str, str, int | None], stopping: bool) -> tuple[int, int]:
    """Return how many intervals hold the exact difference, and how many there are."""
    spec, policy, horizon = key
    held = total = 0
    for number in range(INTERVALS):
        text, first, second = CASES[key][number % len(CASES[key])]
        point = point_of(spec, text)
        exact = exact_difference(key, text, first, second)
        comparison = Comparison(point, [first, second], number, policy, horizon)
        if stopping:
            found = comparison.run_until_clear(limit=8 * TRIALS)
            held += found.low_any <= exact <= found.high_any
        else:
            comparison.run(TRIALS)
            found = comparison.difference()
            held += found.low <= exact <= found.high
        total += 1
    return held, total


@cache
def exact_difference(key: tuple[str, str, int | None], text: str, first: str, second: str) -> float:
    """Return the exact difference of two moves under a policy."""
    spec, policy, horizon = key
    point = point_of(spec, text)
    return PolicyValues(policy, horizon, point.turn).difference(point, first, second)


@pytest.mark.parametrize("key", CASES, ids=lambda key: f"{key[0]}-{key[1]}")
def test_intervals_hold_exact_differences(key: tuple[str, str, int | None]) -> None:
    held, total = intervals(key, stopping=False)
    most = deep(1000, 1000 if key in MOSTLY_EQUAL else 970)
    assert deep(850, 930) <= 1000 * held / total <= most, f"{held} of {total}"


@pytest.mark.parametrize("key", CASES, ids=lambda key: f"{key[0]}-{key[1]}")
def test_intervals_hold_when_the_comparison_stops_itself(key: tuple[str, str, int | None]) -> None:
    held, total = intervals(key, stopping=True)
    assert 1000 * held / total >= deep(850, 930), f"{held} of {total}"


@pytest.mark.parametrize("case", CASES["herd(size=2)", "uniform", None][:: deep(4, 1)], ids=lambda case: "-".join(case))
def test_solved_continuation_gives_solved_values(case: tuple[str, str, str]) -> None:
    text, *moves = case
    state = fastcore.parse(f"herd(size=2) {text}")
    known: dict[str, float] = {}

    def solved(position: State) -> float:
        """Return the exact value for seat 0."""
        if position.actor == OVER:
            return position.returns()[0]
        key = position.text()
        if key not in known:
            known[key] = fastcore.solve(position).values[0]
        return known[key]

    def best(point: State | Viewpoint, stream: Stream) -> int:
        assert isinstance(point, State)
        sign = 1 if point.actor == 0 else -1
        return max(point.moves(), key=lambda move: sign * solved(point.after(move)))

    comparison = Comparison(state, moves, continuation=best)
    comparison.run(TRIALS)
    sign = 1 if state.actor == 0 else -1
    exact = [sign * solved(state.after(move)) for move in moves]
    for number in range(2):
        found = comparison.estimate(number)
        assert found.low <= exact[number] <= found.high
    difference = comparison.difference()
    assert difference.low <= exact[0] - exact[1] <= difference.high
