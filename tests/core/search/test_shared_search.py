"""Tests of searches whose threads share a tree, a transposition table or a payoff matrix."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import OVER, Search
from tests.conftest import deep
from tests.core.search.test_search import check_sums, have_equal_results
from tests.core.search.test_tactics import LINES
from workbench.conformance.walks import random_position

ROUNDED = 3e-7  # largest error of values: the edges of a shared tree keep the values of their nodes as floats


def shared(state: fastcore.State, **arguments: Any) -> Search:
    usual: dict[str, Any] = {"threads": 3, "shared": "on", "memory_mb": 64}
    return Search(state, **(usual | arguments))


@pytest.mark.parametrize("tree", [True, False])
def test_sums_of_shared_tree_are_consistent(open_game: str, tree: bool) -> None:
    options: dict[str, Any] = {"transpositions": "off", "solver": "off"} if tree else {}
    for state in (random_position(open_game, "sums"), fastcore.start(open_game)):
        search = shared(state, seed=2, **options)
        for number in range(1, 4):
            assert search.run(deep(5000, 50_000)) == deep(5000, 50_000)
            assert search.root()["visits"].sum() == search.simulations == number * deep(5000, 50_000)
            assert check_sums(search, state.spec, [], deep(1, 3), tree, ROUNDED) > 5


def test_one_thread_shares_nothing(open_game: str) -> None:
    state = random_position(open_game, "one thread")
    searches = [Search(state, seed=4, shared=value) for value in ("on", "off")]
    for search in searches:
        search.run(2000)
    assert have_equal_results(*searches)


def test_shared_search_has_one_tree(open_game: str) -> None:
    state = random_position(open_game, "trees")
    assert shared(state).trees == 1 and shared(state, shared="off").trees == 3


@pytest.mark.sample(4)
@pytest.mark.parametrize("options", [{}, {"playout": 3}, {"selection": "ucb"}, {"leaves": 1}])
def test_full_shared_tree_is_consistent(open_game: str, options: dict[str, Any]) -> None:
    state = random_position(open_game, "full")
    search = shared(state, threads=2, seed=2, memory_mb=8, transpositions="off", solver="off", **options)
    search.run(deep(360_000, 1_500_000))
    assert search.full and search.bytes <= 8 * 2**20
    assert search.root()["visits"].sum() == search.simulations
    if "playout" not in options:
        assert check_sums(search, state.spec, [], 2, True, ROUNDED) > 2
    assert -1 <= search.value()[0] <= 1


def test_shared_search_advances_through_whole_game(open_game: str) -> None:
    state = fastcore.start(open_game)
    stream = fastcore.Stream(9)
    search = shared(state, memory_mb=16)
    while state.actor != OVER:
        before = search.simulations
        search.run(deep(300, 3000))
        assert search.simulations == before + deep(300, 3000)
        move = search.choice() if state.actor >= 0 else state.sample(stream)
        assert search.advance(state.move_text(move)) == search.simulations
        state.play(move)
        assert search.text == state.text()
    assert search.run(10) == 0 and search.value() == pytest.approx(state.returns())


def test_shared_search_keeps_to_the_moves_asked_for(open_game: str) -> None:
    state = random_position(open_game, "only")
    moves = state.moves()[:2]
    search = shared(state)
    search.run(700, only=[state.move_text(move) for move in moves])
    rows = search.root()
    assert rows["visits"].sum() == 700 and set(rows["move"][rows["visits"] > 0]) <= set(moves)
    search.run(700)
    assert (search.root()["visits"] > 0).sum() > len(moves)


def test_shared_search_traces_and_dumps(open_game: str) -> None:
    state = random_position(open_game, "trace")
    search = shared(state, transpositions="off", solver="off")
    for number in range(5):
        search.run(400)
        trace = search.trace()
        assert search.simulations == 401 * (number + 1) and trace["steps"]
        first = trace["steps"][0]
        assert first["node_visits"] == (search.simulations - 1, search.simulations)
        assert state.parse_move(first["move"]) in state.moves()
    assert check_sums(search, state.spec, [], 2, True, ROUNDED) > 5
    saved = Search.load(search.dump(visits=20))
    assert saved.simulations == search.simulations and saved.value() == search.value()


def test_shared_search_with_many_threads_on_little_memory(open_game: str) -> None:
    """More threads than cores lose their core while they hold a lock or while another thread grows the index."""
    for number in range(deep(1, 20)):
        state = random_position(open_game, "many threads", number)
        search = shared(state, threads=16, memory_mb=64, seed=number)
        for _ in range(5):
            search.run(20_000)
        assert search.root()["visits"].sum() == search.simulations == 100_000
        assert search.line()


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["tree", "alphabeta"])
def test_shared_search_proves_what_is_proven(engine: str) -> None:
    for _, situation, best in LINES[:: max(1, len(LINES) // deep(12, 60))]:
        state = fastcore.parse(situation)
        one = Search(state, engine=engine, seed=1)
        several = Search(state, engine=engine, seed=1, threads=2, shared="on")
        for search in (one, several):
            search.run(300_000 if engine == "tree" else 1_000_000)
        assert several.done or not one.done
        if one.done and several.done:
            assert several.value() == one.value(), situation
        if several.done and abs(several.value()[0]) == 1:
            assert state.move_text(several.choice()) in best.split(" "), situation


def test_alphabeta_needs_shared_for_several_threads() -> None:
    with pytest.raises(ValueError, match="only with shared=on"):
        Search(fastcore.start("forest"), engine="alphabeta", threads=2)


def choice_after_run(search: Search, only: list[int]) -> int:
    """Return the choice among these moves. On a busy machine, its first thread may do nothing in a short search."""
    for _ in range(1000):
        search.run(10_000, only=only)
        with suppress(ValueError):  # the first thread has no result yet
            return search.choice()
    raise AssertionError("the first thread never has a result")


def test_shared_alphabeta_is_read_and_advanced() -> None:
    state = fastcore.start("forest")
    search = Search(state, engine="alphabeta", threads=3, shared="on", memory_mb=16)
    for _ in range(6):
        before = search.simulations
        made = search.run(60_000)
        assert search.simulations == before + made and made >= 60_000
        rows = search.root()
        assert rows["visits"].sum() <= search.simulations + 3
        assert search.choice() in state.moves() and search.line()[0] == search.choice()
        move = choice_after_run(search, state.moves()[:2])
        assert move in state.moves()[:2]
        search.advance(state.move_text(move))
        state.play(move)
        assert search.text == state.text()
    search.run(1_000_000)  # the first thread counts the depth, and the others may do most of a short search
    assert search.depth > 2


def test_short_shared_alphabeta_has_a_result() -> None:
    """The thread of the first search, which alone has results, may start after the others have searched everything."""
    state = fastcore.start("forest")
    for seed in range(20):
        search = Search(state, seed=seed, engine="alphabeta", threads=8, shared="on", memory_mb=32)
        assert search.run(4096) >= 4096
        assert search.choice() in state.moves()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_of_equilibrium_give_the_same_result(threads: int) -> None:
    """The results depend on the number of threads, but neither on their speed nor on how `run` is sliced."""
    for number in range(deep(2, 20)):
        state = random_position("herbs", "threads", number)
        while state.actor < 0:
            number += 100
            state = random_position("herbs", "threads", number)
        searches = [Search(state.viewpoint(state.actor), seed=3, threads=threads) for _ in range(2)]
        searches[0].run(3000)
        for part in (1, 999, 0, 2000):
            searches[1].run(part)
        first, second = searches
        assert (
            first.value() == second.value() and first.plans(0) == second.plans(0) and first.plans(1) == second.plans(1)
        )
        assert (first.payoffs() == second.payoffs()).all() and (first.root() == second.root()).all()


def test_threads_of_equilibrium_fill_the_same_cells() -> None:
    state = random_position("herbs", "cells")
    while state.actor < 0:
        state = random_position("herbs", "cells", state.turn + 1)
    search = Search(state.viewpoint(state.actor), seed=3, threads=3)
    search.run(3000)
    first, second = ([plan for plan, _ in search.plans(seat)] for seat in (0, 1))
    alone = Search(state.viewpoint(state.actor), seed=3)
    matrix, again = search.payoffs(), alone.payoffs(first, second, 1)
    assert matrix.shape == again.shape and np.abs(matrix - again).mean() < 0.1


def test_threads_sample_chance_by_its_probabilities() -> None:
    search = shared(fastcore.start("herd"), seed=5, threads=2)
    search.run(deep(40_000, 400_000))
    rows = search.root()
    shares = rows["visits"] / rows["visits"].sum() / rows["prior"]
    assert shares.min() > 0.6 and shares.max() < 1.5


def test_many_candidates_of_several_threads_can_be_stopped() -> None:
    state = random_position("herbs", "stopped")
    while state.actor < 0:
        state = random_position("herbs", "stopped", state.turn + 1)
    search = Search(state.viewpoint(state.actor), seed=3, threads=2, candidates=100_000)
    made = search.run(10**12, seconds=0.05)
    assert made < 1_000_000, "a batch ends long before all candidates are tried"
