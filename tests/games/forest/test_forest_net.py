"""Tests of the forest game's network: the sums it keeps, its symmetry, and its values computed again in Python."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import fastcore
from fastcore.games.forest import fit_net, net_inputs
from fastcore.games.forest.forest import Forest
from fastcore.text.hexagon import hexagon
from fastcore.values import BadPosition
from tests.conftest import deep
from workbench.conformance.walks import option_specs, random_game

SPECS = option_specs("forest")


def tables() -> dict[str, npt.NDArray[np.int64]]:
    """Return the tables of the weight file, and its number of sums."""
    text = (Path(net_inputs.__file__).with_name("net_weights.pxd")).read_text(encoding="utf-8")
    found = {
        name: np.array([int(number) for number in numbers.split(",")])
        for name, numbers in re.findall(r"static const short (\w+)\[\d+\] = \{([^}]*)\}", text)
    }
    return found | {name: np.array(int(value)) for name, value in re.findall(r"(HIDDEN) = (\d+)", text)}


def pawns_of_piles() -> npt.NDArray[np.int64]:
    """Return the number of red and green pawns in each pile, in the order of the network's inputs."""
    piles = sorted(
        (red + 4 * green + 16 * yellow + 64 * boogyman, red + green)
        for boogyman in range(3)
        for yellow in range(4)
        for green in range(4)
        for red in range(4)
        if red + green + yellow + (boogyman > 0) <= 3
    )
    return np.array([pawns for _, pawns in piles])


def corrections(inputs: dict[str, npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Return the network's part of the mover's lead for rows of `Forest.net_inputs`, computed from the tables."""
    weights = tables()
    hidden = int(weights["HIDDEN"])
    tiles = weights["NET_TILE"].reshape(net_inputs.CELLS, net_inputs.PILES, hidden)
    contexts = weights["NET_CONTEXT"].reshape(2, net_inputs.CONTEXTS, hidden)
    acted = weights["NET_ACTED"].reshape(2, net_inputs.CELLS, 2, hidden)
    output = weights["NET_OUTPUT"].reshape(net_inputs.STAGES, 2, hidden)
    swapped = net_inputs.swapped_piles()
    cells = np.arange(net_inputs.CELLS)
    found = []
    for piles, done, context in zip(inputs["piles"], inputs["acted"], inputs["context"], strict=True):
        stage = min(max(int(pawns_of_piles()[piles].sum()) - 3, 0), net_inputs.STAGES - 1)
        total = int(weights["NET_BIAS"][stage]) * fit_net.BIAS_STEP
        for view in range(2):
            sums = tiles[cells, piles if view == 0 else swapped[piles]].sum(axis=0) + contexts[view, context]
            for number in done[done > 0].astype(int) - 1:
                sums = sums + acted[view, number // 2, : 1 + number % 2].sum(axis=0)
            clipped = np.clip(sums, 0, 181)
            total += int(((clipped * clipped >> 7) * output[stage, view]).sum())
        found.append(total >> 12)
    return np.array(found)


def game_of(state: fastcore.State) -> Forest:
    assert isinstance(state.game, Forest)
    return state.game


def swap_colours(state: fastcore.State) -> fastcore.State:
    spec, rows, side, turn, left, acted = state.situation.split()
    swapped = "/".join(
        ",".join("".join(sorted(tile.translate(str.maketrans("rgRG", "grGR")), key="rgyRG".index)) if not tile.isdigit()
                 else tile for tile in row.split(","))
        for row in rows.split("/")
    )  # fmt: skip
    return fastcore.parse(f"{spec} {swapped} {'gr'['rg'.index(side)]} {int(turn) + 1} {left} {acted}")


@pytest.mark.parametrize("spec", SPECS)
def test_played_and_parsed_positions_have_equal_values(spec: str) -> None:
    for number in range(deep(4, 100)):
        for state, _ in random_game(spec, "net", number):
            assert fastcore.parse(state.situation).evaluate() == state.evaluate()


@pytest.mark.parametrize("spec", SPECS)
def test_swapped_colours_negate_value(spec: str) -> None:
    for number in range(deep(3, 50)):
        for state, _ in random_game(spec, "swapped", number):
            if 1 < state.turn < 299:
                red, green = state.evaluate().values
                assert swap_colours(state).evaluate().values == (green, red)


@pytest.mark.parametrize("spec", SPECS)
def test_network_is_computed_again_from_its_tables(spec: str) -> None:
    for number in range(deep(2, 30)):
        moves = [move for _, move in random_game(spec, "tables", number)]
        state = fastcore.start(spec)
        inputs = game_of(state).net_inputs(state, moves)
        whole = np.clip(inputs["lead"] + corrections(inputs), -4095, 4095)
        assert whole.tolist() == inputs["whole"].tolist()
        pawns = pawns_of_piles()[inputs["piles"].astype(int)].sum(axis=1)
        assert np.clip(pawns - 3, 0, net_inputs.STAGES - 1).tolist() == inputs["stage"].tolist()


def test_inputs_need_legal_moves_of_the_same_spec() -> None:
    state = fastcore.start("forest")
    with pytest.raises(ValueError, match="not legal"):
        game_of(state).net_inputs(state, [0])
    with pytest.raises(ValueError, match="this game"):
        game_of(state).net_inputs(fastcore.start("forest(yellow_cap=3)"), [])


def test_symmetries_keep_neighbours() -> None:
    board = hexagon(4)
    found = net_inputs.symmetries()
    assert len({tuple(cells) for cells in found}) == 12
    for cells in found:
        for cell, neighbours in enumerate(board.neighbours):
            assert sorted(cells[list(neighbours)]) == list(board.neighbours[cells[cell]])


def test_impossible_piles_are_harmless() -> None:
    """A refused text may ask for them before anybody has checked it."""
    rules = game_of(fastcore.start("forest"))
    for tile in ("RG", "rrrgggyyyRG", "RGyyy", "gggR"):
        assert rules.able_side(["r", *[tile] * 36], "r", False, {}) in (True, False)
        with pytest.raises(BadPosition):
            fastcore.parse(f"forest {tile},3/5/6/7/6/5/4 r 5 2 -")


def test_sums_fit_16_bits() -> None:
    """No position can overflow a sum."""
    weights = tables()
    hidden = int(weights["HIDDEN"])
    tiles = np.abs(weights["NET_TILE"].reshape(net_inputs.CELLS, net_inputs.PILES, hidden)).max(axis=1).sum(axis=0)
    contexts = np.abs(weights["NET_CONTEXT"].reshape(-1, hidden)).max(axis=0)
    acted = 4 * np.abs(weights["NET_ACTED"].reshape(-1, hidden)).max(axis=0)
    assert (tiles + contexts + acted).max() < 2**15


@pytest.mark.slow
def test_terms_split_the_correction() -> None:
    """The network's four terms add up to its correction. A group without pieces adds nothing."""
    seen = set()
    for number in range(deep(2, 30)):
        for state, move in random_game("forest", "terms", number):
            inputs = game_of(state).net_inputs(state, [move])
            correction = int(corrections(inputs)[0]) * (-1 if inputs["side"][0] else 1)
            parts = {term.name: term.amount * term.weight for term in state.evaluate().terms}
            groups = [parts[f"places of {pieces}"] for pieces in ("pawns", "yellow pawns", "BBBs")]
            assert sum(groups) + parts["state of the turn"] == pytest.approx(correction / 100)
            for pieces, group in zip(("[rg]", "y", "[RG]"), groups, strict=True):
                if not re.search(pieces, state.text().split()[0]):
                    assert group == 0
                    seen.add(pieces)
    assert len(seen) == 3
