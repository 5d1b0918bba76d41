"""The games that statistics are made of, a bot's lead in each, and the blocks that games form."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import fsum
from typing import Literal, NamedTuple

from workbench.statistics.scale import share

Fault = Literal["", "illegal", "timeout", "crash", "void"]


class Game(NamedTuple):
    """One game. `table` says which pairing of the schedule it belongs to, `order` which seat order of the block it is.

    `seats` are the numbers of the bots on the seats, `returns` and `seconds` are by seat, returns in [-1, 1], sum 0.
    `line` is equal for games that are move for move the same. `guilty` is the bot that the fault is put down to.
    """

    block: int
    table: int
    order: int
    seats: tuple[int, ...]
    returns: tuple[float, ...]
    line: int
    turns: int
    fault: Fault
    guilty: int | None
    seconds: tuple[float, ...]
    attempt: int = 1

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of each seat in [0, 1]."""
        return tuple(map(share, self.returns))


class Block(NamedTuple):
    """All games of one seed in which two bots met, and the first one's lead in each, in [-1, 1]."""

    number: int
    games: tuple[Game, ...]
    leads: tuple[float, ...]

    @property
    def lead(self) -> float:
        """The mean lead."""
        return fsum(self.leads) / len(self.leads)

    @property
    def diverges(self) -> bool:
        """Whether its games are not all move for move the same; where they are, the bots are told apart by nothing."""
        return len({game.line for game in self.games}) > 1


def scored(games: Iterable[Game]) -> list[Game]:
    """The games that count, in the order of the schedule. Of a game that was played again the last one counts."""
    kept = {(game.block, game.table, game.order): game for game in games if game.fault != "void"}
    return [kept[slot] for slot in sorted(kept)]


def lead(game: Game, first: int, second: int) -> float:
    """Half of what a bot's return is above another's, each the mean over its seats: in [-1, 1], and between two seats
    the return itself. Exchanging the bots changes the sign and nothing else."""
    own, other = ([r for r, bot in zip(game.returns, game.seats, strict=True) if bot == b] for b in (first, second))
    return (fsum(own) / len(own) - fsum(other) / len(other)) / 2


def blocks(games: Iterable[Game], orders: int, first: int, second: int) -> list[Block]:
    """The complete blocks of two bots, of games as `scored` gives them: those with `orders` games at every table where
    the two meet."""
    met = [game for game in games if first in game.seats and second in game.seats]
    tables = len({game.table for game in met})
    by_number = defaultdict(list)
    for game in met:
        by_number[game.block].append(game)
    return [
        Block(number, tuple(own), tuple(lead(game, first, second) for game in own))
        for number, own in by_number.items()
        if len(own) == orders * tables
    ]


def whole(games: Sequence[Game], orders: int) -> list[Game]:
    """Those of the complete blocks, of games as `scored` gives them: `orders` games at every table. In the others some
    bots have not sat everywhere yet, and what they are worth would be taken for what the seats are."""
    tables = len({game.table for game in games})
    count = Counter(game.block for game in games)
    return [game for game in games if count[game.block] == orders * tables]


def waiting(games: Iterable[Game], orders: int) -> int | None:
    """The number of the first block, from 0, that still waits for a game, None if there is none. A game whose first
    attempt was void is waited for; one whose second was void too is not.

    A sequential test goes no further: blocks of short games finish early, and short games may favour one bot."""
    slots = {(game.block, game.table, game.order) for game in games if game.fault != "void" or game.attempt > 1}
    tables = {table for _, table, _ in slots}
    count: dict[int, int] = defaultdict(int)
    for block, _, _ in slots:
        count[block] += 1
    numbers = range(max(count, default=0) + 1)
    return next((block for block in numbers if count[block] < orders * max(1, len(tables))), None)
