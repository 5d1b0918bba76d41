"""Tests of searches that run for a time instead of a number of simulations."""

from __future__ import annotations

import math
from typing import Any

import pytest

from fastcore import Search
from tests.conftest import deep
from tests.core.search.test_hidden_hands import have_equal_results, position_and_viewpoint

ENDLESS = 10**15
ENGINES: list[tuple[str, str, dict[str, Any]]] = [
    ("herd(size=3)", "tree", {}),
    ("herd(size=3)", "tree", {"threads": 2}),
    ("forest", "alphabeta", {}),
    ("herbs", "equilibrium", {}),
    ("herbs", "duct", {}),
    ("herbalism", "improver", {}),
    ("herbalism", "ismcts", {}),
]
SHARED: list[tuple[str, str, dict[str, Any]]] = [
    ("herd(size=3)", "tree", {"threads": 3, "shared": "on"}),
    ("forest", "alphabeta", {"threads": 3, "shared": "on"}),
]


def search_of(case: tuple[str, str, dict[str, Any]], number: int = 1) -> Search:
    spec, engine, options = case
    while True:
        _, point = position_and_viewpoint(spec, number)
        search = Search(point, seed=3, engine=engine, **options)
        if len(point.moves()) > 1 and search.run(0) == 0 and not search.done:
            return search
        number += 10_000


@pytest.mark.parametrize("case", [*ENGINES, *SHARED], ids=str)
def test_time_ends_a_run(case: tuple[str, str, dict[str, Any]]) -> None:
    search = search_of(case)
    made = search.run(ENDLESS, seconds=0.02)
    assert 1 <= made < 10**9 and search.simulations == made
    again = search.run(ENDLESS, seconds=0)
    assert again >= 1 or search.done, "the first simulations do not wait for the clock"
    before = search.simulations
    assert search.run(2000, seconds=10**9) == 2000 or search.done
    assert search.simulations <= before + 2000


@pytest.mark.parametrize("case", ENGINES, ids=str)
def test_times_do_not_change_results(case: tuple[str, str, dict[str, Any]]) -> None:
    for number in range(deep(2, 20)):
        timed, counted = search_of(case, number), search_of(case, number)
        for seconds in (0.001, 0, 0.003, 0.01):
            timed.run(ENDLESS, seconds=seconds)
        assert counted.run(timed.simulations) == timed.simulations
        assert have_equal_results(timed, counted)


@pytest.mark.parametrize("seconds", [-1, math.nan, math.inf, 2e9])
def test_impossible_times_are_refused(seconds: float) -> None:
    search = search_of(ENGINES[0])
    with pytest.raises(ValueError, match="seconds is"):
        search.run(10, seconds=seconds)
    assert search.simulations == 0
