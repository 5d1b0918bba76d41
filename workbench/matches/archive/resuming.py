"""The choice of the match that a plan continues, and the test whether a match is complete."""

from __future__ import annotations

import msgspec

from bots.loading import sources
from bots.loading.sources import parse_program
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.lucks import stored_lucks
from workbench.matches.archive.sequential import SequentialTest
from workbench.matches.planning.plan import Plan, Schedule
from workbench.system.version import DIGEST

CHANGEABLE = (
    "blocks",
    "patience",
    "memory_mb",
    "logs",
)  # settings that may change between runs without changing the games


def same_games(existing: Plan, new: Plan, compare_seeds: bool) -> bool:
    """Return whether two plans have the same games.

    Args:
        existing: The plan of an existing match.
        new: The new plan. If it has no salt, salts are not compared.
        compare_seeds: Whether the seeds must be equal.
    """
    free = {name: getattr(new, name) for name in CHANGEABLE}
    if new.salt is None:
        free["salt"] = None
    if not compare_seeds:
        free["seed"] = new.seed
    return msgspec.structs.replace(existing, **free) == new


def match_for(archive: Archive, plan: Plan, seed_given: bool) -> tuple[Match, bool]:
    """Return the match to play for a plan, and whether it already existed.

    This is the newest match with the same games that is unfinished or whose seed the user gave; otherwise a new match
    is added. A plan without a salt gets the salt of the match that it continues. The match gets the plan's number
    of blocks, but at least as many as it has started.

    Raises:
        ArchiveError: The archive cannot be read.
        ArchiveFullError: The match cannot be stored.
    """
    for match in reversed(archive.matches()):
        if not same_games(match.plan, plan, seed_given):
            continue
        played = max((game.block + 1 for game in archive.games(match.id)), default=1)
        same = msgspec.structs.replace(
            plan, seed=match.plan.seed, salt=match.plan.salt, blocks=max(plan.blocks, played)
        )
        if seed_given or not is_complete(archive, match, same):
            if match.plan != same:
                archive.replace_plan(match.id, same)
            return match._replace(plan=same), True
    return archive.add_match(plan), False


def find_changed_match(archive: Archive, started: Match) -> tuple[Match, tuple[str, ...]] | None:
    """Return the unfinished match that a new match would have continued if no bot's file had changed.

    The second result has the paths of the changed files as typed by the user. Return None if there is no such match.
    """
    plan = started.plan
    for match in reversed(archive.matches()):
        if match.id == started.id or len(match.plan.versions) != len(plan.versions):
            continue
        unsalted = msgspec.structs.replace(plan, versions=match.plan.versions, salt=None)
        pairs = zip(plan.bots, plan.versions, match.plan.versions, strict=True)
        changed = [file_name(bot, now) for bot, now, before in pairs if now != before]
        if (
            changed
            and all(changed)
            and same_games(match.plan, unsalted, False)
            and not is_complete(archive, match, match.plan)
        ):
            return match, tuple(dict.fromkeys(changed))
    return None


def file_name(bot: str, version: str) -> str:
    """Return the path of a bot's file as typed, the name of a program, or "" for a built-in bot."""
    if (own := sources.parse_text(bot)) is not None:
        return own.path
    program = parse_program(bot)
    return program.label if program is not None else bot.partition("(")[0] if version.startswith(DIGEST) else ""


def is_complete(archive: Archive, match: Match, plan: Plan) -> bool:
    """Return whether a match needs no more games: all games are settled, or its test is decided.

    A game is settled after a valid attempt or two void ones.
    """
    if plan.sprt is not None:
        test = SequentialTest(plan, Schedule(plan))
        test.add(*archive.games(match.id), lucks=stored_lucks(archive, match.id))
        if test.verdict:
            return True
    settled = {game.number for game in archive.games(match.id) if game.counts or game.attempt == 2}
    return len(settled) >= Schedule(plan).games
