"""What `match` and `tournament` say, in one place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fastcore
from workbench.matches.archive import Match
from workbench.matches.plan import Plan, Schedule
from workbench.matches.runner import Outcome
from workbench.statistics.resolution import resolution

FINISHING = "No more games are begun; those that run are played to their end. Ctrl-C once more stops them."
KEYS = "Ctrl-C: let running games end; twice: stop now. The same command goes on."


def full(reason: str) -> str:
    return f"The archive takes no more games: {reason}. Those that are in it are safe; make room, and the same command goes on."


def begun(match: Match, path: Path, before: int, games: int, again: bool) -> Iterator[str]:
    """What is said before the first game."""
    plan = match.plan
    title = fastcore.start(plan.spec).info.title
    yield f"{title} · {plan.spec} · {' · '.join(plan.bots)}"
    blocks = f"{plan.blocks:,} blocks of {Schedule(plan).games_a_block} games, seed {plan.seed}"
    more = f"; {before:,} of {games:,} games are there already" if again and before else ""
    yield f"Match {match.id} in {path}: {blocks}{more}."
    yield can_resolve(plan)


def can_resolve(plan: Plan) -> str:
    """What so many games can tell, said before they are played."""
    games = Schedule(plan).games
    found = resolution(games)
    return f"{games:,} games can resolve ±{100 * found.half_width:.1f} points of 100 (95 %), about ±{found.elo:.0f} Elo; pairing may do better."


def progress(done: int, games: int, running: int, left: float | None, paused: bool) -> str:
    part = f"{done:,} of {games:,} games ({100 * done / games:.0f} %)"
    state = "paused" if paused else f"{running} running"
    return f"{part}, {state}, {time_left(left)}"


def time_left(seconds: float | None) -> str:
    if seconds is None:
        return "time left unknown"
    whole = int(seconds + 0.5)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours} h {minutes:02} min left" if hours else f"{minutes} min {whole % 60:02} s left" if minutes else f"{whole} s left"


def ended(outcome: Outcome) -> str:
    """Why a match ended before its last game."""
    if outcome.kind == "full":
        return full(outcome.reason)
    if outcome.kind == "halted":
        return f"The match is halted: {outcome.reason}. Look at the bot's faults with herbarium show --games; nothing is lost."
    return "The match was stopped. The same command goes on."
