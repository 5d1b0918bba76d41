"""One game of a match as a message to a worker, and the worker's answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from bots.report import Limit
from bots.sources import Source
from workbench.bot_process import trust
from workbench.matches.planning.plan import Adjudication, Opening, Plan, Schedule
from workbench.records.schema import Ending


class Task(msgspec.Struct, frozen=True, tag="task"):
    """A game to be played, as its worker receives it. Bots receive nothing of it but their own seat's seed.

    `attempt` counts from 1; after a void first attempt the second one counts whatever happens. `game` is the number of
    the game in its block, from 0.
    """

    match: int
    number: int
    attempt: int
    spec: str
    bots: tuple[str, ...]
    seed: int
    salt: str | None
    block: int
    game: int
    opening: Opening
    random_moves: int
    limit: Limit | None
    adjudication: Adjudication
    patience: float
    margin: float
    reports: Literal["none", "last", "all"]
    memory_mb: int
    tags: dict[str, str]
    sources: tuple[Source | None, ...] = ()  # by seat: the file that the user has agreed to run


class Played(msgspec.Struct, frozen=True, tag="played"):
    """A game that was played. `guilty` is the seat to blame for an ending that is not the game's own, None if no bot
    is; `line` a number that is equal for equal games; `record` the whole record as the bytes of its file."""

    match: int
    number: int
    attempt: int
    ending: Ending
    guilty: int | None
    reason: str
    fault: str
    returns: tuple[float, ...]
    points: tuple[int, ...]
    turns: int
    decisions: int
    seconds: tuple[float, ...]
    overrun: float
    took: float
    line: int
    versions: tuple[str, ...]
    record: bytes


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    """From a worker: these games, which were waiting, it will not play."""

    numbers: tuple[int, ...]


class Glimpse(msgspec.Struct, frozen=True, tag="glimpse"):
    """From a worker that is watched: where a game stands, now and then. `number` is the game's."""

    number: int
    position: str
    turn: int


class Order(msgspec.Struct, frozen=True, tag="order"):
    """To a worker: pause before the next decision, go on, drop the games that wait, or tell
    where its game stands, or no more."""

    what: Literal["pause", "resume", "drop", "watch", "blind"]


def sources_of(plan: Plan) -> tuple[Source | None, ...]:
    """Return the file to run for each bot of a plan. Raise NotAllowed if the user has not agreed to one of them."""
    return tuple(trust.source(bot, plan.limit) for bot in plan.bots)


def task_of(
    plan: Plan, schedule: Schedule, match: int, number: int, attempt: int, sources: Sequence[Source | None] = ()
) -> Task:
    """Return what a worker needs to play one game of a plan; `sources` has the files of the plan's bots."""
    slot = schedule.slot(number)
    return Task(
        match=match,
        number=number,
        attempt=attempt,
        spec=plan.spec,
        bots=tuple(plan.bots[bot] for bot in slot.seats),
        seed=schedule.seed(slot.block),
        salt=plan.salt,
        block=slot.block,
        game=number - slot.block * schedule.games_a_block,
        opening=schedule.opening(slot.block),
        random_moves=plan.random_moves,
        limit=plan.limit,
        adjudication=plan.adjudication,
        patience=plan.patience,
        margin=plan.margin,
        reports=plan.reports,
        memory_mb=plan.memory_mb,
        sources=tuple(sources[bot] for bot in slot.seats) if sources else (),
        tags={"match": str(match), "game": str(number + 1), "block": str(slot.block + 1)},
    )
