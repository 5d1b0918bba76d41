"""Tests of Batch, tensors, masks and solve."""

from __future__ import annotations

import signal
from types import FrameType

import numpy as np
import numpy.typing as npt
import pytest

import fastcore
from fastcore import OVER, Batch, IllegalMove, State, Stream, TooMany
from tests.conftest import deep
from tests.kit.walks import option_specs, random_game, random_position


def test_batch_follows_single_states(game_id: str) -> None:
    """Every step of a batch has the same result as the same moves on single States. Illegal moves change nothing."""
    for spec in option_specs(game_id)[: deep(2, 50)]:
        batch = Batch(spec, 7, seed=3, threads=1)
        for _ in range(deep(40, 400)):
            before = [batch.state(i) for i in range(7)]
            moves = batch.random_moves()
            rows = batch.step(moves)
            masks, tensors = batch.masks(), batch.tensors() if batch.game.shape else None
            for i, state in enumerate(before):
                after = batch.state(i)
                assert np.array_equal(masks[i], after.mask())
                if tensors is not None:
                    assert np.array_equal(tensors[i], after.tensor(after.actor if after.actor >= 0 else None))
                if state.actor == OVER:
                    assert moves[i] == -1
                    start = fastcore.start(spec)
                    assert start.actor == fastcore.CHANCE or batch.state(i) == start
                    continue
                state.play(int(moves[i]))
                after = batch.state(i)
                assert after.actor != fastcore.CHANCE
                if state.actor != fastcore.CHANCE:
                    assert after == state
                assert (rows["actor"][i], rows["turn"][i], rows["legal"][i]) == (
                    after.actor,
                    after.turn,
                    len(after.moves()),
                )
                assert tuple(rows["returns"][i]) == (after.returns() if after.actor == OVER else (0,) * after.seats)


def test_threads_do_not_change_a_batch(game_id: str) -> None:
    single, double = Batch(game_id, 50, seed=5), Batch(game_id, 50, seed=5, threads=3)
    recorded: list[npt.NDArray[np.int32]] = []
    for _ in range(deep(60, 600)):
        moves = single.random_moves()
        recorded.append(moves)
        assert np.array_equal(moves, double.random_moves())
        assert np.array_equal(single.step(moves), double.step(moves))
    assert np.array_equal(single.masks(), double.masks())
    if single.game.shape:
        assert np.array_equal(single.tensors(), double.tensors())
    replayed, reseeded = Batch(game_id, 50, seed=5), Batch(game_id, 50, seed=6)
    assert not np.array_equal(recorded[0], reseeded.random_moves())
    for moves in recorded:
        rows = replayed.step(moves)
    assert np.array_equal(rows, single.rows())


def test_illegal_move_leaves_batch_unchanged(game_id: str) -> None:
    batch = Batch(game_id, 5, seed=1, threads=2)
    before = [batch.state(i) for i in range(5)]
    moves = batch.random_moves()
    for wrong in (batch.game.actions, -1, 2**40, *np.flatnonzero(~batch.masks()[3])[:1]):
        damaged = moves.astype(np.int64)
        damaged[[3, 4]] = wrong
        with pytest.raises(IllegalMove, match="position 3 of the batch"):
            batch.step(damaged)
    assert [batch.state(i) for i in range(5)] == before
    for bad in (moves[:4], moves.reshape(1, 5)):
        with pytest.raises(ValueError, match="shape"):
            batch.step(bad)
    with pytest.raises(TypeError, match="integer type"):
        batch.step([0.5] * 5)
    for arguments in ((game_id, 0), (game_id, 2**21), (game_id, 1, 1, 0), (game_id, 1, 1, 65)):
        with pytest.raises(ValueError, match="must be 1 to"):
            Batch(*arguments)


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


def test_masks_agree_with_moves(game_id: str) -> None:
    specs, checked, number = option_specs(game_id), 0, 0
    while checked < deep(500, 25_000) or number < len(specs):
        for state, _ in random_game(specs[number % len(specs)], "masks", number):
            mask = state.mask()
            assert mask.dtype == np.bool_ and np.flatnonzero(mask).tolist() == state.moves()
            again = np.ones(state.actions, np.bool_)
            assert state.mask(again) is again and np.array_equal(again, mask)
            checked += 1
            if checked % 200 == 0:
                break  # other options have longer games
        number += 1
    over = State(state.game)
    while over.actor != OVER:
        over.play(over.sample(Stream(1)) if over.actor == fastcore.CHANCE else over.moves()[0])
    assert not over.mask().any()
    for wrong in (np.ones(3, np.bool_), np.ones(state.actions), np.ones((state.actions, 2), np.bool_)[:, 0]):
        with pytest.raises(ValueError, match="out"):
            state.mask(wrong)  # type: ignore[arg-type]


def test_tensor_writes_to_given_array(game_id: str) -> None:
    state = random_position(game_id, "tensors")
    tensor = state.tensor(0)
    assert tensor.dtype == np.float32 and tensor.shape == state.shape and 0 <= tensor.min() <= tensor.max() <= 1
    again = np.full(state.shape, 7, np.float32)
    assert state.tensor(0, again) is again and np.array_equal(again, tensor)
    with pytest.raises(ValueError, match="seat"):
        state.tensor(state.seats)
    with pytest.raises(ValueError, match="out"):
        state.tensor(0, np.zeros(3, np.float32))


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
