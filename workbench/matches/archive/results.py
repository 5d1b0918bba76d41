"""Conversion of the rows of an archive to games for `workbench.statistics`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import bots
import fastcore
from bots.report import Limit
from workbench.luck.controls import Luck
from workbench.matches.archive import archive, rows
from workbench.matches.archive.lucks import Attempt, stored_lucks
from workbench.matches.planning.plan import Plan, Schedule
from workbench.statistics.games import Fault, Game
from workbench.statistics.sprt import Sprt
from workbench.statistics.strengths import DRAWS
from workbench.statistics.summary import Summary, summarize

STRENGTH_DRAWS = DRAWS  # bootstrap draws for the intervals of strengths
ROUGH_DRAWS = 100  # while a match runs
_FAULTS: dict[str, Fault] = {"illegal": "illegal", "timeout": "timeout", "crash": "crash", "void": "void"}


def names_of(plan: Plan) -> tuple[str, ...]:
    """Return the bots' names for tables: their levels, presets or specs, numbered if a bot takes part twice."""
    names = with_levels(plan)
    if plan.limits:  # the same bot may play with two limits
        names = tuple(
            name if limit is None else f"{name}@{limit_spec(limit)}"
            for name, limit in zip(names, plan.limits, strict=True)
        )
    return labels(names)


def limit_spec(limit: Limit) -> str:
    """Return a limit as one types it after a bot, such as "tc=10+0.1", "st=0.5" or "nodes=1000"."""
    parts = []
    if limit.simulations is not None:
        parts.append(f"nodes={limit.simulations}")
    if limit.seconds is not None:
        added = f"+{limit.increment:g}" if limit.increment else ""
        parts.append(f"tc={limit.seconds:g}{added}" if limit.per == "game" else f"st={limit.seconds:g}")
    return "@".join(parts) + ("/turn" if limit.per == "turn" else "")


def with_levels(plan: Plan) -> tuple[str, ...]:
    """Return the bots of a plan, with the name of the level or preset for each bot that has one."""
    if plan.spec.partition("(")[0] not in fastcore.games():
        return tuple(plan.bots)
    return tuple(bots.level_name(bot, plan.spec) or bots.preset_name(bot) or bot for bot in plan.bots)


def labels(players: Sequence[str]) -> tuple[str, ...]:
    """Return these names, numbered if a name occurs twice."""
    return tuple(
        f"{bot} #{players[:n].count(bot) + 1}" if players.count(bot) > 1 else bot for n, bot in enumerate(players)
    )


def to_statistics(games: Iterable[rows.Game], lucks: Mapping[Attempt, Luck] = MappingProxyType({})) -> Iterator[Game]:
    """Yield the attempts of a match, including void ones, in the form that statistics need.

    Args:
        games: The attempts.
        lucks: Their luck by number and attempt, where it is known.
    """
    for row in games:
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
            lucks.get((row.number, row.attempt), ()),
        )


def sprt_of(plan: Plan) -> Sprt | None:
    """Return the sequential test of a plan, or None if it has none."""
    bounds = plan.sprt
    if bounds is None:
        return None
    return Sprt(
        bounds.elo0, bounds.elo1, bounds.alpha, bounds.beta, bounds.model, most_blocks=plan.blocks,
        adjusted=bounds.adjusted,
    )  # fmt: skip


def summary_of(source: archive.Archive, match: archive.Match, strength_draws: int = 0) -> Summary:
    """Return the statistics of a match.

    `strength_draws` is the number of bootstrap draws for the strengths of more than two bots, or 0 to leave them out.

    Raises:
        ArchiveError: A game cannot be read.
    """
    plan = match.plan
    draws = strength_draws if len(plan.bots) > 2 else 0
    orders = len(Schedule(plan).tables[0].orders)
    games = to_statistics(source.games(match.id), stored_lucks(source, match.id))
    return summarize(names_of(plan), games, orders, sprt_of(plan), draws)
