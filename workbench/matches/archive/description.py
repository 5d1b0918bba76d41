"""Describes a match as names and values, for the terminal, the window and reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import fastcore
from workbench.matches.archive.archive import Match
from workbench.matches.archive.results import labels
from workbench.matches.planning.plan import Kind, Plan, Schedule

DIGEST = "sha256 "  # begins the version of a bot from a file


def title(match: Match) -> str:
    return f"{fastcore.start(match.plan.spec).info.title}: {meeting(labels(match.plan.bots), match.plan.kind, ' · ')}"


def with_digests(plan: Plan) -> list[str]:
    """Return the bots of a plan, each from a file with the first 8 digits of the file's SHA-256."""
    if len(plan.versions) != len(plan.bots):
        return list(plan.bots)
    pairs = zip(plan.bots, plan.versions, strict=True)
    return [
        f"{bot} [{version.removeprefix(DIGEST)[:8]}]" if version.startswith(DIGEST) else bot for bot, version in pairs
    ]


def meeting(bots: Sequence[str], kind: Kind, between: str) -> str:
    """Who plays whom: all of them, or the first each of the others."""
    return f"{bots[0]} against {between.join(bots[1:])}" if kind == "gauntlet" else between.join(bots)


def unreadable(number: int, reason: str) -> str:
    """Of a match whose plan means nothing to this program."""
    return f"Match {number} cannot be read by this program: {reason}."


def facts(match: Match, path: Path, abroad: bool = False) -> list[tuple[str, str]]:
    """What fixes a match, as names and values;
    `abroad`, for a file that goes to others, without where and on which machine."""
    plan = match.plan
    found = [
        ("game", plan.spec),
        ("match", f"{match.id} in {path.name if abroad else path}"),
        ("begun", f"{match.begun} by {match.program}{'' if abroad else f' on {match.host}'}"),
        ("blocks", f"{plan.blocks:,} of {Schedule(plan).games_a_block} games"),
        ("seed", str(plan.seed)),
        ("salt", plan.salt or "none: the bots' seeds derive from the seed, as in earlier versions"),
        ("limit", limit(plan)),
    ]
    if plan.openings:
        found.append(("openings", f"{len(plan.openings):,}"))
    if plan.random_moves:
        found.append(("random moves", str(plan.random_moves)))
    if plan.sprt is not None:
        found.append(("sequential test", f"{plan.sprt.elo0:g} against {plan.sprt.elo1:g} {plan.sprt.model} Elo"))
    return found


def limit(plan: Plan) -> str:
    bound = plan.limit
    if bound is None:
        return "each bot's own"
    parts = [] if bound.simulations is None else [f"{bound.simulations:,} simulations"]
    parts += [] if bound.seconds is None else [f"{bound.seconds:g} s"]
    added = f", {bound.increment:g} s added a turn" if bound.increment else ""
    return f"{' or '.join(parts)} a {bound.per}{added}"
