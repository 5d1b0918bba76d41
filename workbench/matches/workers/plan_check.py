"""A check that a plan can be played. It creates every bot once."""

from __future__ import annotations

import msgspec

import bots
import fastcore
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.bot_child import describe_seated
from workbench.bot_process.messages import Seated
from workbench.bot_process.process import BotProcess, PlayerFaultError
from workbench.matches.archive.lucks import has_luck
from workbench.matches.archive.results import sprt_of
from workbench.matches.planning.plan import Plan, PlanError, Schedule, limit_of
from workbench.statistics.sprt import SprtError

NO_SEED = 0  # for a bot that is inspected but plays no game


class PlanNotAllowedError(PlanError):
    """Raised for a plan with a bot that the user has not trusted. `question` is the question to ask."""

    def __init__(self, refused: trust.NotAllowedError) -> None:
        super().__init__(str(refused))
        self.question = refused.question


class CheckedPlan(msgspec.Struct, frozen=True):
    """A plan with the bots' canonical specs, versions and permissions, and the most threads of one game."""

    plan: Plan
    threads: int


def check(plan: Plan) -> CheckedPlan:
    """Check a plan, and add the bots' canonical specs, versions and permissions.

    Raises:
        PlanError: The game is invalid, a bot cannot play it, or the plan has no valid schedule or test.
    """
    try:
        spec = fastcore.start(plan.spec).spec
    except ValueError as error:
        raise PlanError(str(error)) from None
    plan = msgspec.structs.replace(plan, spec=spec)
    Schedule(plan)
    if plan.sprt is not None:
        try:
            sprt_of(plan)
        except SprtError as error:
            raise PlanError(f"the sequential test: {error}") from None
        if len(plan.bots) != 2:
            raise PlanError(f"a sequential test compares two bots, not {len(plan.bots)}")
        if plan.sprt.adjusted and not has_luck(plan.spec):
            raise PlanError("the sequential test: only games with open dice have results without luck")
    seats = [
        inspect_bot(bot, msgspec.structs.replace(plan, limit=limit_of(plan, number)))
        for number, bot in enumerate(plan.bots)
    ]
    texts, versions = tuple(seated.text for seated in seats), tuple(seated.version for seated in seats)
    permissions = tuple(map(permissions_of, plan.bots))
    return CheckedPlan(
        msgspec.structs.replace(
            plan, bots=texts, versions=versions, permissions=permissions if any(permissions) else ()
        ),
        max(seated.threads for seated in seats),
    )


def permissions_of(bot: str) -> tuple[str, ...]:
    """Return the permissions of a bot that the user has agreed to."""
    source = trust.source(bot) if trust.is_foreign(bot) else None
    return () if source is None else source.allow


def inspect_bot(bot: str, plan: Plan) -> Seated:
    """Create a bot, close it, and return its description. Only built-in bots are created in this process.

    The bot gets seed 0, because the plan's seed would reveal all dice and deals of the match.

    Raises:
        PlanError: The bot cannot be created or cannot play the game.
    """
    try:
        source = trust.source(bot, plan.limit)
        if not trust.is_foreign(bot):
            built_in = bot_factory.make(bot, NO_SEED, plan.spec)
            if not built_in.fits(plan.spec):
                raise PlanError(f"{built_in.name} cannot play {plan.spec}")
            return describe_seated(built_in)
        player = BotProcess(bot, plan.memory_mb, source=source)
        try:
            return player.sit(plan.spec, 0, NO_SEED, None)
        finally:
            player.close()
    except PlayerFaultError as fault:
        raise PlanError(fault.reason) from None
    except trust.NotAllowedError as refused:
        raise PlanNotAllowedError(refused) from None
    except bots.BotError as error:
        raise PlanError(str(error)) from None
