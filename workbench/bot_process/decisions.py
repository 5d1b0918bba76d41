"""Asks a bot for one decision, in this process or another, and checks all that it reports."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from heapq import merge
from pathlib import Path
from time import monotonic
from types import TracebackType

import msgspec

import fastcore
from bots import Bot
from bots.base import in_one_line
from bots.report import NEAR, Limit, Report
from bots.traced import Traced
from workbench.bot_process.messages import FaultKind

_ENCODER = msgspec.msgpack.Encoder()
END = object()
LATE = 0.05  # seconds after which a bot that does not look at its clock is not asked any more


_BRIEFLY: dict[FaultKind, str] = {
    "start": "cannot start",
    "crash": "broke while thinking",
    "nonsense": "sent an invalid report",
    "illegal": "chose an illegal move",
    "timeout": "did not answer in time",
}


class BotFault(ValueError):
    """Raised when a bot cannot start, breaks, reports nonsense, chooses an illegal move or does not answer in time
    (`kind`). The message says what happened in one line."""

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def brief(self, name: str) -> str:
        """Return what a bot of this name did, without anything that it said or chose."""
        return f"{name} {_BRIEFLY[self.kind]}"


class RemoteBot(Bot):
    """A bot that thinks in another process, where it can be stopped between two of its reports."""

    threads = 1

    def think_until(
        self, point: fastcore.Viewpoint, limit: Limit | None, enough: Callable[[], bool]
    ) -> Iterator[Report]:
        """Yield reports until the bot has decided. Once `enough` says so, stop the bot; its last report after that
        is its decision. Raise BotFault if it cannot decide."""
        raise NotImplementedError

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        return self.think_until(point, limit, lambda: False)

    def take_note(self) -> str:
        """Return what happened to the bot's process that its answer does not say, once; "" for nothing."""
        raise NotImplementedError


class Reports:
    """All that a bot reported, with what it had at the milestones of its search. Of very many, or very long ones, every
    other of the earlier ones is dropped from time to time: a bot cannot fill the memory with them."""

    MOST = 256
    MOST_BYTES = 32 * 2**20  # as messages

    def __init__(self, most_bytes: int | None = None) -> None:
        self._most = most_bytes or self.MOST_BYTES
        self._milestones: list[Report] = []
        self._traces: list[Traced] = []
        self._timed: list[Report] = []
        self._bytes = self._earlier = 0  # about what the timed ones take, and the others

    def add(self, report: Report) -> None:
        timed = report
        if report.history or report.traces:
            timed = msgspec.structs.replace(report, history=(), traces=())
            self._milestones += report.history
            self._traces += report.traces
            self._earlier += len(_ENCODER.encode((report.history, report.traces)))
        self._timed.append(timed)
        self._bytes += len(_ENCODER.encode(timed))
        if len(self._timed) > self.MOST or self._bytes > self._most:
            self._timed = [*self._timed[:-1:2], self._timed[-1]]
            self._bytes //= 2
        while self._earlier > self._most or max(len(self._milestones), len(self._traces)) > self.MOST:
            self._milestones, self._traces, self._earlier = (
                self._milestones[1::2],
                self._traces[1::2],
                self._earlier // 2,
            )

    @property
    def last(self) -> Report | None:
        """What was reported last."""
        return self._timed[-1] if self._timed else None

    @property
    def all(self) -> list[Report]:
        """In the order of their simulations, what was reported last at the end, with all
        single simulations that were told."""
        earlier = merge(self._milestones, self._timed[:-1], key=lambda report: report.simulations)
        last = self._timed[-1:]
        if last and self._traces:
            last = [msgspec.structs.replace(last[0], traces=tuple(self._traces))]
        return [*earlier, *last]

    @property
    def traces(self) -> tuple[Traced, ...]:
        """The single simulations that were told."""
        return tuple(self._traces)


