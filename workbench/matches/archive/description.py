"""Descriptions of a match as names and values, for the terminal, the window and reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import fastcore
from bots.report import Limit
from workbench.matches.archive.archive import Match
from workbench.matches.archive.results import names_of, with_levels
from workbench.matches.planning.plan import Kind, Plan, Schedule, games_text
from workbench.system.version import DIGEST


def match_title(match: Match) -> str:
    """Return a one-line title with the game and the players."""
    return f"{fastcore.start(match.plan.spec).info.title}: {plan_pairing(match.plan, names_of(match.plan), ' · ')}"


def with_digests(plan: Plan) -> list[str]:
    """Return the bots of a plan as text.

    A bot from a file gets the first 8 digits of its SHA-256, and a program its permissions.
    """
    if len(plan.versions) != len(plan.bots):
        return list(plan.bots)
    pairs = zip(plan.bots, plan.versions, strict=True)
    return [f"{bot} [{_digest_text(version)}]" if version.startswith(DIGEST) else bot for bot, version in pairs]


def _digest_text(version: str) -> str:
    digest, comma, permissions = version.removeprefix(DIGEST).partition(",")
    return f"{digest[:8]}{comma}{permissions}"


def plan_pairing(plan: Plan, names: Sequence[str], between: str) -> str:
    """Return the names of a plan's bots joined by `between`, as `pairing_text` does."""
    return pairing_text(names, plan.kind, between, plan.challengers)


def pairing_text(bots: Sequence[str], kind: Kind, between: str, challengers: int = 1) -> str:
    """Return the bots joined by `between`. In a gauntlet, the first `challengers` bots play against the rest."""
    if kind != "gauntlet":
        return between.join(bots)
    return f"{between.join(bots[:challengers])} against {between.join(bots[challengers:])}"


def unreadable_text(number: int, reason: str) -> str:
    """Return a sentence about a match that this program cannot read."""
    return f"Match {number} cannot be read by this program: {reason}."


def match_facts(match: Match, path: Path, for_sharing: bool = False) -> list[tuple[str, str]]:
    """Return the settings that define a match, as pairs of name and value.

    Args:
        match: The match.
        path: The file of its archive.
        for_sharing: Whether to leave out folders and the machine.
    """
    plan = match.plan
    named = [f"{name} is {bot}" for name, bot in zip(with_levels(plan), plan.bots, strict=True) if name != bot]
    found = [
        ("game", plan.spec),
        *([("bots", ", ".join(dict.fromkeys(named)))] if named else []),
        ("match", f"{match.id} in {path.name if for_sharing else path}"),
        ("begun", f"{match.begun} by {match.program}{'' if for_sharing else f' on {match.host}'}"),
        ("length", games_text(plan.blocks, Schedule(plan).games_per_block)),
        ("seed", str(plan.seed)),
        ("salt", plan.salt or "none: the bots' seeds derive from the seed (earlier versions)"),
        ("limit", limit_text(plan)),
    ]
    if plan.openings:
        found.append(("openings", f"{len(plan.openings):,}"))
    if plan.random_moves:
        found.append(("random moves", str(plan.random_moves)))
    if plan.sprt is not None:
        without = ", without the luck of the dice" if plan.sprt.adjusted else ""
        bounds = f"{plan.sprt.elo0:g} against {plan.sprt.elo1:g} {plan.sprt.model} Elo"
        found.append(("sequential test", bounds + without))
    if permissions := permissions_text(plan, for_sharing):
        found.append(("permissions", permissions))
    return found


def permissions_text(plan: Plan, for_sharing: bool = False) -> str:
    """Return the permissions of each program, such as "mine: write=/data, env=KEY", or "".

    Args:
        plan: The plan.
        for_sharing: Whether to leave out folders.
    """
    texts = []
    for bot, allow in zip(plan.bots, plan.permissions, strict=False):
        shown = [part.partition("=")[0] if for_sharing and part.startswith("write=") else part for part in allow]
        texts += [f"{bot}: {', '.join(shown)}"] * bool(shown)
    return "; ".join(texts)


def limit_text(plan: Plan) -> str:
    """Return the limits of the bots as text, such as "200 simulations a decision"."""
    common = "each bot's own limit" if plan.limit is None else bound_text(plan.limit)
    if not any(plan.limits):
        return common
    names = with_levels(plan)
    own = [f"{name} {bound_text(limit)}" for name, limit in zip(names, plan.limits, strict=True) if limit is not None]
    return "; ".join(own if all(plan.limits) else [*own, f"the rest {common}"])


def bound_text(bound: Limit) -> str:
    """Return a limit as text, such as "10 s a game, 0.1 s added a turn"."""
    parts = [] if bound.simulations is None else [f"{bound.simulations:,} simulations"]
    parts += [] if bound.seconds is None else [f"{bound.seconds:g} s"]
    added = f", {bound.increment:g} s added a turn" if bound.increment else ""
    return f"{' or '.join(parts)} a {bound.per}{added}"
