"""One decision of a bot in any process, with checks of all its reports."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from heapq import merge
from math import isfinite
from pathlib import Path
from time import monotonic
from types import TracebackType

import msgspec

import fastcore
from bots import Bot
from bots.base import in_one_line
from bots.report import MAX_TEXT, VALUE_TOLERANCE, Limit, Report
from bots.traced import Traced
from workbench.bot_process.messages import FaultKind
from workbench.system import decoding

_ENCODER = msgspec.msgpack.Encoder()
END = object()
OVERRUN_SECONDS = 0.05  # seconds by which a bot may exceed its limit


_BRIEFLY: dict[FaultKind, str] = {
    "start": "cannot start",
    "crash": "broke while thinking",
    "nonsense": "sent an invalid report",
    "illegal": "chose an illegal move",
    "timeout": "did not answer in time",
}


class BotFaultError(ValueError):
    """Raised when a bot cannot start, fails, sends an invalid report, chooses an illegal move or exceeds its time.

    `kind` is the kind of failure. The message is one line.
    """

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def brief(self, name: str) -> str:
        """Return a short description of the failure, without any text from the bot."""
        return f"{name} {_BRIEFLY[self.kind]}"


class RemoteBot(Bot):
    """A bot in another process. It can be stopped between two of its reports."""

    threads = 1

    def think_until(
        self, point: fastcore.Viewpoint, limit: Limit | None, should_stop: Callable[[], bool]
    ) -> Iterator[Report]:
        """Yield reports until the bot has decided; the last report is its decision.

        Once `should_stop` returns True, ask the bot to stop. It may report once more.

        Raises:
            BotFaultError: The bot cannot decide.
        """
        raise NotImplementedError

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield reports until the bot has decided."""
        return self.think_until(point, limit, lambda: False)

    def pop_note(self) -> str:
        """Return and clear the note about an event of the bot's process, or ""."""
        raise NotImplementedError


class Reports:
    """The reports of one decision, including those at the milestones of its search.

    To limit memory, every second earlier report is dropped above `MAX` reports or `most_bytes` bytes.

    Args:
        most_bytes: The largest size of the reports as messages, `MAX_BYTES` if None.
    """

    MAX = 256
    MAX_BYTES = 32 * 2**20  # size when encoded as messages

    def __init__(self, most_bytes: int | None = None) -> None:
        self._most = most_bytes or self.MAX_BYTES
        self._milestones: list[Report] = []
        self._traces: list[Traced] = []
        self._timed: list[Report] = []
        # approximate sizes in bytes of the timed reports, and of the milestones and traces
        self._bytes = self._earlier = 0

    def add(self, report: Report) -> None:
        """Add a report. Move its milestones and traces to separate lists."""
        timed = report
        if report.history or report.traces:
            timed = msgspec.structs.replace(report, history=(), traces=())
            self._milestones += report.history
            self._traces += report.traces
            self._earlier += len(_ENCODER.encode((report.history, report.traces)))
        self._timed.append(timed)
        self._bytes += len(_ENCODER.encode(timed))
        if len(self._timed) > self.MAX or self._bytes > self._most:
            self._timed = [*self._timed[:-1:2], self._timed[-1]]
            self._bytes //= 2
        while self._earlier > self._most or max(len(self._milestones), len(self._traces)) > self.MAX:
            self._milestones, self._traces, self._earlier = (
                self._milestones[1::2],
                self._traces[1::2],
                self._earlier // 2,
            )

    @property
    def last(self) -> Report | None:
        """The last report, or None."""
        return self._timed[-1] if self._timed else None

    @property
    def all(self) -> list[Report]:
        """All reports in the order of their simulations. The last report comes last and holds all traces."""
        earlier = merge(self._milestones, self._timed[:-1], key=lambda report: report.simulations)
        last = self._timed[-1:]
        if last and self._traces:
            last = [msgspec.structs.replace(last[0], traces=tuple(self._traces))]
        return [*earlier, *last]

    @property
    def traces(self) -> tuple[Traced, ...]:
        """The single simulations that the bot reported."""
        return tuple(self._traces)


