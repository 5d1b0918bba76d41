"""The summary of the games between some bots, as plain data for windows, reports and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import isfinite

import msgspec

from workbench.statistics.adjusted import adjusted_path, block_lucks
from workbench.statistics.crosstable import Cell, crosstable
from workbench.statistics.games import Game, complete_block_games, complete_blocks, first_unsettled_block, scored
from workbench.statistics.ranking import Standing, seat_standings, standings
from workbench.statistics.scale import Estimate, share
from workbench.statistics.scores import Pair, ScorePath, pair, score_path
from workbench.statistics.sprt import Path, Sprt
from workbench.statistics.strengths import Strengths, plackett_luce, strength_order
from workbench.statistics.usage import Faults, Usage, faults, usage


class GamesError(ValueError):
    """Raised when games do not fit the bots or each other. The message names the game and the reason."""


class SprtResult(msgspec.Struct, frozen=True):
    """A sequential test of the first bot against the second, its bounds and its course."""

    sprt: Sprt
    lower: float
    upper: float
    path: Path


class Summary(msgspec.Struct, frozen=True):
    """All statistics of the games between some bots.

    `games` is the number of valid games, and `void` the number of void games. `orders` is the number of games in a
    complete block at one table. `pairs` has all pairs of bots that met, the lower number first. `seats` is based on
    complete blocks. `standings` are ordered by score, or by strength if some bots did not meet. `score_path` and `test`
    exist only for two bots, and `strengths` only on request. For two bots, `standings` and `crosstable` count
    only complete blocks, as `pairs` does, but all games while no block is complete.
    """

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
    test: SprtResult | None = None
    strengths: Strengths | None = None


def summarize(
    bots: Sequence[str],
    games: Iterable[Game],
    orders: int,
    sprt: Sprt | None = None,
    strength_draws: int = 0,
) -> Summary:
    """Return the statistics of the games between bots.

    Args:
        bots: The names of the bots. Games refer to them by index.
        games: All attempts.
        orders: The number of games in a complete block at one table.
        sprt: The sequential test, or None. It requires two bots.
        strength_draws: The number of bootstrap draws for Plackett-Luce strengths. 0 leaves them out.

    Raises:
        GamesError: The games do not fit the bots or each other.
    """
    everything = list(games)
    _check(bots, everything, orders, sprt)
    counting = scored(everything)
    pairs = [
        (first, second, complete_blocks(counting, orders, first, second))
        for first, second in combinations(range(len(bots)), 2)
    ]
    path = test = None
    ranking_games = counting
    if len(bots) == 2:
        ranking_games = [game for block in pairs[0][2] for game in block.games] or counting
        leads = [block.lead for block in pairs[0][2]]
        path = score_path(leads)
        if sprt is not None:
            limit = first_unsettled_block(everything, orders)
            ready = [block for block in pairs[0][2] if limit is None or block.number < limit]
            lucks = block_lucks(0, 1, ready) if sprt.adjusted else None
            found = (
                sprt.path([share(block.lead) for block in ready], orders)
                if lucks is None
                else adjusted_path(sprt, [block.lead for block in ready], lucks, orders)
            )
            test = SprtResult(sprt, sprt.lower, sprt.upper, found)
    strengths = plackett_luce(len(bots), counting, strength_draws) if strength_draws > 0 else None
    ranked = standings(len(bots), ranking_games)
    if len(bots) > 2 and not all(_meet(counting, first, second) for first, second, _ in pairs):
        ranked = by_strength(ranked, strengths or plackett_luce(len(bots), counting, 1))
    return Summary(
        bots=tuple(bots),
        orders=orders,
        games=len(counting),
        void=sum(game.fault == "void" for game in everything),
        pairs=tuple(pair(first, second, found) for first, second, found in pairs if _meet(counting, first, second)),
        standings=ranked,
        seats=seat_standings(complete_block_games(counting, orders)),
        crosstable=crosstable(len(bots), ranking_games),
        usage=usage(len(bots), counting),
        faults=faults(everything),
        score_path=path,
        test=test,
        strengths=strengths,
    )


def by_strength(ranked: Sequence[Standing], strengths: Strengths | None) -> tuple[Standing, ...]:
    """Return standings in the order of the bots' strengths.

    If some bots did not meet, for example in a gauntlet, their scores cannot be compared: they had different opponents.
    """
    if strengths is None:
        return tuple(ranked)
    return tuple(sorted(ranked, key=lambda standing: strength_order(strengths.elo[standing.bot])))


def _meet(games: Sequence[Game], first: int, second: int) -> bool:
    return any(first in game.seats and second in game.seats for game in games)


def _check(bots: Sequence[str], games: Sequence[Game], orders: int, sprt: Sprt | None) -> None:
    if len(bots) < 2:
        raise GamesError(f"there are {len(bots)} bots; statistics need two at least")
    if orders < 1:
        raise GamesError(f"orders is {orders}; a block has at least 1 game")
    if sprt is not None and len(bots) != 2:
        raise GamesError(f"a sequential test compares two bots, not {len(bots)}")
    for game in games:
        where = f"block {game.block}, table {game.table}, order {game.order}"
        if not all(0 <= bot < len(bots) for bot in game.seats):
            raise GamesError(f"{where}: seats are {game.seats}, but there are {len(bots)} bots, from 0")
        if not len(game.returns) == len(game.seconds) == len(game.seats) == len(games[0].seats):
            raise GamesError(
                f"{where}: {len(game.seats)} seats, {len(game.returns)} returns, {len(game.seconds)} times"
            )
        if not all(-1 <= value <= 1 for value in game.returns) or abs(sum(game.returns)) > 1e-6:
            raise GamesError(f"{where}: returns are {game.returns}; each is -1 to 1, their sum 0")
        if wrong := [kind for kind in game.luck if len(kind) != len(game.seats) or not all(map(isfinite, kind))]:
            raise GamesError(f"{where}: its luck is {wrong[0]}; {len(game.seats)} finite numbers are expected")
