"""Tests of Batch, tensors, masks and solve."""

from __future__ import annotations

import signal
from types import FrameType

import numpy as np
import pytest

import fastcore
from fastcore import OVER, Batch, State, TooMany
from tests.conftest import deep
from workbench.conformance.walks import random_position


@pytest.mark.parametrize("threads", [1, 2])
def test_failed_step_leaves_batch_unchanged(game_id: str, threads: int) -> None:
    """Refuse each allocation of a step in turn."""
    testcapi = pytest.importorskip("_testcapi")
    batch, failures = Batch(game_id, 1024, seed=1, threads=threads), 0
    for number in range(60):
        moves, before = batch.random_moves(), batch.rows()
        testcapi.set_nomemory(number, number + 1)
        try:
            batch.step(moves)
        except MemoryError:
            testcapi.remove_mem_hooks()
            failures += 1
            assert np.array_equal(batch.rows(), before)
        finally:
            testcapi.remove_mem_hooks()
    assert failures > 5


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_signal_handler_reads_whole_steps() -> None:
    """A signal handler that reads a batch during a step sees it before or after the step."""
    batch, read = Batch("herd", 4096, seed=1, threads=2), []

    def handler(number: int, frame: FrameType | None) -> None:
        read.append(batch.rows())

    earlier = signal.signal(signal.SIGALRM, handler)
    try:
        for number in range(deep(200, 2000)):
            before, moves, first = batch.rows(), batch.random_moves(), len(read)
            signal.setitimer(signal.ITIMER_REAL, 0.00005 * (1 + number % 20))
            after = batch.step(moves)
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert all(np.array_equal(rows, before) or np.array_equal(rows, after) for rows in read[first:])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)
    assert len(read) > 10


def test_arrays_must_be_aligned() -> None:
    state = fastcore.start("herd")
    shifted = np.frombuffer(bytearray(4 * state.tensor(0).size + 1), np.float32, offset=1).reshape(state.shape)
    with pytest.raises(ValueError, match="aligned"):
        state.tensor(0, shifted)


def minimax(state: State, known: dict[str, tuple[float, ...]]) -> tuple[float, ...]:
    """Return the exact values of a position, in plain Python."""
    text = state.text()
    if text in known:
        return known[text]
    if state.actor == OVER:
        values = state.returns()
    elif state.actor == fastcore.CHANCE:
        parts = [(chance, minimax(state.after(move), known)) for move, chance in state.chances()]
        values = tuple(sum(chance * part[seat] for chance, part in parts) for seat in range(state.seats))
    else:
        values = (-2.0,) * state.seats
        for move in state.moves():
            found = minimax(state.after(move), known)
            if found[state.actor] > values[state.actor]:
                values = found
            if values[state.actor] == 1:
                break
    known[text] = values
    return values


@pytest.mark.parametrize("spec", ["herd(size=2)", "forest"])
def test_solve_equals_plain_minimax(spec: str) -> None:
    solved = 0
    for number in range(300):
        state = random_position(spec, "solve", number, max_moves=600)
        try:
            solution = fastcore.solve(state, limit=deep(400, 5000))
        except TooMany as error:
            assert "more than" in str(error)
            continue
        assert solution.values == pytest.approx(minimax(state, {}))
        assert solution.move in state.moves()
        after = fastcore.solve(state.after(int(solution.move or 0)))
        assert after.values == pytest.approx(solution.values)
        solved += 1
        if solved == deep(5, 50):
            break
    assert solved >= deep(3, 20)


def test_solve_refuses_hidden_games_and_bad_limits() -> None:
    for spec in ("herbs", "herbalism"):
        with pytest.raises(ValueError, match="hidden information"):
            fastcore.solve(fastcore.start(spec))
    for limit in (0, -1, 10**9):
        with pytest.raises(ValueError, match="limit"):
            fastcore.solve(fastcore.start("herd"), limit)
    with pytest.raises(TooMany):
        fastcore.solve(fastcore.start("herd"), 10)
