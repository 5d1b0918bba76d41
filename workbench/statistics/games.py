"""The games behind the statistics, the leads in them, and the blocks that they form."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import fsum
from typing import Literal, NamedTuple

from workbench.statistics.scale import share

Fault = Literal["", "illegal", "timeout", "crash", "void"]


class Game(NamedTuple):
    """A game.

    `table` is the pairing in the schedule and `order` the seat order in the block. `seats` has the number of the bot on
    each seat. `returns` (in [-1, 1], with sum 0) and `seconds` are by seat. Games with equal moves have the same
    `line`. `guilty` is the bot responsible for the fault. Attempts are numbered from 1.
    `luck` has, for each kind of luck that was measured, that of every seat; () if it is unknown.
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
    luck: tuple[tuple[float, ...], ...] = ()

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of each seat in [0, 1]."""
        return tuple(map(share, self.returns))


class Block(NamedTuple):
    """All games of one seed in which two bots met, and the first bot's lead in each, in [-1, 1]."""

    number: int
    games: tuple[Game, ...]
    leads: tuple[float, ...]

    @property
    def lead(self) -> float:
        """The mean lead."""
        return fsum(self.leads) / len(self.leads)

    @property
    def diverges(self) -> bool:
        """Whether any two games differ. Otherwise the block does not distinguish the bots."""
        return len({game.line for game in self.games}) > 1


def scored(games: Iterable[Game]) -> list[Game]:
    """Return the valid games in schedule order. Only the last valid attempt at a game is used."""
    kept = {(game.block, game.table, game.order): game for game in games if game.fault != "void"}
    return [kept[slot] for slot in sorted(kept)]


def lead(game: Game, first: int, second: int) -> float:
    """Return half the difference of two bots' mean returns, in [-1, 1].

    In a game with two seats, this is the return of the first bot. Exchanging the bots changes only the sign.
    """
    own, theirs = ([r for r, bot in zip(game.returns, game.seats, strict=True) if bot == b] for b in (first, second))
    return (fsum(own) / len(own) - fsum(theirs) / len(theirs)) / 2


def complete_blocks(games: Iterable[Game], orders: int, first: int, second: int) -> list[Block]:
    """Return the complete blocks of two bots.

    Args:
        games: The games, from `scored`.
        orders: The number of seat orders. A block is complete with this many games at every table of both bots.
        first: The number of the first bot.
        second: The number of the second bot.
    """
    meetings = [game for game in games if first in game.seats and second in game.seats]
    tables = len({game.table for game in meetings})
    by_number = defaultdict(list)
    for game in meetings:
        by_number[game.block].append(game)
    return [
        Block(number, tuple(block_games), tuple(lead(game, first, second) for game in block_games))
        for number, block_games in by_number.items()
        if len(block_games) == orders * tables
    ]


def complete_block_games(games: Sequence[Game], orders: int) -> list[Game]:
    """Return the games of complete blocks.

    In incomplete blocks the bots have not played on all seats, so their strengths would distort the scores of the
    seats.

    Args:
        games: The games, from `scored`.
        orders: The number of seat orders. A block is complete with this many games at every table.
    """
    tables = len({game.table for game in games})
    count = Counter(game.block for game in games)
    return [game for game in games if count[game.block] == orders * tables]


def first_unsettled_block(games: Iterable[Game], orders: int) -> int | None:
    """Return the number of the first block, from 0, with an unsettled game, or None.

    A game is settled after a valid attempt or two void ones. A sequential test must not use later blocks: blocks of
    short games finish early, and short games may favour one bot.

    Args:
        games: All attempts.
        orders: The number of seat orders.
    """
    slots = {(game.block, game.table, game.order) for game in games if game.fault != "void" or game.attempt > 1}
    tables = {table for _, table, _ in slots}
    count: dict[int, int] = defaultdict(int)
    for block, _, _ in slots:
        count[block] += 1
    numbers = range(max(count, default=0) + 1)
    return next((block for block in numbers if count[block] < orders * max(1, len(tables))), None)
