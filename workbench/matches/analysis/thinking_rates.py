"""How long the bots of a match think about a decision, and how much they search, from a sample of its records."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from workbench.matches.analysis.arrays import decisions
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.records import load_record
from workbench.records.files import RecordError
from workbench.statistics.scale import mean

SAMPLE = 30  # games
LIVE_SAMPLE = 4  # games, while a match runs


class ThinkingRate(NamedTuple):
    """The means over the decisions of a bot in a sample of games.

    `simulations` is None if the records have no reports.
    """

    bot: int
    decisions: int
    seconds: float
    simulations: float | None

    @property
    def per_second(self) -> float | None:
        """The simulations in a second of thinking."""
        return None if not self.simulations or not self.seconds else self.simulations / self.seconds

    @property
    def decisions_per_second(self) -> float | None:
        """The decisions in a second of thinking."""
        return 1 / self.seconds if self.seconds else None


def thinking_rates(archive: Archive, match: Match, sample: int = SAMPLE) -> list[ThinkingRate]:
    """Return the rates of the bots in up to `sample` valid games, evenly spread. Damaged records are skipped.

    Raises:
        ArchiveError: A row is damaged.
    """
    rows = archive.query("SELECT rowid FROM games WHERE match = ? AND ending != 'void' ORDER BY number", (match.id,))
    chosen = [row for (row,) in rows[:: max(1, len(rows) // sample)]][:sample]
    seconds: dict[int, list[float]] = defaultdict(list)
    simulations: dict[int, list[float]] = defaultdict(list)
    for game in archive.games_at(chosen):
        try:
            for decision in decisions(load_record(archive, match, game)):
                bot = game.seats[decision.seat]
                if decision.move.seconds is not None:
                    seconds[bot].append(decision.move.seconds)
                if decision.move.reports:
                    simulations[bot].append(decision.move.reports[-1].simulations)
        except (RecordError, ValueError):
            continue
    return [
        ThinkingRate(bot, len(spent), mean(spent), mean(simulations[bot]) if simulations[bot] else None)
        for bot, spent in sorted(seconds.items())
    ]
