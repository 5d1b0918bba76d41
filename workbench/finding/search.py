"""Find this position: the stored games that contain a position, and what was played next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.boards.kit.elements import Point
from workbench.finding.canonical import canonicaliser, public_view
from workbench.finding.index import IndexedGame, PositionIndex, Progress
from workbench.finding.sources import Source, own_sources
from workbench.results.history import shared_win


class NextMove(NamedTuple):
    """A move that was played from the position.

    Attributes:
        move: The move, on the board as the searched position shows it.
        games: The number of games.
        score: The mean share of the win of `PositionSearch.seat`, from 0 to 1. None if no game has a result.
    """

    move: str
    games: int
    score: float | None


class PositionSearch(NamedTuple):
    """The result of a search.

    Attributes:
        seat: The seat whose score the moves have: the player to move, or the first one if nobody is.
        games: The games that contain the position, newest first. Their next move has the form of `NextMove.move`.
        moves: The moves played next, the most frequent first.
        failures: Why sources could not be read.
    """

    seat: int
    games: list[IndexedGame]
    moves: list[NextMove]
    failures: list[str]


def find_position(
    point: Point,
    sources: Sequence[Source] | None = None,
    progress: Progress = lambda done, total: True,
    index_file: Path | None = None,
) -> PositionSearch:
    """Return the games with a position that equals this one, up to symmetries and the order of moves.

    Positions with secrets are compared by what everybody sees. The index is first brought up to date.

    Args:
        point: The position.
        sources: Where to search, by default the user's own games and matches.
        progress: See `PositionIndex.update`.
        index_file: The file of the index, by default in the program's folder.

    Raises:
        ValueError: The index cannot be read or written.
    """
    sources = own_sources() if sources is None else sources
    canonical = canonicaliser(point.spec)
    key, forms = canonical.position(public_view(point))
    with PositionIndex(index_file) as index:
        failures = index.update(sources, progress)
        found = index.find(key, sources)
    games = [game._replace(next=canonical.seen_from(game.next, forms)) for game in found]
    seat = max(point.actor, 0)
    return PositionSearch(seat, games, next_moves(games, seat), failures)


def next_moves(games: Sequence[IndexedGame], seat: int) -> list[NextMove]:
    """Return the moves played next in these games, the most frequent first, with the scores of a seat."""
    counts = defaultdict[str, int](int)
    scores = defaultdict[str, list[float]](list)
    for game in games:
        if game.next:
            counts[game.next] += 1
            if game.result is not None:
                scores[game.next].append(shared_win(game.result.returns, seat))
    moves = [
        NextMove(move, count, sum(scores[move]) / len(scores[move]) if scores[move] else None)
        for move, count in counts.items()
    ]
    return sorted(moves, key=lambda move: (-move.games, move.move))
