"""Shards as Parquet files, written while their games are played."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from fastcore.fitting.shards import unfinished
from fastcore.state import State
from fastcore.steps import StepGame, Steps, step_game
from workbench.datasets.columns import Column, columns
from workbench.datasets.players import DecidedGame, Decision, decisions_of, end_of
from workbench.datasets.settings import Settings

SUFFIX = ".parquet"
KEY = b"herbarium"  # the entry of a file's metadata that has its settings
GAMES = b"herbarium.games"  # the entry that has the numbers of its games
GROUP_BYTES = 16 * 2**20  # about the size of a row group in memory
MIN_ROWS, MAX_ROWS = 64, 4096  # in a row group
_TYPES = {"int8": pa.int8(), "int32": pa.int32(), "int64": pa.int64(), "float32": pa.float32(), "text": pa.string()}


def schema(game: StepGame, settings: Settings) -> pa.Schema:
    """Return the schema of a file. Arrays are lists of fixed size; the metadata of their fields has the shape."""
    fields = []
    for column in columns(game, settings):
        kind = _TYPES[column.kind]
        notes = {"units": column.units, "meaning": column.meaning}
        if column.shape:
            kind, notes = pa.list_(kind, prod(column.shape)), {"shape": json.dumps(column.shape), **notes}
        fields.append(pa.field(column.name, kind, nullable=False, metadata={k: v for k, v in notes.items() if v}))
    pieces = [{"name": piece.name, "shape": piece.shape, "units": piece.units, "meaning": piece.meaning}
              for piece in game.pieces]  # fmt: skip
    return pa.schema(fields, {KEY: json.dumps({"settings": settings.noted(), "pieces": pieces})})


def rows_of(game: StepGame) -> int:
    """Return the largest number of rows in a row group."""
    size = 4 * prod(game.state.shape) + 5 * game.actions  # the large arrays of a row: tensor, shares and mask
    return max(MIN_ROWS, min(MAX_ROWS, GROUP_BYTES // size))


def games_of(path: Path) -> list[int]:
    """Return the numbers of the games in a file; [] if there is no such file, or its end is damaged."""
    try:
        return list(json.loads((pq.read_metadata(path).metadata or {})[GAMES]))
    except (OSError, KeyError, ValueError, pa.ArrowException):
        return []


def decisions_in(path: Path) -> int:
    """Return the number of rows of a file."""
    return int(pq.read_metadata(path).num_rows)


class Group:
    """The rows of the next row group.

    Args:
        game: The StepGame.
        settings: The settings.
        rows: The largest number of rows.
    """

    def __init__(self, game: StepGame, settings: Settings, rows: int) -> None:
        self._columns = columns(game, settings)
        self._settings = settings
        self._arrays: dict[str, npt.NDArray[Any]] = {
            column.name: np.zeros((rows, *column.shape), column.kind)
            for column in self._columns
            if column.kind != "text"
        }
        self._texts: dict[str, list[str]] = {column.name: [] for column in self._columns if column.kind == "text"}
        self._constants = {name: value for name, value in settings.noted().items() if name in self._texts}
        self.size = 0
        self.full = False

    def add(self, number: int, end: State, steps: Steps, one: Decision) -> None:
        """Add a decision of a game that ends in the position `end`."""
        row, thought, arrays = self.size, one.thought, self._arrays
        seen = steps.seen(thought.seat)
        single = {
            "game": number, "step": one.step, "turn": seen.turn, "seat": thought.seat, "choice": thought.choice,
            "action": one.action, "simulations": thought.simulations, "seed": self._settings.seed,
            "values": thought.values, "returns": end.returns(), "points": end.points(),
        }  # fmt: skip
        for name, value in single.items():
            arrays[name][row] = value
        seen.tensor(thought.seat, arrays["tensor"][row])
        steps.mask(thought.seat, arrays["mask"][row])
        arrays["shares"][row] = 0
        arrays["shares"][row, list(thought.shares)] = list(thought.shares.values())
        texts = {
            **self._constants,
            "observation": steps.observation(thought.seat),
            "action_text": steps.action_text(thought.seat, one.action),
        }
        if self._settings.recall:
            texts["information_state"] = steps.information_state(thought.seat)
        for name, text in texts.items():
            self._texts[name].append(text)
        self.size += 1
        self.full = self.size == len(arrays["game"])

    def take(self, kinds: pa.Schema) -> pa.RecordBatch:
        """Return the rows, and remove them from the group."""
        data = [self._column(column, kinds.field(column.name).type) for column in self._columns]
        batch = pa.record_batch(data, schema=kinds)
        for texts in self._texts.values():
            texts.clear()
        self.size, self.full = 0, False
        return batch

    def _column(self, column: Column, kind: pa.DataType) -> pa.Array:
        if column.kind == "text":
            return pa.array(self._texts[column.name], kind)
        flat = pa.array(self._arrays[column.name][: self.size].reshape(-1))
        return pa.FixedSizeListArray.from_arrays(flat, type=kind) if column.shape else flat


class ParquetWriter:
    """Shards as Parquet files.

    Args:
        settings: The settings.
    """

    suffix = SUFFIX

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def write(self, path: Path, games: Iterable[DecidedGame]) -> int:
        """Write the file of a shard while its games are played, and return the number of its decisions.

        At most one game and one row group are in memory.

        Raises:
            OSError: The file cannot be written.
        """
        game = step_game(self.settings.spec)
        group = Group(game, self.settings, rows_of(game))
        kinds, total, played = schema(game, self.settings), 0, list[int]()
        with (
            unfinished(path) as part,
            part.open("wb") as file,
            pq.ParquetWriter(file, kinds, compression="zstd") as output,
        ):
            for decided in games:
                end = end_of(decided.game)
                for steps, made in decisions_of(decided):
                    for one in made:
                        group.add(decided.number, end, steps, one)
                        total += 1
                        if group.full:
                            output.write_batch(group.take(kinds))
                played.append(decided.number)
            if group.size:
                output.write_batch(group.take(kinds))
            output.add_key_value_metadata({GAMES: json.dumps(played)})
        return total
