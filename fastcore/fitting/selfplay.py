"""Self-play games, stored as JSON lines in the order of their numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

import fastcore

MEMORY_MB = 64


@dataclass(frozen=True)
class Game:
    """A game with the search's value of each position.

    Attributes:
        spec: the game and its options.
        moves: all moves and outcomes of chance.
        values: the value for seat 0 of the position before each move, in [-1, 1].
        returns: the result for each seat.
        position: the text of the first position; "" for the start.
    """

    spec: str
    moves: list[int]
    values: list[float]
    returns: list[float]
    position: str = ""

    def begun(self) -> fastcore.State:
        return fastcore.parse(f"{self.spec} {self.position}") if self.position else fastcore.start(self.spec)


class Player(Protocol):
    """What decides in a game of self-play, for all seats."""

    def think(self, state: fastcore.State) -> float:
        """Think about a position, and return its value for seat 0, in [-1, 1]."""

    def choice(self) -> int:
        """Return the move for the position of the last `think`, in which a seat decides."""

    def advance(self, state: fastcore.State, move: int) -> None:
        """Take in the move or outcome that is made in a position, before the position changes."""


class SearchPlayer:
    """A player that sees everything, with one search for all seats.

    Args:
        search: the search, at the first position.
        simulations: the number for each move.
    """

    def __init__(self, search: fastcore.Search, simulations: int) -> None:
        self.search = search
        self.simulations = simulations

    def think(self, state: fastcore.State) -> float:
        """Search the position, and return its value for seat 0."""
        self.search.run(self.simulations)
        return self.search.value()[0]

    def choice(self) -> int:
        """Return the search's choice."""
        return self.search.choice()

    def advance(self, state: fastcore.State, move: int) -> None:
        """Advance the search."""
        self.search.advance(state.move_text(move))


def play_game(
    number: int,
    specs: Sequence[str],
    simulations: int,
    random: float,
    seed: int,
    opening: int = 0,
    engine: str = "tree",
    memory_mb: int = MEMORY_MB,
    purpose: str = "self-play",
    look: Callable[[fastcore.State, int, fastcore.Stream], None] | None = None,
    player: Player | None = None,
) -> Game:
    """Play game `number`, taking the specs in turn.

    Args:
        number: the number of the game.
        specs: the specs.
        simulations: the number for each move.
        random: the share of moves that are uniformly random.
        seed: the seed of all games.
        opening: the game begins with 0 to this many random moves.
        engine: the engine of `fastcore.Search`.
        memory_mb: the memory limit of the search, in MiB.
        purpose: the name of the game's stream of random numbers.
        look: called before each move with the position, the number of moves before it and the stream of the game.
        player: decides instead of a search; `simulations`, `engine` and `memory_mb` then do nothing.
    """
    stream = fastcore.Stream(seed, purpose, number)
    state = fastcore.start(specs[number % len(specs)])
    if player is None:
        search = fastcore.Search(state, engine=engine, seed=stream.below(2**32), memory_mb=memory_mb)
        player = SearchPlayer(search, simulations)
    at_random = stream.below(opening + 1) if opening else 0
    moves: list[int] = []
    values: list[float] = []
    while state.actor != fastcore.OVER:
        values.append(round(player.think(state), 5))
        if state.actor == fastcore.CHANCE:
            move = state.sample(stream)
        elif len(moves) < at_random or stream.below(1000) < 1000 * random:
            move = stream.choice(state.moves())
        else:
            move = player.choice()
        if look is not None:
            look(state, len(moves), stream)
        moves.append(move)
        player.advance(state, move)
        state.play(move)
    return Game(state.spec, moves, values, list(state.returns()))


def collect(path: Path, make: Callable[[int], Game], total: int, processes: int, report: Callable[[int], None]) -> None:
    """Append lines made by worker processes until a file has `total` lines.

    Args:
        path: the file.
        make: a picklable function that makes the item with a given number.
        total: the number of lines that the file should have.
        processes: the number of workers.
        report: called with the number of lines after each new line.
    """
    existing = count(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file, get_context("spawn").Pool(processes) as pool:
        for number, item in enumerate(pool.imap(make, range(existing, total), chunksize=4), existing + 1):
            file.write(json.dumps(asdict(item), separators=(",", ":")) + "\n")
            file.flush()
            report(number)


def count(path: Path) -> int:
    """Return the number of complete lines of a file (0 if it does not exist), and delete an incomplete last line."""
    if not path.exists():
        return 0
    text = path.read_bytes()
    complete = text[: text.rfind(b"\n") + 1]
    if len(complete) < len(text):
        path.write_bytes(complete)
    return complete.count(b"\n")


def collect_games(
    path: Path,
    specs: Sequence[str],
    total: int,
    simulations: int,
    random: float,
    seed: int,
    processes: int,
    report: Callable[[int], None],
) -> list[Game]:
    """Complete a file of games (see `collect` and `play_game`) and return its first `total` games."""
    make = partial(play_game, specs=specs, simulations=simulations, random=random, seed=seed)
    collect(path, make, total, processes, report)
    return [Game(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()[:total]]
