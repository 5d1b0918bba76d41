"""Tests of the alpha-beta engine: agreement with minimax, reproducibility and proofs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

import bots
import fastcore
from bots import Limit
from bots.allowance import HANDED_BACK
from fastcore import OVER, IllegalMove, Search, State
from fastcore.build import suited
from tests.conftest import deep
from tests.core.search.test_tactics import LINES
from workbench.bot_process.decisions import decide
from workbench.conformance.walks import option_specs, random_position

ROOT = Path(__file__).parents[3]
GAMES = [game for game in fastcore.games() if bots.bot_class("alphabeta").fits(game)]
SPECS = [spec for game in GAMES for spec in option_specs(game)]


def alphabeta(state: State, **arguments: Any) -> Search:
    return Search(state, engine="alphabeta", **arguments)


def minimax(state: State, depth: int) -> float:
    """Return the value for the first seat."""
    if state.actor == OVER:
        return state.returns()[0]
    if depth == 0:
        return state.evaluate().values[0]
    values = [minimax(state.after(move), depth - 1) for move in state.moves()]
    return max(values) if state.actor == 0 else min(values)


def run_to_depth(search: Search, depth: int) -> None:
    while search.depth < depth and not search.done:
        search.run(1)


def have_equal_results(first: Search, second: Search) -> bool:
    return (
        bool((first.root() == second.root()).all())
        and first.value() == second.value()
        and first.line() == second.line()
    )


@pytest.mark.parametrize("spec", SPECS)
def test_search_agrees_with_minimax(spec: str) -> None:
    for number in range(deep(8, 60)):
        state = random_position(spec, "minimax", number)
        depth = 3 if len(state.moves()) < 12 else 2
        search = alphabeta(state, seed=number, memory_mb=4, quiescence="off", reductions="off")
        run_to_depth(search, depth)
        expected = minimax(state, min(depth, search.depth))
        assert search.value()[0] == pytest.approx(expected, abs=2e-6), state.situation
        best = minimax(state.after(search.choice()), min(depth, search.depth) - 1)
        assert best == pytest.approx(expected, abs=2e-6), "the move chosen has that value"


@pytest.mark.parametrize("spec", SPECS)
def test_split_runs_give_same_result(spec: str) -> None:
    for number in range(deep(2, 20)):
        state = random_position(spec, "slices", number)
        unsplit, sliced = alphabeta(state, seed=5, memory_mb=8), alphabeta(state, seed=5, memory_mb=8)
        simulated = unsplit.run(100_000)
        assert simulated == unsplit.simulations and (simulated == 100_000 or unsplit.done)
        for simulations in (0, 1, 2, 497, 9500, 40_000, 25_000, 25_000):
            sliced.run(simulations)
        assert (
            sliced.simulations == simulated
            and have_equal_results(unsplit, sliced)
            and sliced.choice() == unsplit.choice()
        )
        assert sliced.run(0) == 0


def test_seed_breaks_ties() -> None:
    state = fastcore.start(GAMES[0])
    searches = [alphabeta(state, seed=seed, memory_mb=4) for seed in (1, 1, *range(2, 9))]
    for search in searches:
        search.run(20)
    assert have_equal_results(searches[0], searches[1])
    assert len({search.choice() for search in searches}) > 1


@pytest.mark.parametrize(
    ("kind", "situation", "best_moves"), [line for line in LINES if line[0] == "win"][:: deep(12, 1)]
)
def test_proven_win_ends_search(kind: str, situation: str, best_moves: str) -> None:
    state = fastcore.parse(situation)
    search = alphabeta(state, memory_mb=8)
    simulated = search.run(10**7)
    assert simulated < 10**7 and search.done and search.run(10) == 0
    assert search.value()[state.actor] == 1.0 and search.depth <= 2
    rows = {int(row["move"]): row for row in search.root()}
    chosen = rows[search.choice()]
    assert chosen["lower"] == chosen["upper"] == chosen["minimax"] == 1.0
    winning = {state.parse_move(text) for text in best_moves.split(" ")}
    for move, row in rows.items():
        assert -1 <= row["lower"] <= row["upper"] <= 1
        assert (move in winning) or row["lower"] < 1 or row["depth"] == 0
    line = search.line()
    for move in line:
        state.play(move)
    assert state.actor == OVER and kind == "win"


def test_losses_are_proven() -> None:
    proven = 0
    for kind, situation, best_moves in LINES:
        state = fastcore.parse(situation)
        wrong = [move for move in state.moves() if state.move_text(move) not in best_moves.split(" ")]
        if kind == "save" and proven < deep(5, 50):
            search = alphabeta(state, memory_mb=16, moves=wrong)
            search.run(3_000_000)
            assert search.done and search.value()[state.actor] == -1.0
            assert (search.root()["upper"] == -1).all() and sorted(search.root()["move"]) == wrong
            proven += 1


@pytest.mark.parametrize("spec", SPECS)
def test_variations_and_nodes_are_legal(spec: str) -> None:
    for number in range(deep(4, 40)):
        state = random_position(spec, "lines", number)
        search = alphabeta(state, memory_mb=4)
        search.run(20_000)
        assert search.line()[0] == search.choice() and 0 < len(search.line()) <= 250
        for move in state.moves():
            after = state.copy()
            for step in search.line(move):
                after.play(step)
        if search.done:
            continue
        node = search.node(search.line()[:1])
        after = state.after(search.choice())
        assert node["text"] == after.text() and node["actor"] == after.actor
        assert list(node["rows"]["move"]) == after.moves()
        assert node["rows"].dtype == search.root().dtype
    root = search.node([])
    assert root["visits"] == root["rows"]["visits"].sum() == search.simulations


def test_moves_and_only_limit_search() -> None:
    state = random_position(GAMES[0], "only")
    moves = state.moves()
    search = alphabeta(state, memory_mb=4, moves=moves[1:4])
    search.run(5000)
    assert list(search.root()["move"]) == moves[1:4] and search.choice() in moves[1:4]
    visits = search.root()["visits"].copy()
    search.run(5000, only=[state.move_text(moves[2])])
    assert search.choice() == moves[2]
    assert ((search.root()["visits"] > visits) == [False, True, False]).all()
    search.run(5000)
    assert search.simulations == 15_000 == search.root()["visits"].sum()


def test_advance_keeps_transposition_table() -> None:
    state = random_position(GAMES[0], "advance", 3)
    search = alphabeta(state, memory_mb=16)
    search.run(400_000)
    depth, move = search.depth, search.choice()
    assert search.advance(state.move_text(move)) == 0
    assert search.text == state.after(move).text() and search.simulations == 0 and search.depth == 0
    fresh = alphabeta(state.after(move), memory_mb=16)
    run_to_depth(search, depth - 1)
    run_to_depth(fresh, depth - 1)
    assert search.simulations < fresh.simulations / 2


def test_transposition_table_stays_within_memory_limit() -> None:
    search = alphabeta(fastcore.start(GAMES[0]), memory_mb=4)
    small = search.bytes
    search.run(4_000_000)
    assert small < search.bytes <= 4 * 2**20 and search.full is False


def test_bad_arguments_are_rejected() -> None:
    state = fastcore.start(GAMES[0])
    wrong: list[dict[str, Any]] = [
        {"memory_mb": 1},
        {"memory_mb": 10**6},
        {"quiescence": "2"},
        {"depth": 3},
        {"moves": []},
    ]
    for arguments in wrong:
        with pytest.raises(ValueError):
            alphabeta(state, **arguments)
    for game in set(fastcore.games()) - set(GAMES):
        with pytest.raises(ValueError, match=r"two seats|hidden information"):
            alphabeta(fastcore.start(game))
    with pytest.raises(TypeError):
        alphabeta(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        alphabeta(state, moves="@d4")
    with pytest.raises(IllegalMove):
        alphabeta(state, moves=["@h9"])
    search = alphabeta(state, memory_mb=4, moves=["@d4", "@d5"])
    invalid_calls: list[Callable[[], object]] = [
        lambda: search.choice(),
        lambda: search.run(-1),
        lambda: search.run(1, only=["@d6"]),
        lambda: search.advance("d4-d5"),
        lambda: search.node(["@d4"]),
        lambda: search.node([], tree=1),
        lambda: search.line("@h9"),
    ]
    for call in invalid_calls:
        with pytest.raises(ValueError):
            call()
    over = alphabeta(fastcore.parse("forest r,3/5/6/7/6/5/4 . 9 0 -"), memory_mb=4)
    assert over.run(100) == 0 and len(over.root()) == 0


def test_ctrl_c_stops_search() -> None:
    search = alphabeta(fastcore.start(GAMES[0]), memory_mb=4)
    threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
    started = perf_counter()
    with pytest.raises(KeyboardInterrupt):
        search.run(10**12)
    assert perf_counter() - started < 5 and search.run(1000) == 1000


SEARCH_CODE = """
import sys
import fastcore
from workbench.conformance.walks import option_specs, random_position

