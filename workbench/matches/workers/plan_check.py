"""Checks that a plan can be played: every bot is made once."""

from __future__ import annotations

import msgspec

import bots
import fastcore
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.bot_child import seated
from workbench.bot_process.messages import Seated
from workbench.bot_process.process import OWN_FILE, BotProcess, PlayerFault
from workbench.matches.archive.results import sprt_of
from workbench.matches.planning.plan import BadPlan, Plan, Schedule
from workbench.statistics.sprt import BadSprt

NO_SEED = 0  # for a bot that is only inspected and plays no game


class NotAllowedPlan(BadPlan):
    """Raised for a plan with a bot that the user has not agreed to; `question` says what to ask."""

    def __init__(self, refused: trust.NotAllowed) -> None:
        super().__init__(str(refused))
        self.question = refused.question


class Checked(msgspec.Struct, frozen=True):
    """A plan with canonical texts and the bots' versions, and how many threads one of its games needs at most."""

    plan: Plan
    threads: int


def check(plan: Plan) -> Checked:
    """BadPlan if the game is refused, a bot cannot play it, or there is nothing to be played."""
    try:
        spec = fastcore.start(plan.spec).spec
    except ValueError as error:
        raise BadPlan(str(error)) from None
    plan = msgspec.structs.replace(plan, spec=spec)
    Schedule(plan)
    if plan.sprt is not None:
        try:
            sprt_of(plan)
        except BadSprt as error:
            raise BadPlan(f"the sequential test: {error}") from None
        if len(plan.bots) != 2:
            raise BadPlan(f"a sequential test compares two bots, not {len(plan.bots)}")
    seats = [seat(bot, plan) for bot in plan.bots]
    texts, versions = tuple(one.text for one in seats), tuple(one.version for one in seats)
    return Checked(msgspec.structs.replace(plan, bots=texts, versions=versions), max(one.threads for one in seats))


def seat(bot: str, plan: Plan) -> Seated:
    """Make a bot once, close it, and return its facts. Only built-in bots are made in this process.

    The bot gets seed 0: the plan's seed would reveal all dice and deals of the match.

    Raises:
        BadPlan: The bot cannot be made or cannot play this game.
    """
    try:
        source = trust.source(bot, plan.limit)
        if OWN_FILE not in bot:
            made = bot_factory.make(bot, NO_SEED)
            if not made.fits(plan.spec):
                raise BadPlan(f"{made.name} cannot play {plan.spec}")
            return seated(made)
        player = BotProcess(bot, plan.memory_mb, source=source)
        try:
            return player.sit(plan.spec, 0, NO_SEED, None)
        finally:
            player.close()
    except PlayerFault as fault:
        raise BadPlan(fault.reason) from None
    except trust.NotAllowed as refused:
        raise NotAllowedPlan(refused) from None
    except bots.BadBot as error:
        raise BadPlan(str(error)) from None
