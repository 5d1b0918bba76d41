"""Which match of an archive a plan continues, and whether a match is complete."""

from __future__ import annotations

import msgspec

from bots import sources
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.sequential import Test
from workbench.matches.planning.plan import Plan, Schedule

LASTING = ("blocks", "patience", "memory_mb")  # may change from one run to the next: the games stay the same


def same_games(one: Plan, other: Plan, seed: bool) -> bool:
    """Return whether the match of `one` plays the games of `other`:
    with the same seed if `seed`, and the same salt if `other` has one."""
    free = {name: getattr(other, name) for name in LASTING}
    if other.salt is None:
        free["salt"] = None
    if not seed:
        free["seed"] = other.seed
    return msgspec.structs.replace(one, **free) == other


def match_for(archive: Archive, plan: Plan, seed_given: bool) -> tuple[Match, bool]:
    """Return the match to play for a plan, and whether it was begun before.

    It is the newest match with the same games that is unfinished, or whose seed was given; otherwise a new one. A
    plan without a salt takes the salt of the match that it continues. The match's number of blocks becomes the
    plan's, but never less than were begun.
    """
    for match in reversed(archive.matches()):
        if not same_games(match.plan, plan, seed_given):
            continue
        played = max((game.block + 1 for game in archive.games(match.id)), default=1)
        same = msgspec.structs.replace(
            plan, seed=match.plan.seed, salt=match.plan.salt, blocks=max(plan.blocks, played)
        )
        if seed_given or not complete(archive, match, same):
            if match.plan != same:
                archive.replace_plan(match.id, same)
            return match._replace(plan=same), True
    return archive.add_match(plan), False


def changed_since(archive: Archive, begun: Match) -> tuple[Match, tuple[str, ...]] | None:
    """Return the unfinished match that `begun` would have continued, had no bot's file changed, and
    these files as they were typed.

    None if there is no such match.
    """
    plan = begun.plan
    for match in reversed(archive.matches()):
        if match.id == begun.id or len(match.plan.versions) != len(plan.versions):
            continue
        unsalted = msgspec.structs.replace(plan, versions=match.plan.versions, salt=None)
        own = [sources.named(bot) for bot in plan.bots]
        pairs = zip(own, plan.versions, match.plan.versions, strict=True)
        changed = [one.path if one is not None else "" for one, now, before in pairs if now != before]
        if (
            changed
            and all(changed)
            and same_games(match.plan, unsalted, False)
            and not complete(archive, match, match.plan)
        ):
            return match, tuple(dict.fromkeys(changed))
    return None


def complete(archive: Archive, match: Match, plan: Plan) -> bool:
    """Whether all games are there (void ones twice), or its test is decided."""
    if plan.sprt is not None:
        test = Test(plan, Schedule(plan))
        test.add(*archive.games(match.id))
        if test.verdict:
            return True
    settled = {game.number for game in archive.games(match.id) if game.counts or game.attempt == 2}
    return len(settled) >= Schedule(plan).games
