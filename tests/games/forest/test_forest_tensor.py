"""Tests of the forest game's observation tensor: it holds exactly what the position text shows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import fastcore
from fastcore import OVER, State, Stream
from fastcore.games.forest import texts
from tests.conftest import deep


def decode(tensor: npt.NDArray[np.float32]) -> str:
    """Return the position text that a tensor shows."""
    tiles, acted = [], {}
    for cell in range(texts.CELLS):
        row, place = texts.BOARD.place(cell)
        values = tensor[:, row, place + max(0, row - 3)].round().astype(int)
        assert values[0] == 1
        heights = [values[first : first + 3] for first in (1, 4, 7)]
        assert all(list(height) == sorted(height, reverse=True) for height in heights)
        tiles.append(
            "".join(piece * int(height.sum()) for piece, height in zip("rgy", heights, strict=True))
            + "R" * int(values[10])
            + "G" * int(values[11])
        )
        if values[12]:
            acted[cell] = int(values[12] + values[13])
    constants = tensor[14:, 0, 0]
    assert (tensor[14:] == constants[:, None, None]).all()
    red, green, opening, left, boogyman_acted, turn = constants
    side = "r" if red else "g" if green else "."
    count = round(float(left) * 4)
    table = texts.Table(
        tiles,
        side,
        round(float(turn) * texts.LAST_TURN),
        f"p{count}" if opening and count else str(count),
        bool(boogyman_acted),
        acted,
    )
    return " ".join(texts.fields(table).values())


def random_positions(spec: str, games: int) -> list[State]:
    """Return every position of some random games."""
    positions = []
    for game in range(games):
        state, stream = fastcore.start(spec), Stream(game, "forest tensor")
        while True:
            positions.append(state)
            if state.actor == OVER:
                break
            state = state.after(stream.choice(state.moves()))
    return positions


def test_tensor_decodes_to_position_text() -> None:
    for spec in ("forest", "forest(yellow_cap=3)", "forest(first_turn=1)"):
        for state in random_positions(spec, deep(3, 60)):
            tensor = state.tensor(0)
            assert tensor.shape == state.shape == (20, 7, 7) and tensor.dtype == np.float32
            assert tensor.min() >= 0 and tensor.max() <= 1
            assert decode(tensor) == state.text()
            assert (tensor == state.tensor(1)).all() and (tensor == state.tensor(None)).all()


def test_squares_outside_the_board_are_zero() -> None:
    tensor = fastcore.start("forest").tensor(0)
    outside = tensor[0] == 0
    assert outside.sum() == 12 and (tensor[:14, outside] == 0).all()
