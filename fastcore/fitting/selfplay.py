"""Games that a search plays against itself, kept as text: one JSON object a line, in the order of their numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import fastcore

MEMORY_MB = 64


@dataclass(frozen=True)
class Game:
    """A game as it was played, with what the search thought of each position before its move."""

    spec: str
    moves: list[int]  # chance's too
    values: list[float]  # of the search, for seat 0, a position a move
    returns: list[float]  # a seat
    position: str = ""  # where it begins, if not at the start

    def begun(self) -> fastcore.State:
        return fastcore.parse(f"{self.spec} {self.position}") if self.position else fastcore.start(self.spec)


@dataclass(frozen=True)
class Decision:
    """What a long search of one position says: of each move, or outcome, its visits and its value for seat 0."""

    situation: str
    moves: list[int]
    visits: list[int]
    values: list[float]


def play_game(number: int, specs: Sequence[str], simulations: int, random: float, seed: int) -> Game:
    """Game `number`: its spec by turns from `specs`; a share `random` of the moves is drawn from all legal ones."""
    stream = fastcore.Stream(seed, "self-play", number)
    state = fastcore.start(specs[number % len(specs)])
    search = fastcore.Search(state, seed=stream.below(2**32), memory_mb=MEMORY_MB)
    moves: list[int] = []
    values: list[float] = []
    while state.actor != fastcore.OVER:
        search.run(simulations)
        values.append(round(search.value()[0], 5))
        if state.actor == fastcore.CHANCE:
            move = state.sample(stream)
        elif stream.below(1000) < 1000 * random:
            move = stream.choice(state.moves())
        else:
            move = search.choice()
        moves.append(move)
        search.advance(state.move_text(move))
        state.play(move)
    return Game(state.spec, moves, values, list(state.returns()))


def search_deep(number: int, games: Path, simulations: int, seed: int) -> Decision:
    """A long search of one position with more ways than one to go on, drawn from a game of a file."""
    game = nth_game(games, number % count(games))
    stream = fastcore.Stream(seed, "deep", number)
    while True:
        state = fastcore.start(game.spec)
        for move in game.moves[: stream.below(len(game.moves))]:
            state.play(move)
        if len(state.moves()) + len(state.chances()) > 1:
            break
    # every move is looked at often: bad ones are learnt from too
    search = fastcore.Search(state, seed=stream.below(2**32), memory_mb=8 * MEMORY_MB, selection="ucb", exploration=0.5)
    search.run(simulations)
    rows = search.root()
    return Decision(
        state.situation, rows["move"].tolist(), rows["visits"].tolist(), rows["value"][:, 0].round(5).tolist()
    )


def nth_game(path: Path, number: int) -> Game:
    with path.open(encoding="utf-8") as lines:
        for i, line in enumerate(lines):
            if i == number:
                return Game(**json.loads(line))
    raise ValueError(f"{path} has no game {number}")


def collect(
    path: Path, make: Callable[[int], Game | Decision], total: int, processes: int, told: Callable[[int], None]
) -> None:
    """Make what a file lacks of its `total` lines, in worker processes; `told` hears how many there are."""
    have = count(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file, get_context("spawn").Pool(processes) as pool:
        for number, made in enumerate(pool.imap(make, range(have, total), chunksize=4), have + 1):
            file.write(json.dumps(asdict(made), separators=(",", ":")) + "\n")
            file.flush()
            told(number)


def count(path: Path) -> int:
    """How many whole lines a file has; one that was cut short is dropped."""
    if not path.exists():
        return 0
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        path.write_bytes(whole)
    return whole.count(b"\n")


def collect_games(
    path: Path,
    specs: Sequence[str],
    total: int,
    simulations: int,
    random: float,
    seed: int,
    processes: int,
    told: Callable[[int], None],
) -> list[Game]:
    make = partial(play_game, specs=specs, simulations=simulations, random=random, seed=seed)
    collect(path, make, total, processes, told)
    return [Game(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()[:total]]


def collect_decisions(
    path: Path, games: Path, total: int, simulations: int, seed: int, processes: int, told: Callable[[int], None]
) -> list[Decision]:
    make = partial(search_deep, games=games, simulations=simulations, seed=seed)
    collect(path, make, total, processes, told)
    return [Decision(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()[:total]]
