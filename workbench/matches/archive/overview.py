"""The list of an archive's matches with their progress."""

from __future__ import annotations

from typing import NamedTuple

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.resuming import is_complete
from workbench.matches.planning.plan import Schedule


class Overview(NamedTuple):
    """A match and its progress.

    `done` counts the valid games, out of `games`. `complete` means that no games remain to be played.
    """

    match: Match
    done: int
    games: int
    complete: bool


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
    matches, unreadable = archive.load_matches(only)
    found = []
    for match in reversed(matches):
        done, settled = counted.get(match.id, (0, 0))
        games = Schedule(match.plan).games
        tested = match.plan.sprt is not None and done > 0
        found.append(
            Overview(match, done, games, settled >= games or (tested and is_complete(archive, match, match.plan)))
        )
    return Listing(found, unreadable)
