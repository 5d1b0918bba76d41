"""Self-play with labels: at some positions of each game, every move is searched with the same number of simulations.

The values of the moves of a position share its luck, so they show what a single move is worth. A file of labelled games
depends only on its settings and its number, like the shards of `shards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import fastcore
from fastcore.fitting.selfplay import Game, play_game
from fastcore.fitting.shards import TABLE_MB, Shard, in_processes

NAME = "labels-{:05d}.npz"


@dataclass(frozen=True)
class Settings:
    """The settings of all files.

    Attributes:
        specs: the specs, which the games take in turn.
        simulations: for each move of a game.
        random: the share of random moves.
        each: the simulations for each move of a labelled position.
        share: the share of labelled positions.
        games: the number of games in a file.
        seed: the seed of all files.
    """

    specs: tuple[str, ...]
    simulations: int
    random: float
    each: int
    share: float
    games: int
    seed: int


@dataclass
class Labelled:
    """A game and its labels: `moves` and their `values` for seat 0, for each labelled position by its number."""

    game: Game
    labels: dict[int, tuple[list[int], list[float]]] = field(default_factory=dict)


def play_labelled(number: int, settings: Settings) -> Labelled:
    """Play game `number` and label some of its positions."""
    labels: dict[int, tuple[list[int], list[float]]] = {}

    def look(state: fastcore.State, ply: int, stream: fastcore.Stream) -> None:
        if state.actor >= 0 and len(state.moves()) > 1 and stream.below(1000) < 1000 * settings.share:
            labels[ply] = label(state, settings.each, stream.below(2**32))

    game = play_game(
        number,
        settings.specs,
        settings.simulations,
        settings.random,
        settings.seed,
        memory_mb=TABLE_MB,
        purpose="labels",
        look=look,
    )
    return Labelled(game, labels)


def label(state: fastcore.State, each: int, seed: int) -> tuple[list[int], list[float]]:
    """Return the moves of a position and their values for seat 0, from `each` simulations of each move."""
    search = fastcore.Search(state, seed=seed, memory_mb=2 * TABLE_MB)
    for move in state.moves():
        search.run(each, [move])
    rows = search.root()
    return rows["move"].tolist(), rows["value"][:, 0].tolist()


def make_file(number: int, folder: Path, settings: Settings) -> int:
    """Play the games of a file, write it, and return the number of its labelled moves."""
    games = [play_labelled(number * settings.games + i, settings) for i in range(settings.games)]
    labels = [(g, ply, *found) for g, game in enumerate(games) for ply, found in game.labels.items()]
    Shard.of([game.game for game in games]).write(
        folder / NAME.format(number),
        places=np.array([(g, ply, len(moves)) for g, ply, moves, _ in labels], np.int32),
        label_moves=np.array([move for _, _, moves, _ in labels for move in moves], np.int16),
        label_values=np.array([value for *_, values in labels for value in values], np.float32),
    )
    return sum(len(moves) for _, _, moves, _ in labels)


def read_file(folder: Path, number: int) -> list[Labelled]:
    """Read the games of a file. Raise FileNotFoundError if it has not been made."""
    with np.load(folder / NAME.format(number)) as arrays:
        data: dict[str, Any] = {name: arrays[name] for name in arrays}
    games, first = [Labelled(game) for game in Shard.read(data).games()], 0
    for g, ply, count in data["places"].tolist():
        part = slice(first, first + count)
        games[g].labels[ply] = (data["label_moves"][part].tolist(), data["label_values"][part].tolist())
        first += count
    return games


def make_files(folder: Path, numbers: Sequence[int], settings: Settings, processes: int) -> Iterator[int]:
    """Make the files of a folder that do not exist yet. Yield the number of labelled moves of each."""
    missing = [number for number in numbers if not (folder / NAME.format(number)).exists()]
    return in_processes(partial(make_file, folder=folder, settings=settings), folder, missing, processes)
