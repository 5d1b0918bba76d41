"""Tests of the tree search for games without hidden information."""

from __future__ import annotations

import signal
import threading
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, OVER, Search
from tests.conftest import deep
from workbench.conformance.walks import random_move, random_position


def have_equal_results(first: Search, second: Search) -> bool:
    return (
        bool((first.root() == second.root()).all())
        and first.value() == second.value()
        and first.line() == second.line()
    )


def chance_state(open_game: str) -> fastcore.State:
    """Return a position in which chance decides."""
    state = random_position(open_game, "chance")
    stream = fastcore.Stream(3)
    while state.actor != CHANCE:
        state = fastcore.start(open_game) if state.actor == OVER else state.after(random_move(state, stream))
    return state


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_split_runs_give_same_result(open_game: str, threads: int) -> None:
    for number in range(deep(2, 20)):
        state = random_position(open_game, "slices", number)
        unsplit, sliced = (Search(state, seed=5, threads=threads, memory_mb=64) for _ in range(2))
        assert unsplit.run(3000) == 3000
        for simulations in (1, 2, 500, 0, 997, 1000, 500):
            sliced.run(simulations)
        assert sliced.simulations == unsplit.simulations == 3000
        assert have_equal_results(unsplit, sliced) and unsplit.choice() == sliced.choice()


def test_different_seeds_give_different_searches(open_game: str) -> None:
    state = random_position(open_game, "seeds")
    searches = [Search(state, seed=seed) for seed in (1, 1, 2)]
    for search in searches:
        search.run(2000)
    assert have_equal_results(searches[0], searches[1]) and not have_equal_results(searches[0], searches[2])


def check_sums(search: Search, spec: str, path: list[int], depth: int, tree: bool, error: float = 1e-9) -> int:
    """Check that visits and values of a node and its descendants follow from its rows; return the number of nodes.

    Args:
        search: The search that holds the tree.
        spec: The spec of the game.
        path: The moves from the root to the node.
        depth: How many levels below the node to check.
        tree: Whether transpositions and solver are off, so that the value of a decision is a plain mean.
        error: The largest difference of values.
    """
    node = search.node(path)
    rows = node["rows"]
    if node["kind"] == "end" or (node["kind"] == "decision" and not rows["visits"].any()):
        return 1
    own = node["visits"] - int(rows["visits"].sum())
    assert own in (0, 1) or search.full
    if node["kind"] == "chance":
        assert rows["prior"].sum() == pytest.approx(1, abs=1e-12)
        assert node["value"] == pytest.approx(tuple((rows["prior"][:, None] * rows["value"]).sum(axis=0)), abs=error)
    elif tree:
        static = np.array(fastcore.parse(f"{spec} {node['text']}").evaluate().values)
        value = ((rows["visits"][:, None] * rows["value"]).sum(axis=0) + own * static) / node["visits"]
        assert node["value"] == pytest.approx(tuple(value), abs=error)
    assert (rows["lower"] <= rows["upper"]).all() and (rows["proven"] == (rows["lower"] == rows["upper"])).all()
    chooser = max(node["actor"], 0)
    assert (rows["lower"] - 1e-6 <= rows["value"][:, chooser]).all() and (
        rows["value"][:, chooser] <= rows["upper"] + 1e-6
    ).all()
    assert (rows["spread"] >= 0).all() and (rows["spread"] <= 2).all()
    seen = 1
    if depth:
        for row in rows[rows["visits"] > 0]:
            below = search.node([*path, int(row["move"])])
            assert below["value"] == pytest.approx(tuple(row["value"]), abs=error)
            assert below["visits"] == row["visits"] or not tree
            seen += check_sums(search, spec, [*path, int(row["move"])], depth - 1, tree, error)
    return seen


@pytest.mark.parametrize("tree", [True, False])
def test_tree_sums_are_consistent(open_game: str, tree: bool) -> None:
    options: dict[str, Any] = {"transpositions": "off", "solver": "off"} if tree else {}
    for state in (random_position(open_game, "sums"), fastcore.start(open_game)):
        search = Search(state, seed=2, **options)
        for _ in range(3):
            search.run(deep(3000, 30_000))
            assert search.root()["visits"].sum() == search.simulations
            assert check_sums(search, state.spec, [], deep(1, 3), tree) > 5


