"""The list of an archive's matches: what each is, and how far it has been played."""

from __future__ import annotations

from typing import NamedTuple

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.resuming import complete
from workbench.matches.planning.plan import Schedule


class Overview(NamedTuple):
    """`done` are the games that count, of `games`; `complete` says that there is nothing left to be played."""

    match: Match
    done: int
    games: int
    complete: bool


class Listing(NamedTuple):
    """Matches, the newest first, and by number why this program cannot read others."""

    matches: list[Overview]
    unreadable: dict[int, str]


def overview(archive: Archive, only: int | None = None) -> Listing:
    """All matches of an archive, or the one with this number. BadArchive if it cannot be read."""
    which, values = ("", ()) if only is None else (" WHERE match = ?", (only,))
    counted = {
        match: (counting, settled)
        for match, counting, settled in archive.read(
            "SELECT match, count(DISTINCT CASE WHEN ending != 'void' THEN number END), "
            f"count(DISTINCT CASE WHEN ending != 'void' OR attempt = 2 THEN number END) FROM games{which} "
            "GROUP BY match",
            values,
        )
    }
    matches, unreadable = archive.sorted_out(only)
    found = []
    for match in reversed(matches):
        done, settled = counted.get(match.id, (0, 0))
        games = Schedule(match.plan).games
        tested = match.plan.sprt is not None and done > 0
        found.append(
            Overview(match, done, games, settled >= games or (tested and complete(archive, match, match.plan)))
        )
    return Listing(found, unreadable)
