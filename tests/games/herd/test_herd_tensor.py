"""Tests of Herd's observation tensor: its planes hold the fields of the position text and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

import fastcore
from fastcore import OVER, State, Stream
from fastcore.games.herd.texts import row_text
from fastcore.text.hexagon import hexagon
from tests.conftest import deep
from workbench.conformance.walks import random_game, random_move

SIZES = (2, 3, 5, 8)
PLANES = 21


def random_states(spec: str, number: int) -> Iterator[State]:
    """Yield every state of a random game, including the last one."""
    state = fastcore.start(spec)
    stream = Stream(number, "tensor")
    yield state
    while state.actor != OVER:
        state = state.after(random_move(state, stream))
        yield state


def constant(plane: npt.NDArray[np.float32]) -> float:
    """Return the value that all squares of a plane share."""
    assert (plane == plane[0, 0]).all()
    return float(plane[0, 0])


def die(planes: npt.NDArray[np.float32]) -> int:
    """Return the die that six one-hot planes show, or 0."""
    shown = [constant(plane) for plane in planes]
    assert sorted(shown) in ([0.0] * 6, [0.0] * 5 + [1.0])
    return shown.index(1.0) + 1 if 1.0 in shown else 0


def decoded_rows(size: int, planes: npt.NDArray[np.float32]) -> str:
    """Return the field `rows` of the planes of red stones, blue stones and empty cells."""
    rows = []
    for row, cells in enumerate(hexagon(size).rows):
        stones = []
        for number in range(len(cells)):
            column = number + max(0, row - size + 1)
            red, blue, empty = planes[:, row, column]
            assert sorted((red, blue, empty)) == [0, 0, 1]
            stones.append("r" if red else "b" if blue else "")
        rows.append(row_text(stones))
    assert planes.sum() == sum(map(len, hexagon(size).rows))  # squares off the board are 0
    return "/".join(reversed(rows))


def decoded_fields(size: int, tensor: npt.NDArray[np.float32]) -> dict[str, str]:
    """Return the fields of the position text that a tensor describes."""
    red, blue, over = (constant(plane) for plane in tensor[3:6])
    assert sorted((red, blue, over)) == [0, 0, 1]
    high, low = die(tensor[7:13]), die(tensor[13:19])
    removals, placements = round(6 * constant(tensor[19])), round(99 * constant(tensor[20]))
    assert high or not (low or removals or placements)
    return {
        "rows": decoded_rows(size, tensor[:3]),
        "side": "r" if red else "b" if blue else ".",
        "turn": str(round(2000 * constant(tensor[6]))),
        "dice": f"{high}-{low}" if high else "-",
        "left": f"x{removals}+{placements}" if high else "-",
    }


@pytest.mark.parametrize("size", SIZES)
def test_tensor_decodes_to_position_text(size: int) -> None:
    for number in range(deep(2, 30)):
        for state in random_states(f"herd(size={size})", number):
            tensor = state.tensor(0)
            assert tensor.shape == state.shape == (PLANES, 2 * size - 1, 2 * size - 1)
            assert tensor.dtype == np.float32 and tensor.min() >= 0 and tensor.max() <= 1
            assert decoded_fields(size, tensor) == state.fields


def test_tensor_is_equal_for_all_seats() -> None:
    for state in random_states("herd(size=4)", 0):
        assert (state.tensor(0) == state.tensor(1)).all() and (state.tensor(0) == state.tensor(None)).all()


def test_neighbours_have_constant_offsets() -> None:
    size = 4
    board = hexagon(size)
    square = {
        cell: (row, number + max(0, row - size + 1))
        for row, cells in enumerate(board.rows)
        for number, cell in enumerate(cells)
    }
    offsets = {(0, -1), (0, 1), (1, 0), (1, 1), (-1, 0), (-1, -1)}
    for cell, (row, column) in square.items():
        around = {(row + up, column + right) for up, right in offsets} & set(square.values())
        assert around == {square[neighbour] for neighbour in board.neighbours[cell]}


def test_moves_and_may_play_agree() -> None:
    for size in (2, 6):
        for state, _ in random_game(f"herd(size={size})", "legal"):
            legal = set(state.moves()) | {outcome for outcome, _ in state.chances()}
            for move in range(-2, state.actions + 2):
                if move in legal:
                    state.after(move)
                else:
                    with pytest.raises((ValueError, fastcore.IllegalMove)):
                        state.after(move)
