"""Tests of searches that run for a time instead of a number of simulations."""

from __future__ import annotations

import math
import signal
import threading
from time import perf_counter
from typing import Any

import pytest

import fastcore
from fastcore import Search
from tests.conftest import deep
from tests.core.search.test_hidden_hands import have_equal_results, position_and_viewpoint

ENDLESS = 10**15
LONG = 10.0  # seconds: far more than any run here needs, even on a busy machine
ENGINES: list[tuple[str, str, dict[str, Any]]] = [
    ("herd(size=3)", "tree", {}),
    ("herd(size=3)", "tree", {"threads": 2}),
    ("forest", "alphabeta", {}),
    ("herbs", "equilibrium", {}),
    ("herbs", "equilibrium", {"threads": 2}),
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
    began = perf_counter()
    made = search.run(ENDLESS, seconds=0.02)
    assert perf_counter() - began < LONG
    assert 1 <= made < 10**9 and search.simulations == made
    assert search.run(0, seconds=1) == 0
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


@pytest.mark.parametrize("case", [*ENGINES, *SHARED], ids=str)
def test_shortest_run_has_a_choice(case: tuple[str, str, dict[str, Any]]) -> None:
    """Threads that are late must not end a search before it has a result."""
    spec, engine, options = case
    for number in range(deep(20, 200)):
        threads = {"threads": 8} if options.get("shared") == "on" else {}
        search = search_of((spec, engine, options | threads), number)
        search.run(ENDLESS, seconds=0)
        assert search.choice() in search.root()["move"]


@pytest.mark.parametrize("case", [*ENGINES, *SHARED], ids=str)
def test_timed_run_searches_only_the_given_moves(case: tuple[str, str, dict[str, Any]]) -> None:
    search = search_of(case)
    move = int(search.root()["move"][-1])
    assert search.run(ENDLESS, [move], seconds=0.01) >= 1
    searched = search.root()
    assert list(searched["move"][searched["visits"] > 0]) == [move]


def test_timed_run_continues_with_full_memory() -> None:
    search = search_of(("forest", "tree", {"memory_mb": 4}))
    while not search.full:
        assert search.run(ENDLESS, seconds=0.02) >= 1
    assert 1 <= search.run(ENDLESS, seconds=0.005) < 10**9
    search.advance(fastcore.parse(f"{search.spec} {search.text}").move_text(search.choice()))
    assert search.run(ENDLESS, seconds=0.001) >= 1


@pytest.mark.parametrize("case", SHARED, ids=str)
def test_ctrl_c_ends_a_timed_run(case: tuple[str, str, dict[str, Any]]) -> None:
    search = search_of(case)
    threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT)).start()
    began = perf_counter()
    with pytest.raises(KeyboardInterrupt):
        search.run(ENDLESS, seconds=1000)
    assert perf_counter() - began < LONG and search.run(1000) == 1000


@pytest.mark.parametrize("seconds", [-1, math.nan, math.inf, 2e9])
def test_invalid_times_are_refused(seconds: float) -> None:
    search = search_of(ENGINES[0])
    with pytest.raises(ValueError, match="seconds is"):
        search.run(10, seconds=seconds)
    assert search.simulations == 0
