"""The summary of the games between some bots, as plain data for windows, reports and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from workbench.statistics.crosstable import Cell, crosstable
from workbench.statistics.games import Game, blocks, scored, waiting, whole
from workbench.statistics.ranking import Standing, seat_standings, standings
from workbench.statistics.scale import Estimate, share
from workbench.statistics.scores import Pair, ScorePath, pair, score_path
from workbench.statistics.sprt import Path, Sprt
from workbench.statistics.strengths import Strengths, plackett_luce
from workbench.statistics.usage import Faults, Usage, faults, usage


class BadGames(ValueError):
    """Games that do not belong together; one line says which and why."""


class Test(msgspec.Struct, frozen=True):
    """A sequential test of the first bot against the second, its bounds and how it went."""

    sprt: Sprt
    lower: float
    upper: float
    path: Path


class Summary(msgspec.Struct, frozen=True):
    """`games` count, `void` ones do not. `orders` are the games of a complete block at one table. `pairs` are all two
    bots that met at a table, the lower number first; `seats` are those of the complete blocks; `score_path` and `test`
    are there for two bots alone. `strengths` are there if they were asked for."""

    bots: tuple[str, ...]
    orders: int
    games: int
    void: int
    pairs: tuple[Pair, ...]
    standings: tuple[Standing, ...]
    seats: tuple[Estimate, ...]
    crosstable: tuple[tuple[Cell, ...], ...]
    usage: tuple[Usage, ...]
    faults: tuple[Faults, ...]
    score_path: ScorePath | None = None
    test: Test | None = None
    strengths: Strengths | None = None


def summarize(
    bots: Sequence[str],
    games: Iterable[Game],
    orders: int,
    sprt: Sprt | None = None,
    strength_seconds: float = 0.0,
) -> Summary:
    """The figures of games between bots, who are numbered from 0. `orders` games make a block of a table complete.

    `strength_seconds` is the time for Plackett-Luce strengths, 0 for none of them. BadGames if the games do not fit the
    bots or each other; MissingLibrary if strengths are asked for and choix is not there."""
    everything = list(games)
    _check(bots, everything, orders, sprt)
    counting = scored(everything)
    met = [(one, other, blocks(counting, orders, one, other)) for one, other in combinations(range(len(bots)), 2)]
    path = test = None
    if len(bots) == 2:
        leads = [block.lead for block in met[0][2]]
        path = score_path(leads)
        if sprt is not None:
            limit = waiting(everything, orders)
            ready = [block for block in met[0][2] if limit is None or block.number < limit]
            found = sprt.path([share(block.lead) for block in ready], orders)
            test = Test(sprt, sprt.lower, sprt.upper, found)
    return Summary(
        bots=tuple(bots),
        orders=orders,
        games=len(counting),
        void=sum(game.fault == "void" for game in everything),
        pairs=tuple(pair(one, other, found) for one, other, found in met if _meet(counting, one, other)),
        standings=standings(len(bots), counting),
        seats=seat_standings(whole(counting, orders)),
        crosstable=crosstable(len(bots), counting),
        usage=usage(len(bots), counting),
        faults=faults(everything),
        score_path=path,
        test=test,
        strengths=plackett_luce(len(bots), counting, strength_seconds) if strength_seconds > 0 else None,
    )


def _meet(games: Sequence[Game], one: int, other: int) -> bool:
    return any(one in game.seats and other in game.seats for game in games)


def _check(bots: Sequence[str], games: Sequence[Game], orders: int, sprt: Sprt | None) -> None:
    if len(bots) < 2:
        raise BadGames(f"there are {len(bots)} bots; statistics need two at least")
    if orders < 1:
        raise BadGames(f"orders is {orders}; a block has at least 1 game")
    if sprt is not None and len(bots) != 2:
        raise BadGames(f"a sequential test compares two bots, not {len(bots)}")
    for game in games:
        where = f"block {game.block}, table {game.table}, order {game.order}"
        if not all(0 <= bot < len(bots) for bot in game.seats):
            raise BadGames(f"{where}: seats are {game.seats}, but there are {len(bots)} bots, from 0")
        if not len(game.returns) == len(game.seconds) == len(game.seats) == len(games[0].seats):
            raise BadGames(f"{where}: {len(game.seats)} seats, {len(game.returns)} returns, {len(game.seconds)} times")
        if not all(-1 <= value <= 1 for value in game.returns) or abs(sum(game.returns)) > 1e-6:
            raise BadGames(f"{where}: returns are {game.returns}; each is -1 to 1, their sum 0")
