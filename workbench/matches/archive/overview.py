"""The list of an archive's matches with their progress."""

from __future__ import annotations

from collections import defaultdict
from json import loads
from typing import NamedTuple

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.resuming import is_complete
from workbench.matches.planning.plan import Schedule
from workbench.statistics.scale import mean, share


class Overview(NamedTuple):
    """A match and its progress.

    `done` counts the valid games, out of `games`. `complete` means that no games remain to be played. `scores` has the
    mean score of each bot in its valid games, from 0 to 1. It is empty if a bot has none.
    """

    match: Match
    done: int
    games: int
    complete: bool
    scores: tuple[float, ...] = ()


class Listing(NamedTuple):
    """The readable matches, newest first, and for each unreadable match number the reason."""

    matches: list[Overview]
    unreadable: dict[int, str]


def list_matches(archive: Archive, only: int | None = None) -> Listing:
    """Return all matches of an archive, or only the match with this number.

    Raises:
        ArchiveError: The archive cannot be read.
    """
    which, values = ("", ()) if only is None else (" WHERE match = ?", (only,))
    counted = {
        match: (counting, settled)
        for match, counting, settled in archive.query(
            "SELECT match, count(DISTINCT CASE WHEN ending != 'void' THEN number END), "
            f"count(DISTINCT CASE WHEN ending != 'void' OR attempt = 2 THEN number END) FROM games{which} "
            "GROUP BY match",
            values,
        )
    }
    scores = _scores(archive, only)
    matches, unreadable = archive.load_matches(only)
    found = []
    for match in reversed(matches):
        done, settled = counted.get(match.id, (0, 0))
        games = Schedule(match.plan).games
        tested = match.plan.sprt is not None and done > 0
        found.append(
            Overview(
                match,
                done,
                games,
                settled >= games or (tested and is_complete(archive, match, match.plan)),
                _mean_scores(scores[match.id], len(match.plan.bots)),
            )
        )
    return Listing(found, unreadable)


def _scores(archive: Archive, only: int | None) -> dict[int, list[tuple[str, str, int]]]:
    """Return for each match the seats and returns of its valid games, each with the number of such games."""
    which, values = ("", ()) if only is None else (" AND match = ?", (only,))
    found: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for match, *row in archive.query(
        f"SELECT match, seats, returns, count(*) FROM games WHERE ending != 'void'{which} "
        "GROUP BY match, seats, returns",
        values,
    ):
        found[match].append((row[0], row[1], row[2]))
    return found


def _mean_scores(rows: list[tuple[str, str, int]], bots: int) -> tuple[float, ...]:
    """Return the mean score of each bot, or () if a bot has no game or a row is damaged.

    A game counts once for each bot, however many seats it has: the standings do the same.
    """
    totals, games = [0.0] * bots, [0] * bots
    try:
        for seats, returns, count in rows:
            own: dict[int, list[float]] = defaultdict(list)
            for bot, value in zip(loads(seats), loads(returns), strict=True):
                own[bot].append(value)
            for bot, values in own.items():
                totals[bot] += mean(values) * count
                games[bot] += count
    except (ValueError, TypeError, IndexError, OverflowError):
        return ()
    return tuple(share(total / number) for total, number in zip(totals, games, strict=True)) if all(games) else ()
