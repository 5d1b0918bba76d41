"""Whether a plan can be played, found out before it is: every bot is made once, in a process of its own."""

from __future__ import annotations

import msgspec

import fastcore
from workbench.matches.plan import BadPlan, Plan, Schedule
from workbench.matches.player import BotProcess, PlayerFault
from workbench.matches.results import sprt_of
from workbench.statistics.sprt import BadSprt


class Checked(msgspec.Struct, frozen=True):
    """A plan with canonical texts, where each bot comes from, and how many threads one of its games needs at most."""

    plan: Plan
    versions: tuple[str, ...]
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
    seated = {bot: seat(bot, plan) for bot in dict.fromkeys(plan.bots)}
    texts = tuple(seated[bot].seated.text for bot in plan.bots)
    versions = tuple(seated[bot].seated.version for bot in plan.bots)
    return Checked(
        msgspec.structs.replace(plan, bots=texts), versions, max(player.seated.threads for player in seated.values())
    )


def seat(bot: str, plan: Plan) -> BotProcess:
    """A bot that has once been made and let go again; BadPlan if it cannot be."""
    player = BotProcess(bot, plan.memory_mb)
    try:
        player.sit(plan.spec, 0, plan.seed, None)
    except PlayerFault as fault:
        raise BadPlan(fault.reason.removeprefix(f"{bot}: ")) from None
    finally:
        player.close()
    return player