def test_mean_of_shared_nodes_follows_their_edges() -> None:
    """Values below the root are the means of their edges, although transpositions change children from elsewhere."""
    state = random_position("herd(size=4)", "a", max_moves=10)
    search = Search(state, seed=1, solver="off")
    search.run(100_000)
    drifts: list[float] = []
    paths: list[list[int]] = [[]]
    while paths and len(drifts) < 100:
        path = paths.pop(0)
        node = search.node(path)
        rows, visits = node["rows"], node["visits"]
        if node["kind"] == "decision":
            own = visits - int(rows["visits"].sum())
            static = fastcore.parse(f"{state.spec} {node['text']}").evaluate().values[0]
            mean = (float((rows["visits"] * rows["value"][:, 0]).sum()) + own * static) / visits
            drifts.append(abs(mean - node["value"][0]))
        paths += [[*path, move] for move in rows["move"][rows["visits"] >= 300].tolist()]
    assert len(drifts) > 20 and sum(drifts) / len(drifts) < 0.001


def test_chance_root_lists_outcomes(open_game: str) -> None:
    if not fastcore.info(open_game).has.chance:
        pytest.skip("no chance in this game")
    state = chance_state(open_game)
    search = Search(state, seed=1)
    search.run(2000)
    rows = search.root()
    assert [(int(row["move"]), float(row["prior"])) for row in rows] == state.chances()
    assert search.value() == pytest.approx(tuple((rows["prior"][:, None] * rows["value"]).sum(axis=0)), abs=1e-9)
    with pytest.raises(ValueError, match="no seat"):
        search.choice()
    assert search.line()


def test_only_and_moves_limit_root_moves(open_game: str) -> None:
    state = random_position(open_game, "only")
    moves = state.moves()[:2]
    search = Search(state, seed=1)
    search.run(500, only=[state.move_text(move) for move in moves])
    rows = search.root()
    assert rows["visits"].sum() == 500 and set(rows["move"][rows["visits"] > 0]) <= set(moves)
    assert len(rows) == len(state.moves())
    search.run(500)
    assert (search.root()["visits"] > 0).sum() > len(moves)
    narrow = Search(state, seed=1, moves=moves)
    narrow.run(500)
    assert list(narrow.root()["move"]) == moves and narrow.choice() in moves
    with pytest.raises(fastcore.IllegalMove):
        search.run(1, only=["nonsense"])
    with pytest.raises(ValueError):
        search.run(1, only=[])


def test_advance_keeps_subtree(open_game: str) -> None:
    for threads in (1, 2):
        state = random_position(open_game, "advance")
        search = Search(state, seed=1, threads=threads)
        search.run(5000)
        move = search.choice()
        visits = int(next(row["visits"] for row in search.root() if row["move"] == move))
        inside = search.node([move])
        kept_simulations = search.advance(state.move_text(move))
        assert kept_simulations == search.simulations >= visits
        assert search.text == state.after(move).text()
        if threads == 1:
            assert search.node([])["value"] == inside["value"]
            assert (search.node([])["rows"] == inside["rows"]).all()
        search.run(1000)
        assert search.simulations == kept_simulations + 1000
    with pytest.raises(fastcore.IllegalMove):
        search.advance("nonsense")


def test_search_advances_through_whole_game(open_game: str) -> None:
    state = fastcore.start(open_game)
    stream = fastcore.Stream(9)
    search = Search(state, seed=1, memory_mb=16)
    while state.actor != OVER:
        search.run(200)
        assert (search.root()["visits"].sum() + 1 >= search.simulations) or search.full
        move = search.choice() if state.actor >= 0 else state.sample(stream)
        search.advance(state.move_text(move))
        state.play(move)
        assert search.text == state.text()
    assert search.run(10) == 0 and len(search.root()) == 0
    assert search.value() == pytest.approx(state.returns())


def test_full_memory_is_reported_and_harmless(open_game: str) -> None:
    state = fastcore.start(open_game)
    memory = deep(4, 32)
    search = Search(state, seed=1, memory_mb=memory)
    search.run(deep(200_000, 2_000_000))
    assert search.full and search.bytes <= memory * 2**20
    assert search.simulations == deep(200_000, 2_000_000)
    if state.actor >= 0:
        assert search.choice() in state.moves()
    value = search.value()
    assert all(-1 <= component <= 1 for component in value)
    move = search.line()[0]
    assert search.advance(state.move_text(move)) > 0
    assert not search.full


