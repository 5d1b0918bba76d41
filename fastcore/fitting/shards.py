"""Self-play in shards: files of many games, each made from the seed and its number alone.

A shard holds arrays, so that millions of positions stay small: see `Shard`. Worker processes make the missing shards of
a folder; a run that is stopped loses only the shards it was making.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import numpy.typing as npt

import fastcore

TABLE_MB = 4


@dataclass(frozen=True)
class Shard:
    """The games of one shard, in their order.

    Attributes:
        specs: the spec of each game.
        lengths: (games,), the number of moves of each game.
        moves: (moves,), int32: all moves and outcomes of chance.
        values: (moves,), float32: the value for seat 0 of the position before each move, in [-1, 1].
        returns: (games,), float32: the result for seat 0.
    """

    specs: tuple[str, ...]
    lengths: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    returns: npt.NDArray[np.float32]

    def games(self) -> Iterator[tuple[str, npt.NDArray[np.int32], npt.NDArray[np.float32], float]]:
        """Yield the spec, the moves, the values and the result of each game."""
        first = 0
        for spec, length, result in zip(self.specs, self.lengths, self.returns, strict=True):
            yield spec, self.moves[first : first + length], self.values[first : first + length], float(result)
            first += length


@dataclass(frozen=True)
class Settings:
    """What decides the games of every shard.

    Attributes:
        specs: games take them in turn.
        engine: the engine of `fastcore.Search`.
        simulations: for each move.
        random: the share of moves that are uniformly random.
        opening: a game begins with 0 to this many random moves.
        games: the number of games in a shard.
        seed: of all shards.
    """

    specs: tuple[str, ...]
    engine: str
    simulations: int
    random: float
    opening: int
    games: int
    seed: int


def play_game(number: int, settings: Settings) -> tuple[str, list[int], list[float], float]:
    """Play game `number` and return its spec, its moves, their values for seat 0, and its result."""
    stream = fastcore.Stream(settings.seed, "self-play", number)
    state = fastcore.start(settings.specs[number % len(settings.specs)])
    search = fastcore.Search(state, engine=settings.engine, seed=stream.below(2**32), memory_mb=TABLE_MB)
    opening = stream.below(settings.opening + 1)
    moves: list[int] = []
    values: list[float] = []
    while state.actor != fastcore.OVER:
        search.run(settings.simulations)
        values.append(search.value()[0])
        if state.actor == fastcore.CHANCE:
            move = state.sample(stream)
        elif len(moves) < opening or stream.below(1000) < 1000 * settings.random:
            move = stream.choice(state.moves())
        else:
            move = search.choice()
        moves.append(move)
        search.advance(state.move_text(move))
        state.play(move)
    return state.spec, moves, values, state.returns()[0]


def make_shard(number: int, folder: Path, settings: Settings) -> int:
    """Play the games of a shard, write its file, and return the number of its positions."""
    games = [play_game(number * settings.games + i, settings) for i in range(settings.games)]
    path = shard_path(folder, number)
    partial_path = path.with_suffix(f".{os.getpid()}.part")
    with partial_path.open("wb") as file:
        np.savez_compressed(
            file,
            specs=np.array([game[0] for game in games]),
            lengths=np.array([len(game[1]) for game in games], np.int32),
            moves=np.array([move for game in games for move in game[1]], np.int32),
            values=np.array([value for game in games for value in game[2]], np.float32),
            returns=np.array([game[3] for game in games], np.float32),
        )
    partial_path.replace(path)
    return sum(len(game[1]) for game in games)


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"shard-{number:05d}.npz"


def read_shard(folder: Path, number: int) -> Shard:
    """Read a shard. Raise FileNotFoundError if it has not been made."""
    with np.load(shard_path(folder, number)) as arrays:
        return Shard(tuple(map(str, arrays["specs"])), *(arrays[name] for name in Shard.__match_args__[1:]))


def make_shards(
    folder: Path, numbers: Sequence[int], settings: Settings, processes: int, report: Callable[[int, int], None]
) -> None:
    """Make the shards of a folder that do not exist yet.

    Args:
        folder: the folder.
        numbers: the numbers of all shards that it should hold.
        settings: of their games.
        processes: the number of workers.
        report: called after each shard with the number of shards that exist and the positions of the new one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in numbers if not shard_path(folder, number).exists()]
    made = len(numbers) - len(missing)
    if not missing:
        return
    with get_context("spawn").Pool(min(processes, len(missing))) as pool:
        make = partial(make_shard, folder=folder, settings=settings)
        for made_now, positions in enumerate(pool.imap_unordered(make, missing), 1):
            report(made + made_now, positions)
