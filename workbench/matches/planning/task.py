"""The messages between a match and its workers: a game to play, its result, and commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from bots.loading.sources import Source
from bots.report import Limit
from workbench.bot_process import trust
from workbench.matches.planning.plan import Adjudication, Opening, Plan, Schedule, limit_of
from workbench.records.schema import Ending


class Task(msgspec.Struct, frozen=True, tag="task"):
    """A game to play. A bot receives only the seed of its seat.

    `attempt` is numbered from 1; a second attempt counts even if it fails. `game` is the number of the game in its
    block, from 0.
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
    threads: int = 1  # free threads for each bot that only time limits
    scale: float = 1.0  # factor for all times, on a machine that is slower than the leader's
    logs: Literal["faults", "all"] = "faults"
    limits: tuple[Limit | None, ...] = ()  # by seat, where it differs from `limit`; () if none does
    sources: tuple[Source | None, ...] = ()  # by seat: the trusted file, or None for a built-in bot


def seat_limits(limit: Limit | None, own: Sequence[Limit | None], seats: int) -> tuple[Limit | None, ...]:
    """Return the limit of each seat: its own, or else the common one."""
    return tuple((own[seat] if own else None) or limit for seat in range(seats))


class PlayedGame(msgspec.Struct, frozen=True, tag="played"):
    """The result of a game.

    `guilty` is the seat whose bot caused the ending, or None. Games with equal moves have the same `line`. `record`
    contains the bytes of the record's file. `overrun` is the most by which a bot exceeded its clock and `took` the
    duration of the game, both in seconds.
    """

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
    log: str = ""  # what the bot that failed wrote last, or what all bots wrote
    luck: tuple[tuple[float, ...], ...] = ()  # for each kind of luck, that of every seat; () if there is none


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    """A worker's answer to "drop": the numbers of the waiting games that it has discarded."""

    numbers: tuple[int, ...]


class PositionUpdate(msgspec.Struct, frozen=True, tag="glimpse"):
    """The current position of a watched game, sent regularly by its worker."""

    number: int
    position: str
    turn: int


class WorkerCommand(msgspec.Struct, frozen=True, tag="order"):
    """A command to a worker.

    "pause" stops before the next decision, and "resume" continues. "drop" discards the waiting games. "watch" and
    "blind" start and stop the sending of positions.
    """

    what: Literal["pause", "resume", "drop", "watch", "blind"]


def sources_of(plan: Plan) -> tuple[Source | None, ...]:
    """Return the file to run for each bot of a plan, or None for a built-in bot.

    Raises:
        NotAllowedError: The user has not trusted one of the files.
    """
    return tuple(trust.source(bot, limit_of(plan, n)) for n, bot in enumerate(plan.bots))


def task_of(
    plan: Plan, schedule: Schedule, match: int, number: int, attempt: int, sources: Sequence[Source | None] = ()
) -> Task:
    """Return the task for one game of a plan.

    Args:
        plan: The plan.
        schedule: The schedule of the plan.
        match: The number of the match.
        number: The number of the game, from 0.
        attempt: The attempt, from 1.
        sources: The files of the plan's bots, from `sources_of`.
    """
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
        game=number - slot.block * schedule.games_per_block,
        opening=schedule.opening(slot.block),
        random_moves=plan.random_moves,
        limit=plan.limit,
        limits=tuple(plan.limits[bot] for bot in slot.seats) if plan.limits else (),
        adjudication=plan.adjudication,
        patience=plan.patience,
        margin=plan.margin,
        reports=plan.reports,
        memory_mb=plan.memory_mb,
        logs=plan.logs,
        sources=tuple(sources[bot] for bot in slot.seats) if sources else (),
        tags={"match": str(match), "game": str(number + 1), "block": str(slot.block + 1)},
    )
