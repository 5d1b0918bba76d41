"""Self-play in shards: files of many games, each made from the seed and its number alone.

A shard holds arrays, so that millions of positions stay small: see `Shard`. Worker processes make the missing shards of
a folder; a run that is stopped loses only the shards it was making.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fastcore.fitting.selfplay import Game, play_game

TABLE_MB = 4


@dataclass(frozen=True)
class Shard:
    """The games of one shard, in their order.

    Attributes:
        specs: the spec of each game.
        lengths: (games,), the number of moves of each game.
        moves: (moves,), int32: all moves and outcomes of chance.
        values: (moves,), float32: the value for seat 0 of the position before each move, in [-1, 1].
        returns: (games, seats), float32: the results.
    """

    specs: tuple[str, ...]
    lengths: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    returns: npt.NDArray[np.float32]

    def games(self) -> Iterator[Game]:
        """Yield the games."""
        first = 0
        for spec, length, returns in zip(self.specs, self.lengths, self.returns, strict=True):
            part = slice(first, first + length)
            yield Game(spec, self.moves[part].tolist(), self.values[part].tolist(), returns.tolist())
            first += length

    @classmethod
    def of(cls, games: Sequence[Game]) -> Shard:
        """Return a shard of these games."""
        return cls(
            tuple(game.spec for game in games),
            np.array([len(game.moves) for game in games], np.int32),
            np.array([move for game in games for move in game.moves], np.int32),
            np.array([value for game in games for value in game.values], np.float32),
            np.array([game.returns for game in games], np.float32),
        )

    @classmethod
    def read(cls, arrays: Mapping[str, Any]) -> Shard:
        """Return the shard in the arrays of a file, by their names."""
        return cls(tuple(map(str, arrays["specs"])), *(arrays[name] for name in cls.__match_args__[1:]))

    def write(self, path: Path, **more: npt.NDArray[Any]) -> None:
        """Write a file with these arrays and more. It exists only once it is complete."""
        arrays: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__} | more
        partial_path = path.with_suffix(f".{os.getpid()}.part")
        with partial_path.open("wb") as file:
            np.savez_compressed(file, **arrays)
        partial_path.replace(path)


@dataclass(frozen=True)
class Settings:
    """The settings of the games of every shard.

    Attributes:
        specs: the specs, which the games take in turn.
        engine: the engine of `fastcore.Search`.
        simulations: for each move.
        random: the share of moves that are uniformly random.
        opening: a game begins with 0 to this many random moves.
        games: the number of games in a shard.
        seed: the seed of all shards.
    """

    specs: tuple[str, ...]
    engine: str
    simulations: int
    random: float
    opening: int
    games: int
    seed: int


def make_shard(number: int, folder: Path, settings: Settings) -> int:
    """Play the games of a shard, write its file, and return the number of its positions."""
    games = [
        play_game(
            number * settings.games + i,
            settings.specs,
            settings.simulations,
            settings.random,
            settings.seed,
            settings.opening,
            settings.engine,
            TABLE_MB,
        )
        for i in range(settings.games)
    ]
    Shard.of(games).write(shard_path(folder, number))
    return sum(len(game.moves) for game in games)


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"shard-{number:05d}.npz"


def shard_numbers(folder: Path) -> list[int]:
    """Return the numbers of the shards in a folder, in order."""
    return sorted(int(path.stem.rpartition("-")[2]) for path in folder.glob("shard-*.npz"))


def read_shard(folder: Path, number: int) -> Shard:
    """Read a shard. Raise FileNotFoundError if it has not been made."""
    with np.load(shard_path(folder, number)) as arrays:
        return Shard.read(arrays)


def make_shards(
    folder: Path, numbers: Sequence[int], settings: Settings, processes: int, report: Callable[[int, int], None]
) -> None:
    """Make the shards of a folder that do not exist yet.

    Args:
        folder: the folder.
        numbers: the numbers of all shards that it should hold.
        settings: the settings of their games.
        processes: the number of workers.
        report: called after each shard with the number of shards that exist and the positions of the new one.
    """
    missing = [number for number in numbers if not shard_path(folder, number).exists()]
    make = partial(make_shard, folder=folder, settings=settings)
    for made, positions in enumerate(in_processes(make, folder, missing, processes), len(numbers) - len(missing) + 1):
        report(made, positions)


def in_processes(make: Callable[[int], int], folder: Path, missing: Sequence[int], processes: int) -> Iterator[int]:
    """Make the missing files of a folder in worker processes. Yield what `make` returns for each number."""
    folder.mkdir(parents=True, exist_ok=True)
    if missing:
        with get_context("spawn").Pool(min(processes, len(missing))) as pool:
            yield from pool.imap_unordered(make, missing)
