"""Tests of traces of single simulations and of dumps of whole searches."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import fastcore
from fastcore import CHANCE, OVER, Search
from tests.conftest import deep
from workbench.conformance.walks import random_position


def test_trace_shows_next_simulation(open_game: str) -> None:
    for number in range(deep(3, 20)):
        state = random_position(open_game, "trace", number)
        traced, plain = Search(state, seed=3), Search(state, seed=3)
        for search in (traced, plain):
            search.run(500)
        for expected_simulations in range(501, deep(560, 900)):
            trace = traced.trace()
            plain.run(1)
            assert (
                traced.root() == plain.root()
            ).all() and traced.simulations == plain.simulations == expected_simulations
            position = state.copy()
            for depth, step in enumerate(trace["steps"]):
                assert step["actor"] == position.actor and step["visits"][1] == step["visits"][0] + 1
                node = traced.node([step["move"] for step in trace["steps"][:depth]])
                assert node["visits"] == step["node_visits"][1] and node["value"] == step["value"][1]
                position.play(step["move"])
            assert trace["text"] == position.text() and trace["static"] == position.evaluate().values
            assert trace["kind"] == (
                "end" if position.actor == OVER else "chance" if position.actor == CHANCE else "decision"
            )
            last = trace["steps"][-1]
            assert all(0 < step["prior"] <= 1 for step in trace["steps"])
            if last["kind"] == "decision" and last["visits"][0] == 0 and position.actor != OVER:
                assert trace["value"] == trace["static"], "a new leaf brings its static value back"
            assert len(trace["value"]) == state.seats and abs(sum(trace["value"])) < 1e-12
            assert [term[0] for term in trace["terms"]] == [term.name for term in position.evaluate().terms]


def test_trace_value_is_correct_below_single_moves() -> None:
    """A node with a single move below a chance event has one visit although its move is no longer new."""
    state = fastcore.parse("herd(size=3) 1br/bbrr/r1bbb/rrbb/bbr r 1 - -")
    search = Search(state, seed=1, solver="off")
    for _ in range(500):
        trace = search.trace()
        last = trace["steps"][-1]
        if last["kind"] == "decision" and last["visits"][0] == 0 and trace["kind"] != "end":
            assert trace["value"] == trace["static"]


def test_spread_is_deviation_of_simulated_values(open_game: str) -> None:
    state = random_position(open_game, "spread")
    search = Search(state, seed=3, transpositions="off", solver="off")
    squared_deviations: dict[str, float] = {}
    for _ in range(800):
        trace = search.trace()
        first, *rest = trace["steps"]
        if rest:
            squared_deviations[first["move"]] = (
                squared_deviations.get(first["move"], 0) + (trace["value"][0] - rest[0]["value"][0][0]) ** 2
            )
    for row in search.root():
        text = state.move_text(int(row["move"]))
        expected = (squared_deviations[text] / row["visits"]) ** 0.5 if text in squared_deviations else 0.0
        assert row["spread"] == pytest.approx(expected, abs=1e-4)
    assert any(row["spread"] > 0.001 for row in search.root())


class AdvancingIndex:
    """A number that advances the search when it is converted to an index."""

    def __init__(self, search: Search, move: int) -> None:
        self.search, self.move = search, move

    def __index__(self) -> int:
        self.search.advance(self.text)
        return self.move

    @property
    def text(self) -> str:
        return fastcore.parse(f"{self.search.spec} {self.search.text}").move_text(self.move)


def test_arguments_that_advance_the_search_are_harmless(open_game: str) -> None:
    for threads in (1, 2):
        state = random_position(open_game, "meddler")
        search = Search(state, seed=3, threads=threads, memory_mb=16)
        search.run(3000)
        move = search.choice()
        line = search.line(move)
        advancing: Any = AdvancingIndex(search, move)
        with pytest.raises(ValueError):  # the rest of the line is illegal from the new root
            search.node([*line[:1], advancing, *line[:3]])
        search = Search(state, seed=3, threads=threads, memory_mb=16)
        search.run(300)
        advancing = AdvancingIndex(search, search.choice())
        with pytest.raises(ValueError):
            search.run(100, only=[advancing, state.moves()[0], 10**9])
        assert search.run(10) == 10 or search.done


def test_traces_alternate_between_trees(open_game: str) -> None:
    search = Search(random_position(open_game, "turns"), seed=3, threads=3)
    assert [search.trace()["tree"] for _ in range(6)] == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(("engine", "threads"), [("tree", 1), ("tree", 2), ("alphabeta", 1)])
def test_dumped_search_can_be_loaded(open_game: str, engine: str, threads: int) -> None:
    state = random_position(open_game, "dump")
    if not Search.fits(state, engine):
        pytest.skip("the engine does not play this game")
    search = Search(state, seed=3, engine=engine, threads=threads)
    search.run(4000)
    data = json.loads(json.dumps(search.dump(visits=20)))
    saved = Search.load(data)
    assert saved.text == search.text and saved.spec == search.spec and saved.simulations == search.simulations
    assert saved.value() == search.value() and saved.choice() == search.choice() and saved.trees == search.trees
    names = list(saved.root().dtype.names or ())
    visited = search.root()[search.root()["visits"] > 0]
    assert (saved.root() == visited[names]).all()
    for move in saved.root()["move"]:
        assert saved.line(int(move)) == search.line(int(move))
    nodes = 0
    pending: list[list[int]] = [[]]
    while pending:
        path = pending.pop()
        saved_node, searched_node = saved.node(path, threads - 1), search.node(path, threads - 1)
        assert (
            saved_node["visits"] == searched_node["visits"]
            and saved_node["value"] == searched_node["value"]
            and saved_node["text"] == searched_node["text"]
        )
        assert (saved_node["rows"] == searched_node["rows"][searched_node["rows"]["visits"] > 0][names]).all()
        nodes += 1
        pending += [[*path, int(row["move"])] for row in saved_node["rows"] if row["visits"] >= 20]
    assert nodes > 3 or engine == "alphabeta"


def test_invalid_dumps_are_rejected(open_game: str) -> None:
    search = Search(fastcore.start(open_game), seed=3)
    search.run(200)
    good = search.dump()
    wrong: list[Any] = [
        None,
        {},
        [],
        {"version": 1},
        good | {"version": 9},
        good | {"trees": 3},
        good | {"spec": "chess"},
    ]
    for data in wrong:
        with pytest.raises(ValueError):
            Search.load(data)
    with pytest.raises(ValueError):
        search.dump(visits=0)
    with pytest.raises(ValueError, match="does not contain"):
        Search.load(search.dump(visits=10**6)).node([good["rows"][0][0]])


def test_options_are_checked_and_have_effect(open_game: str) -> None:
    state = random_position(open_game, "options")
    plain = Search(state, seed=3)
    plain.run(3000)
    others: list[dict[str, Any]] = [
        {"selection": "ucb"}, {"exploration": 3}, {"first_play": 1}, {"leaves": 1}, {"priors": "none"},
        {"transpositions": "off"},
        {"playout": 4}, {"playout": fastcore.TO_THE_END},
        {"playout": 4, "policy": "greedy"},
    ]  # fmt: skip
    shown = [plain.root().tobytes()]
    for options in others:
        search = Search(state, seed=3, **options)
        assert search.run(1000) == 1000 and search.run(2000) == 2000
        full = Search(state, seed=3, **options)
        full.run(3000)
        assert (search.root() == full.root()).all(), options
        shown.append(search.root().tobytes())
    idle = [options for options, rows in zip(others, shown[1:], strict=True) if rows == shown[0]]
    assert idle in ([], [{"priors": "none"}]), "only priors may have no effect, if a game has none"
    refused: list[dict[str, Any]] = [
        {"selection": "best"}, {"exploration": "1"}, {"leaves": 0}, {"leaves": 1.5}, {"minimax": 0},
        {"playout": -1}, {"priors": 1},
    ]  # fmt: skip
    for options in refused:
        with pytest.raises((ValueError, TypeError)):
            Search(state, **options)


def test_solver_proves_endgames(open_game: str) -> None:
    """Near the end of a game the search stops early and plays proven moves."""
    proven = 0
    for number in range(deep(20, 200)):
        state = fastcore.start(open_game)
        stream = fastcore.Stream(5, number)
        before = [state.copy()]
        while state.actor != OVER:
            state.play(stream.choice(state.moves()) if state.actor != CHANCE else state.sample(stream))
            before.append(state.copy())
        last = next(state for state in reversed(before[:-1]) if state.actor >= 0)
        search = Search(last, seed=number, memory_mb=16)
        search.run(3000)
        rows = search.root()
        for row in rows[rows["proven"]]:
            assert row["lower"] == row["upper"] and np.isclose(row["value"][last.actor], row["lower"], atol=1e-6)
        ends = [move for move in last.moves() if last.after(move).actor == OVER]
        best = max(last.after(move).returns()[last.actor] for move in ends)
        assert rows["lower"].max() >= best - 1e-6
        if best == 1:
            assert search.done and last.after(search.choice()).returns()[last.actor] == 1
            proven += 1
    assert proven


def test_hidden_information_searches_cannot_be_dumped() -> None:
    for name, kind in fastcore.ENGINES.items():
        for game in fastcore.games():
            state = fastcore.start(game)
            if kind.covered and kind.fits(state):
                while state.actor < 0:
                    state.play(state.sample(fastcore.Stream(1, "dump")))
                search = fastcore.Search(state, engine=name)
                search.run(20)
                with pytest.raises(ValueError, match="cannot be dumped"):
                    search.dump(1)