def decide(
    bot: Bot,
    point: fastcore.Viewpoint,
    limit: Limit | None = None,
    on_report: Callable[[Report], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Report:
    """Let a bot think until it has decided or used up its limit, and return its last report.

    Args:
        bot: The bot to ask.
        point: The position. The bot's seat must be to move.
        limit: The limit for this decision. None means the bot's own.
        on_report: Called with each report.
        should_stop: Called after each report, and by searching bots between two slices of their search. The bot stops
            when it has returned True.

    Raises:
        BotFaultError: The bot raises an exception, reports nothing or chooses an illegal move.
    """
    remote, guarded, stopped = isinstance(bot, RemoteBot), _FaultGuard(bot), False

    def is_stopped() -> bool:
        nonlocal stopped
        stopped = stopped or should_stop()
        return stopped

    with guarded:
        bot.should_stop = is_stopped
        reports = iter(
            bot.think_until(point, limit, should_stop) if isinstance(bot, RemoteBot) else bot.think(point.copy(), limit)
        )
    last: Report | None = None
    start = monotonic()
    try:
        while True:
            with guarded:
                report = next(reports, END)
            if report is END:
                break
            last = _valid_report(bot, report, point)
            if on_report is not None:
                on_report(last)
            if not remote and (is_stopped() or _used_up(limit, last, monotonic() - start)):
                break
    finally:
        with guarded:
            getattr(reports, "close", lambda: None)()
            del bot.should_stop  # a later decision is not stopped, and the caller of this one can be freed
    if last is None:
        raise BotFaultError("nonsense", f"{bot.name} thought, but reported nothing")
    try:
        point.parse_move(last.move)
    except (TypeError, ValueError):
        refusal = point.why_not(last.move) if isinstance(last.move, str) else "the move must be text"
        raise BotFaultError("illegal", f"{bot.name} chose {str(last.move)[:40]!r}: {refusal}") from None
    return last


def _used_up(limit: Limit | None, report: Report, seconds: float) -> bool:
    """Return whether a bot that does not watch its limit has used it up."""
    if limit is None:
        return False
    simulations = limit.simulations is not None and report.simulations >= limit.simulations
    return simulations or (limit.seconds is not None and seconds >= limit.seconds + OVERRUN_SECONDS)


class _FaultGuard:
    """A context manager that turns any exception of a bot's code into a BotFaultError.

    This is a class because a generator could not be entered several times.
    """

    __slots__ = ("bot",)

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if isinstance(error, Exception | SystemExit | GeneratorExit) and not isinstance(error, BotFaultError):
            raise BotFaultError(
                "crash", f"{self.bot.name} broke {_failure_location(self.bot, error)}: {in_one_line(error)}"
            ) from error


def _failure_location(bot: Bot, error: BaseException) -> str:
    """Return where a bot's code failed: the last frame inside its own file, or "while thinking" for built-in bots."""
    bot_file = getattr(sys.modules.get(type(bot).__module__), "__file__", None) if bot.origin else None
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if os.path.abspath(frame.filename) == bot_file
    ]
    return (
        f"in {Path(frames[-1].filename).name}, line {frames[-1].lineno} ({frames[-1].name})"
        if frames
        else "while thinking"
    )


def _valid_report(bot: Bot, report: object, point: fastcore.Viewpoint) -> Report:
    """Return the report if it is valid.

    Raises:
        BotFaultError: The report is invalid.
    """
    if not isinstance(report, Report):
        raise BotFaultError("nonsense", f"{bot.name} reported {type(report).__name__} instead of a Report")
    if wrong := find_invalid_part(report, point.seats):
        raise BotFaultError("nonsense", f"{bot.name} {wrong}")
    return report


def find_invalid_part(report: Report, seats: int) -> str:
    """Return what is invalid in a bot's report, or "". Never raise.

    Args:
        report: The report.
        seats: The number of seats in the game.
    """
    if not _is_plain(report):
        try:
            decoding.decode_json(msgspec.json.encode(report), Report)  # rejects NaN and infinity too
        except (TypeError, ValueError, RecursionError, MemoryError, msgspec.MsgspecError) as error:
            return f"reported something that is not a Report: {in_one_line(error)}"
    for item in (report, *report.history):
        if min(item.simulations, item.kept, item.seconds) < 0:
            return f"reported a negative number: {item.simulations} simulations, {item.seconds} s"
        for candidate in item.candidates:
            if not all(-1 - VALUE_TOLERANCE <= value <= 1 + VALUE_TOLERANCE for value in candidate.value):
                return f"reported {candidate.value}; values are from -1 to 1"
            if len(candidate.value) != seats:
                return f"reported {len(candidate.value)} values for {seats} seats"
    return ""


def _is_plain(report: Report) -> bool:
    """Return whether a report has only a move, simulations and seconds, of the right types."""
    move, simulations, seconds = report.move, report.simulations, report.seconds
    return (
        type(move) is str
        and len(move) <= MAX_TEXT
        and type(simulations) is int
        and type(seconds) is float
        and isfinite(seconds)
        and report == Report(move, simulations=simulations, seconds=seconds)
    )


def close_bot(bot: Bot) -> None:
    """Close a bot. Ignore an exception that it raises."""
    with suppress(Exception):
        bot.close()
