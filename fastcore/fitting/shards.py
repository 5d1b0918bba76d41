"""Self-play in shards: files of many games, each made from the seed and its number alone.

Worker processes make the missing shards of a folder; a run that is stopped loses only the shards it was making. A
Writer decides on the format. Here, a shard holds arrays, so that millions of positions stay small: see `Shard`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from fastcore.fitting.selfplay import Game, play_game

TABLE_MB = 4
PART = ".part"  # the suffix of an unfinished file

Item = TypeVar("Item", contravariant=True)


class Writer(Protocol[Item]):
    """A format of shards."""

    @property
    def suffix(self) -> str:
        """The suffix of their files."""

    def write(self, path: Path, games: Iterable[Item]) -> int:
        """Write the file of a shard while its games are played, and return the number of its positions."""


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Give the path of a new file, which replaces `path` at the end of the block. After an error, it is removed."""
    part = path.with_suffix(f".{os.getpid()}{PART}")
    try:
        yield part
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


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
        with unfinished(path) as part, part.open("wb") as file:
            np.savez_compressed(file, **arrays)


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


class ArrayWriter:
    """Shards as arrays."""

    suffix = ".npz"

    def write(self, path: Path, games: Iterable[Game]) -> int:
        """Write the file of a shard, and return the number of its positions."""
        shard = Shard.of(list(games))
        shard.write(path)
        return len(shard.moves)


ARRAYS = ArrayWriter()


def play_numbered(number: int, settings: Settings) -> Game:
    """Play the game with a number."""
    return play_game(
        number,
        settings.specs,
        settings.simulations,
        settings.random,
        settings.seed,
        settings.opening,
        settings.engine,
        TABLE_MB,
    )


def make_shard(
    number: int, folder: Path, games: int, play: Callable[[int], Item], writer: Writer[Item], total: int = sys.maxsize
) -> int:
    """Play the games of a shard, write its file, and return the number of its positions.

    Args:
        number: the number of the shard.
        folder: the folder of its file.
        games: the number of games in every shard.
        play: plays the game with a number.
        writer: writes the file.
        total: the number of games of all shards; the last shard may have fewer.
    """
    numbers = range(number * games, min((number + 1) * games, total))
    return writer.write(shard_path(folder, number, writer.suffix), map(play, numbers))


def shard_path(folder: Path, number: int, suffix: str = ARRAYS.suffix) -> Path:
    return folder / f"shard-{number:05d}{suffix}"


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
    play = partial(play_numbered, settings=settings)
    make = partial(make_shard, folder=folder, games=settings.games, play=play, writer=ARRAYS)
    for made, positions in enumerate(in_processes(make, folder, missing, processes), len(numbers) - len(missing) + 1):
        report(made, positions)


def in_processes(make: Callable[[int], int], folder: Path, missing: Sequence[int], processes: int) -> Iterator[int]:
    """Make the missing files of a folder. Yield what `make` returns for each number.

    Args:
        make: a picklable function that makes the file with a number.
        folder: the folder, which is created.
        missing: the numbers of the files.
        processes: the number of workers. With 1, this process does the work.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if processes == 1 or len(missing) < 2:
        yield from map(make, missing)
        return
    with get_context("spawn").Pool(min(processes, len(missing)), initializer=ignore_interrupts) as pool:
        yield from pool.imap_unordered(make, missing)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in this process: the process that started it ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