assert fastcore.BUILD == sys.argv[3], fastcore.BUILD
for spec in option_specs(sys.argv[1]):
    for number in range(int(sys.argv[2])):
        search = fastcore.Search(random_position(spec, "builds", number), engine="alphabeta", seed=number, memory_mb=8)
        search.run(200_000)
        print(search.root().tobytes().hex(), search.value(), search.line(), search.depth)
"""


def test_both_builds_give_identical_results() -> None:
    if suited() != "v3":
        pytest.skip("this processor runs the portable build only")
    outputs = []
    for build in ("portable", "v3"):
        environment = {**os.environ, "HERBARIUM_BUILD": build, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", SEARCH_CODE, GAMES[0], str(deep(3, 30)), build]
        process = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
        assert process.returncode == 0, process.stderr[-2000:]
        outputs.append(process.stdout)
    assert outputs[0] == outputs[1] and len(outputs[0]) > 1000


def test_bot_keeps_limits_and_reports_results() -> None:
    assert GAMES == ["forest"]
    state = random_position(GAMES[0], "bot", 2)
    point = state.viewpoint(state.actor)
    report = decide(bots.make("alphabeta(simulations=5000)", 1), point)
    assert report.simulations == 5000 and report.move == report.candidates[0].move == report.candidates[0].line[0]
    facts: dict[str, dict[str, Any]] = {fact.key: fact.values for fact in report.facts}
    assert (
        facts["depth"]["alike"] <= facts["depth"]["of"] == len(state.moves())
        and facts["depth"]["reached"] >= facts["depth"]["depth"]
    )
    assert facts["score"]["value"] == report.candidates[0].value[state.actor]
    assert decide(bots.make("alphabeta(simulations=5000)", 1), point).move == report.move
    overruns = list[float]()
    while len(overruns) < 5 or (min(overruns) >= 0.01 and len(overruns) < 50):  # a busy machine may need more tries
        started = perf_counter()
        decide(bots.make("alphabeta", 1), point, Limit(seconds=0.1))
        overruns.append(perf_counter() - started - 0.1)
    assert -HANDED_BACK - 0.001 <= min(overruns) < 0.01


def test_bot_plays_win_early() -> None:
    for kind, situation, best_moves in LINES[:: deep(20, 1)]:
        if kind == "win":
            state = fastcore.parse(situation)
            report = decide(bots.make("alphabeta", 1), state.viewpoint(state.actor))
            assert report.move in best_moves.split(" ") and report.simulations < 50_000
            assert next(fact.values["proven"] for fact in report.facts if fact.key == "score") == 1