def test_full_tree_sums_are_consistent(open_game: str) -> None:
    state = random_position(open_game, "full")
    search = Search(state, seed=2, memory_mb=4, transpositions="off", solver="off")
    search.run(120_000)
    assert search.full
    assert check_sums(search, state.spec, [], 2, True) > 2


def test_full_tree_with_playouts_is_consistent(open_game: str) -> None:
    state = random_position(open_game, "full playouts")
    search = Search(state, seed=2, memory_mb=4, playout=3, transpositions="off", solver="off")
    search.run(150_000)
    assert search.full
    for row in search.root():
        node = search.node([int(row["move"])])
        rows = node["rows"]
        own = node["visits"] - int(rows["visits"].sum())
        if node["kind"] == "decision" and rows["visits"].any():
            own_sum = np.array(node["value"]) * node["visits"] - (rows["visits"][:, None] * rows["value"]).sum(axis=0)
            assert (abs(own_sum) <= own * (1 + 1e-4) + 1e-3).all(), "what is left are the node's own visits"


def test_search_beats_random_play(open_game: str) -> None:
    games = deep(10, 200)
    won = 0.0
    for number in range(games):
        state = fastcore.start(open_game)
        stream = fastcore.Stream(8, number)
        seat = number % state.seats
        while state.actor != OVER:
            if state.actor == seat:
                search = Search(state, seed=number, memory_mb=8)
                search.run(200)
                state.play(search.choice())
            else:
                state.play(random_move(state, stream))
        won += state.returns()[seat] > 0
    assert won >= 0.8 * games


def test_bad_arguments_are_rejected(open_game: str) -> None:
    state = fastcore.start(open_game)
    wrong_arguments: list[dict[str, Any]] = [
        {"threads": 0},
        {"threads": 10**9},
        {"memory_mb": 0},
        {"memory_mb": -1},
        {"memory_mb": float("nan")},
        {"engine": "nonsense"},
        {"moves": []},
        {"nonsense": 1},
        {"exploration": -1},
        {"exploration": float("inf")},
    ]
    for bad in wrong_arguments:
        with pytest.raises(ValueError):
            Search(state, **bad)
    for wrong in (None, "x", 3):
        with pytest.raises(TypeError):
            Search(wrong)  # type: ignore[arg-type]
    search = Search(state)
    for n in (-1, 10**16):
        with pytest.raises(ValueError):
            search.run(n)
    with pytest.raises(ValueError, match=r"no result yet|no seat"):
        search.choice()
    with pytest.raises(ValueError):
        search.node([], tree=1)


def test_other_threads_can_read_running_search(open_game: str) -> None:
    search = Search(random_position(open_game, "threads"), seed=1, memory_mb=16)
    search.run(100)
    stop = threading.Event()
    errors: list[BaseException] = []

    def read() -> None:
        try:
            while not stop.is_set():
                assert search.root()["visits"].sum() >= 100
                search.line()
                search.value()
        except BaseException as error:
            errors.append(error)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for _ in range(deep(30, 300)):
        search.run(500)
    stop.set()
    for reader in readers:
        reader.join()
    assert not errors and search.simulations == 100 + 500 * deep(30, 300)


def test_search_works_after_keyboard_interrupt(open_game: str) -> None:
    if not hasattr(signal, "setitimer"):
        pytest.skip("needs POSIX timers")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    previous_handler = signal.signal(signal.SIGALRM, interrupt)
    try:
        for number in range(deep(10, 100)):
            search = Search(random_position(open_game, "interrupted", number), seed=1, threads=4, memory_mb=16)
            with pytest.raises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.002 + 0.001 * number)
                search.run(10**9)
            simulations_before = search.simulations
            search.run(1000)
            assert search.simulations == simulations_before + 1000 == search.root()["visits"].sum()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous_handler)


def test_search_can_be_read_while_arguments_are_consumed(open_game: str) -> None:
    state = random_position(open_game, "within")
    search = Search(state, seed=1)
    assert search.run(10, only=(move for move in state.moves() if search.simulations == 0)) == 10
    assert search.node([search.choice()])["visits"] > 0
