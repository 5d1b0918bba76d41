"""Self-play with labels: at some positions of each game, every move is searched with the same number of simulations.

The values of the moves of a position share its luck, so they show what a single move is worth. A file of labelled games
depends only on its settings and its number, like the shards of `shards`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import fastcore
from fastcore.fitting.selfplay import Game

TABLE_MB = 4
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
    stream = fastcore.Stream(settings.seed, "labels", number)
    state = fastcore.start(settings.specs[number % len(settings.specs)])
    search = fastcore.Search(state, seed=stream.below(2**32), memory_mb=TABLE_MB)
    played = Labelled(Game(state.spec, [], [], []))
    while state.actor != fastcore.OVER:
        search.run(settings.simulations)
        played.game.values.append(round(search.value()[0], 5))
        if state.actor == fastcore.CHANCE:
            move = state.sample(stream)
        elif stream.below(1000) < 1000 * settings.random:
            move = stream.choice(state.moves())
        else:
            move = search.choice()
        if state.actor >= 0 and len(state.moves()) > 1 and stream.below(1000) < 1000 * settings.share:
            played.labels[len(played.game.moves)] = label(state, settings.each, stream.below(2**32))
        played.game.moves.append(move)
        search.advance(state.move_text(move))
        state.play(move)
    played.game.returns.extend(state.returns())
    return played


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
    path = folder / NAME.format(number)
    partial_path = path.with_suffix(f".{os.getpid()}.part")
    with partial_path.open("wb") as file:
        np.savez_compressed(
            file,
            specs=np.array([game.game.spec for game in games]),
            lengths=np.array([len(game.game.moves) for game in games], np.int32),
            moves=np.array([move for game in games for move in game.game.moves], np.int16),
            values=np.array([value for game in games for value in game.game.values], np.float32),
            returns=np.array([game.game.returns for game in games], np.float32),
            places=np.array([(g, ply, len(moves)) for g, ply, moves, _ in labels], np.int32),
            label_moves=np.array([move for _, _, moves, _ in labels for move in moves], np.int16),
            label_values=np.array([value for *_, values in labels for value in values], np.float32),
        )
    partial_path.replace(path)
    return sum(len(moves) for _, _, moves, _ in labels)


def read_file(folder: Path, number: int) -> list[Labelled]:
    """Read the games of a file. Raise FileNotFoundError if it has not been made."""
    with np.load(folder / NAME.format(number)) as arrays:
        data: dict[str, Any] = {name: arrays[name] for name in arrays}
    games, first = [], 0
    for spec, length, returns in zip(data["specs"].tolist(), data["lengths"].tolist(), data["returns"], strict=True):
        part = slice(first, first + length)
        games.append(
            Labelled(Game(spec, data["moves"][part].tolist(), data["values"][part].tolist(), returns.tolist()))
        )
        first += length
    first = 0
    for g, ply, count in data["places"].tolist():
        part = slice(first, first + count)
        games[g].labels[ply] = (data["label_moves"][part].tolist(), data["label_values"][part].tolist())
        first += count
    return games


def make_files(folder: Path, numbers: Sequence[int], settings: Settings, processes: int) -> Iterator[int]:
    """Make the files of a folder that do not exist yet, and yield the labelled moves of each."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in numbers if not (folder / NAME.format(number)).exists()]
    if missing:
        with get_context("spawn").Pool(min(processes, len(missing))) as pool:
            yield from pool.imap_unordered(partial(make_file, folder=folder, settings=settings), missing)
