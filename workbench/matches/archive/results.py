"""Converts the rows of an archive to the games that statistics are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from workbench.matches.archive import archive
from workbench.matches.planning.plan import Plan, Schedule
from workbench.statistics.games import Fault, Game
from workbench.statistics.libraries import MissingLibrary, need
from workbench.statistics.sprt import Sprt
from workbench.statistics.summary import Summary, summarize

STRENGTH_SECONDS = 3.0  # with intervals that can be shown
ROUGH_SECONDS = 0.01  # of many games the values alone
_FAULTS: dict[str, Fault] = {"illegal": "illegal", "timeout": "timeout", "crash": "crash", "void": "void"}


def labels(bots: Sequence[str]) -> tuple[str, ...]:
    """What the bots of a match are called in tables: their texts, numbered where the same one takes part twice."""
    return tuple(f"{bot} #{bots[:n].count(bot) + 1}" if bots.count(bot) > 1 else bot for n, bot in enumerate(bots))


def games_of(rows: Iterable[archive.Game]) -> Iterator[Game]:
    """The attempts of a match, void ones too, as statistics have them."""
    for row in rows:
        guilty = None if row.guilty is None else row.seats[row.guilty]
        fault = _FAULTS.get(row.ending, "")
        yield Game(
            row.block,
            row.table,
            row.order,
            row.seats,
            row.returns,
            row.line,
            row.turns,
            fault,
            guilty,
            row.seconds,
            row.attempt,
        )


def sprt_of(plan: Plan) -> Sprt | None:
    """The sequential test of a plan."""
    bounds = plan.sprt
    if bounds is None:
        return None
    return Sprt(bounds.elo0, bounds.elo1, bounds.alpha, bounds.beta, bounds.model, most_blocks=plan.blocks)


def tells_strengths(plan: Plan) -> bool:
    """Whether there are more than two bots, and the library for their strengths, which is loaded."""
    if len(plan.bots) <= 2:
        return False
    try:
        need("choix", "Plackett-Luce")
    except MissingLibrary:
        return False
    return True


def summary_of(kept: archive.Archive, match: archive.Match, strength_seconds: float = 0.0) -> Summary:
    """All figures of a match, made from its games; strengths for so many seconds, where they can be told."""
    plan = match.plan
    seconds = strength_seconds if strength_seconds and tells_strengths(plan) else 0.0
    orders = len(Schedule(plan).tables[0].orders)
    return summarize(labels(plan.bots), games_of(kept.games(match.id)), orders, sprt_of(plan), seconds)
