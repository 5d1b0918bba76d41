"""Tests of the network of Herbs: its inputs, symmetries and exact result."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import fastcore
from fastcore import State, Stream
from fastcore.fitting.piece_network import PieceExamples, PieceNetwork, losses, train
from fastcore.fitting.shards import Settings, make_shards, read_shard
from fastcore.games.herbs import fit_net
from fastcore.games.herbs.herbs import NET_SHAPE, Herbs
from tests.conftest import deep
from tests.kit.walks import random_position

WEIGHTS = Path(fastcore.__file__).with_name("games") / "herbs" / "net_weights.pxd"
TURNED = {"^": ">", ">": "v", "v": "<", "<": "^"}
MIRRORED = {"^": "^", ">": "<", "v": "v", "<": ">"}


def table(name: str) -> npt.NDArray[np.int64]:
    """Return an array of the weight file."""
    found = re.search(rf"{name}\[\d+\] = \{{([^}}]*)\}}", WEIGHTS.read_text(encoding="utf-8"))
    assert found is not None
    return np.array([int(number) for number in found[1].split(",")])


def inputs(state: State) -> tuple[npt.NDArray[np.int16], float, float]:
    assert isinstance(state.game, Herbs)
    rows, lead, divisor = state.game.net_inputs(state)
    return rows, lead, divisor


def written_states(count: int) -> list[State]:
    """Return positions of random games in which no item is written yet."""
    states: list[State] = []
    number = 0
    while len(states) < count:
        state = fastcore.start("herbs")
        stream = Stream(number, "network of Herbs")
        for _ in range(stream.below(8) * 10):
            if state.actor != fastcore.OVER:
                state.play(stream.choice(state.moves()))
        while state.actor != fastcore.OVER and state.fields["phase"] != "write:1:|":
            state.play(stream.choice(state.moves()))
        if state.actor != fastcore.OVER:
            states.append(state)
        number += 1
    return states


def changed(state: State, board: list[list[str]], herbs: list[str]) -> State:
    """Return a position with another board, rows from the top, and other Herbs."""
    rows = ["".join(row) for row in board]
    packed = "/".join(re.sub("1+", lambda ones: str(len(ones[0])), row) for row in rows)
    fields = state.fields | {"board": packed, "herbs": ",".join(herbs)}
    return fastcore.parse(f"{state.spec} {' '.join(fields.values())}")


def board_of(state: State) -> list[list[str]]:
    """Return the stones, rows from the top; `1` is an empty square."""
    rows = state.fields["board"].split("/")
    return [list(re.sub(r"\d+", lambda number: "1" * int(number[0]), row)) for row in rows]


def places(state: State) -> list[tuple[int, int, str]]:
    """Return column, row and facing of each Herb, from 0; a destroyed one has column -1."""
    herbs = state.fields["herbs"].split(",")
    return [(-1, -1, "") if herb == "-" else (ord(herb[0]) - 65, int(herb[1:-1]) - 1, herb[-1]) for herb in herbs]


def herb_text(column: int, row: int, facing: str) -> str:
    return "-" if column < 0 else f"{chr(65 + column)}{row + 1}{facing}"


def test_network_is_the_weighted_sum_of_its_rows() -> None:
    weights, output = table("HERBS_NET_TABLE"), table("HERBS_NET_OUTPUT")
    weights = weights.reshape(-1, len(output))
    for state in written_states(deep(20, 200)):
        rows, _, divisor = inputs(state)
        total = 0
        for herb in range(4):
            sums = np.clip(weights[rows[herb][rows[herb] >= 0]].sum(axis=0), 0, 181)
            value = int((sums * sums >> 7) @ output)
            total += value if herb < 2 else -value
        term = state.evaluate().terms[-1]
        assert (term.name, term.amount, term.weight) == ("network", total / 65536, 1 / divisor)


def test_terms_and_network_make_the_value() -> None:
    for state in written_states(deep(20, 200)):
        rows, lead, divisor = inputs(state)
        evaluation = state.evaluate()
        x = (lead + evaluation.terms[-1].amount) / divisor
        assert evaluation.values[0] == pytest.approx(x / np.sqrt(1 + x * x))
        assert rows.shape == (4, 128)


def test_turned_board_has_the_same_rows() -> None:
    """A quarter turn to the right; every Herb keeps what it sees."""
    for state in written_states(deep(20, 200)):
        board, size = board_of(state), 11
        turned = [[board[size - 1 - column][row] for column in range(size)] for row in range(size)]
        herbs = [herb_text(row, size - 1 - column, TURNED.get(facing, "")) if column >= 0 else "-"
                 for column, row, facing in places(state)]  # fmt: skip
        before, after = inputs(state)[0], inputs(changed(state, turned, herbs))[0]
        assert [sorted(row) for row in before.tolist()] == [sorted(row) for row in after.tolist()]


def test_mirrored_board_has_the_mirrored_rows() -> None:
    mirror = np.append(fit_net.mirrored_rows(), -1)
    for state in written_states(deep(20, 200)):
        board = [row[::-1] for row in board_of(state)]
        herbs = [herb_text(10 - column, row, MIRRORED[facing]) if column >= 0 else "-"
                 for column, row, facing in places(state)]  # fmt: skip
        before, after = inputs(state)[0], inputs(changed(state, board, herbs))[0]
        assert [sorted(mirror[row].tolist()) for row in before] == [sorted(row) for row in after.tolist()]


def test_rows_are_within_the_table() -> None:
    kinds, height, width, side, others = NET_SHAPE
    size = kinds * height * width + side * side + others
    assert len(fit_net.mirrored_rows()) == size == len(table("HERBS_NET_TABLE")) // len(table("HERBS_NET_OUTPUT"))
    for number in range(deep(20, 500)):
        state = random_position("herbs", number)
        if state.actor != fastcore.OVER:
            rows = inputs(state)[0]
            assert rows.min() >= -1 and rows.max() < size


def test_ended_game_and_other_games_are_refused() -> None:
    game = fastcore.start("herbs").game
    assert isinstance(game, Herbs)
    with pytest.raises(ValueError, match="this game before its end"):
        game.net_inputs(fastcore.start("herbs(actions=2)"))


def test_piece_network_learns_a_product_of_features() -> None:
    """A piece counts for its seat if two features are present together."""
    random = np.random.default_rng(1)
    rows = np.where(random.random((deep(8000, 60_000), 2, 3)) < 0.5, np.arange(3), -1).astype(np.int16)
    both = (rows[:, :, 0] >= 0) & (rows[:, :, 1] >= 0)
    lead = both[:, 0].astype(float) - both[:, 1]
    rows = np.sort(rows, axis=2)[:, :, ::-1]  # features come first
    ones = np.ones(len(rows), np.float32)
    examples = PieceExamples(rows, ones, 0 * ones, ((1 + lead / np.sqrt(1 + lead**2)) / 2).astype(np.float32))
    network = PieceNetwork(np.arange(3)[None], (1, -1), 16, 1e-4, 1)
    entropies = list(train(network, examples, 30, 0.03, 1))
    assert entropies[-1] < entropies[0] and losses(examples, network)[1] < 0.1 < losses(examples)[1]
    again = PieceNetwork(np.arange(3)[None], (1, -1), 16, 1e-4, 1)
    assert list(train(again, examples, 30, 0.03, 1)) == entropies


def test_examples_are_the_starts_of_rounds(tmp_path: Path) -> None:
    settings = Settings(("herbs(actions=2)",), "equilibrium", 20, 0.1, 0, 2, 3)
    make_shards(tmp_path, [0], settings, 1, lambda *_: None, fit_net.play)
    shard = read_shard(tmp_path, 0)
    examples = fit_net.examples_of(shard, 0.8)
    assert len(examples) > 5 and examples.rows.shape[1:] == (4, 128)
    assert examples.targets.min() >= 0 and examples.targets.max() <= 1
    assert all(game.position for game in shard.games()), "games of the fit begin with unequal AP"
