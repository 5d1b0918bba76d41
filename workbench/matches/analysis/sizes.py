"""The expected size of the games of a match."""

from __future__ import annotations

import fastcore
from workbench.matches.archive.archive import Archive, Match

LARGE_BYTES = 20e6  # from this size on, the match says so before it starts
# Bytes of one decision in a packed record, measured for bots that search. Simpler bots need less.
DECISION_BYTES = {"none": 8, "last": 150, "all": 200}
GAME_BYTES = 700  # of the rest of a record, with its row
SAMPLES = 20  # random games for the number of decisions
FEWEST = 10  # games from which their own size is used


def expected_bytes(archive: Archive, match: Match, games: int) -> float:
    """Return the expected number of bytes of the games still to play.

    It is estimated from the games of the match, or from random games if the match has too few.
    """
    ((count, size),) = archive.query(
        "SELECT count(*), coalesce(avg(length(data)), 0) FROM records WHERE match = ?", (match.id,)
    )
    if count >= FEWEST:
        return games * (float(size) + GAME_BYTES / 2)
    decisions = fastcore.playouts(fastcore.start(match.plan.spec), SAMPLES, 1).moves
    return games * (GAME_BYTES + decisions * DECISION_BYTES[match.plan.reports])
