"""Tests that a Batch of positions, masks and tensors agree with single States."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import fastcore
from fastcore import OVER, Batch, IllegalMove, State, Stream
from workbench.conformance.counts import deep
from workbench.conformance.walks import option_specs, random_game, random_position


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
    if not state.shape:
        pytest.skip("this game has no observation tensor")
    tensor = state.tensor(0)
    assert tensor.dtype == np.float32 and tensor.shape == state.shape and 0 <= tensor.min() <= tensor.max() <= 1
    again = np.full(state.shape, 7, np.float32)
    assert state.tensor(0, again) is again and np.array_equal(again, tensor)
    with pytest.raises(ValueError, match="seat"):
        state.tensor(state.seats)
    with pytest.raises(ValueError, match="out"):
        state.tensor(0, np.zeros(3, np.float32))