def decide(
    bot: Bot,
    point: fastcore.Viewpoint,
    limit: Limit | None = None,
    on_report: Callable[[Report], None] | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> Report:
    """Let a bot think until it has decided, has used up its limit, or `enough` says so after a report.
    Return its last report.

    BotFault if the bot raises, reports nothing, or chooses an illegal move.
    """
    remote, guarded = isinstance(bot, RemoteBot), _Guarded(bot)
    with guarded:
        reports = iter(
            bot.think_until(point, limit, enough) if isinstance(bot, RemoteBot) else bot.think(point.copy(), limit)
        )
    last: Report | None = None
    began = monotonic()
    try:
        while True:
            with guarded:
                report = next(reports, END)
            if report is END:
                break
            last = _checked(bot, report, point)
            if on_report is not None:
                on_report(last)
            if not remote and (enough() or _used_up(limit, last, monotonic() - began)):
                break
    finally:
        with guarded:
            getattr(reports, "close", lambda: None)()
    if last is None:
        raise BotFault("nonsense", f"{bot.name} thought, but reported nothing")
    try:
        point.parse_move(last.move)
    except (TypeError, ValueError):
        why = point.why_not(last.move) if isinstance(last.move, str) else "a move is a text"
        raise BotFault("illegal", f"{bot.name} chose {str(last.move)[:40]!r}: {why}") from None
    return last


def _used_up(limit: Limit | None, report: Report, seconds: float) -> bool:
    """Whether a bot has had all that a limit gives it, should it not look after that itself."""
    if limit is None:
        return False
    simulations = limit.simulations is not None and report.simulations >= limit.simulations
    return simulations or (limit.seconds is not None and seconds >= limit.seconds + LATE)


class _Guarded:
    """Turns whatever a bot's own code raises into a BotFault.
    Entered several times a decision, so it is no generator."""

    __slots__ = ("bot",)

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if isinstance(error, Exception | SystemExit | GeneratorExit) and not isinstance(error, BotFault):
            raise BotFault("crash", f"{self.bot.name} broke {_place(self.bot, error)}: {in_one_line(error)}") from error


def _place(bot: Bot, error: BaseException) -> str:
    """Return where a bot's own file failed, without its folder: the last frame inside it.
    Other bots failed "while thinking"."""
    own = getattr(sys.modules.get(type(bot).__module__), "__file__", None) if bot.origin else None
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if os.path.abspath(frame.filename) == own]
    return (
        f"in {Path(frames[-1].filename).name}, line {frames[-1].lineno} ({frames[-1].name})"
        if frames
        else "while thinking"
    )


def _checked(bot: Bot, report: object, point: fastcore.Viewpoint) -> Report:
    """Return the report if everything in it is valid, otherwise raise BotFault."""
    if not isinstance(report, Report):
        raise BotFault("nonsense", f"{bot.name} reported {type(report).__name__} instead of a Report")
    if wrong := wrong_in(report, point.seats):
        raise BotFault("nonsense", f"{bot.name} {wrong}")
    return report


def wrong_in(report: Report, seats: int) -> str:
    """Return what is invalid in a report of a bot in a game for this many seats, "" if nothing is. Does not raise."""
    try:
        msgspec.json.decode(msgspec.json.encode(report), type=Report)  # refuses NaN and infinity too
    except (TypeError, ValueError, RecursionError, MemoryError, msgspec.MsgspecError) as error:
        return f"reported what is no Report: {in_one_line(error)}"
    for told in (report, *report.history):
        if min(told.simulations, told.kept, told.seconds) < 0:
            return f"reported less than nothing: {told.simulations} simulations, {told.seconds} s"
        for candidate in told.candidates:
            if not all(-1 - NEAR <= value <= 1 + NEAR for value in candidate.value):
                return f"reported {candidate.value}; values are from -1 to 1"
            if len(candidate.value) != seats:
                return f"reported {len(candidate.value)} values for {seats} seats"
    return ""


def close_bot(bot: Bot) -> None:
    """Close a bot; one that breaks over that is let go all the same."""
    with suppress(Exception):
        bot.close()
