"""The inputs of the forest game's network: which features a position has, and which rows of the table they add."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from fastcore.fitting.network import Examples, Layout, Numbers
from fastcore.fitting.shards import Shard
from fastcore.fitting.terms import targets_of
from fastcore.games import start
from fastcore.games.forest.forest import Forest
from fastcore.text.hexagon import hexagon

UNIT = 120  # hundredths of a pawn in a lead of 1
CELLS, PILES, CONTEXTS, STAGES = 37, 40, 24, 8
SIZES = (*[PILES - 1] * CELLS, CONTEXTS, 2 * CELLS, 2 * CELLS)  # features of the columns
TILE_ROWS = CELLS * PILES  # of the table; then the contexts and the acted pawns, each for the mover and the opponent
TABLE_ROWS = TILE_ROWS + 2 * CONTEXTS + 2 * 2 * CELLS


def symmetries() -> list[Numbers]:
    """Return the 12 rotations and reflections of the board: the cell that each cell goes to."""
    board = hexagon(4)
    places = []
    for cell in range(CELLS):
        row, k = board.place(cell)
        x, y = k + max(0, row - 3) - 3, row - 3
        places.append((x, -y, y - x))  # cube coordinates, which sum to 0
    cell_at = {place: cell for cell, place in enumerate(places)}
    return [
        np.array([cell_at[sign * place[a], sign * place[b], sign * place[c]] for place in places])
        for a, b, c in permutations(range(3))
        for sign in (1, -1)
    ]


def swapped_piles() -> Numbers:
    """Return the number of each pile from the opponent's point of view. `net.pxd` explains the codes."""
    codes = sorted(
        red + 4 * green + 16 * yellow + 64 * boogyman
        for boogyman in range(3)
        for yellow in range(4)
        for green in range(4)
        for red in range(4)
        if red + green + yellow + (boogyman > 0) <= 3
    )
    number = {code: i for i, code in enumerate(codes)}
    swapped = [(code >> 2 & 3) | (code & 3) << 2 | (code & 48) | (code & 64) << 1 | (code & 128) >> 1 for code in codes]
    return np.array([number[code] for code in swapped])


def layout() -> Layout:
    """Return the layout of the table."""
    views = []
    other_eyes = swapped_piles()
    for cells in symmetries():
        acted = np.concatenate([[2 * cell, 2 * cell + 1] for cell in cells])
        rows = []
        for view in range(2):
            piles = np.arange(1, PILES) if view == 0 else other_eyes[1:]
            tiles = (cells[:, None] * PILES + piles).ravel()
            contexts = TILE_ROWS + view * CONTEXTS + np.arange(CONTEXTS)
            done = TILE_ROWS + 2 * CONTEXTS + view * 2 * CELLS + acted
            rows.append(np.concatenate((tiles, contexts, done, done)))
        views.append(rows)
    return Layout(SIZES, np.array(views), TABLE_ROWS)


def examples_of(shard: Shard, trace: float) -> Examples:
    """Return the positions of all games of a shard.

    The target mixes the search values from the position onwards with the result; see `terms.targets_of`.
    """
    columns, leads, targets, stages = [], [], [], []
    for game in shard.games():
        state = start(game.spec)
        assert isinstance(state.game, Forest)
        inputs = state.game.net_inputs(state, game.moves)
        red_targets = np.array(targets_of(game, trace))
        columns.append(np.concatenate((inputs["piles"], inputs["context"][:, None] + 1, inputs["acted"]), axis=1))
        leads.append(inputs["lead"] / UNIT)
        stages.append(inputs["stage"])
        targets.append(np.where(inputs["side"] == 0, red_targets, 1 - red_targets))
    return Examples(
        np.concatenate(columns).astype(np.uint8),
        np.concatenate(leads).astype(np.float32),
        np.concatenate(targets).astype(np.float32),
        np.concatenate(stages),
    )
