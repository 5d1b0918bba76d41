"""What runs a bot: on a thread for the window, or here and now for the terminal. Both drive it the same way."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from heapq import merge
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from types import TracebackType
from typing import NamedTuple

import msgspec

import fastcore
from bots import Bot
from bots.base import in_one_line
from bots.report import NEAR, Limit, Report
from bots.traced import Traced
from workbench.bot_messages import FaultKind
from workbench.cores import CORES, give_way_on_a_thread


class Progress(NamedTuple):
    """A bot has found something; more will come."""

    ticket: int
    report: Report


class Done(NamedTuple):
    """A bot has decided: all that it reported that is kept of it, the last being its decision."""

    ticket: int
    reports: tuple[Report, ...]

    @property
    def report(self) -> Report:
        return self.reports[-1]


class Failed(NamedTuple):
    """A bot has not decided; the reason is one line. What the bot said of it may tell what it alone knows: `brief` is without
    that."""

    ticket: int
    reason: str
    brief: str


class Note(NamedTuple):
    """Something happened to a bot's process that no answer says, also after its task was stopped."""

    reason: str


Message = Progress | Done | Failed | Note
_ENCODER = msgspec.msgpack.Encoder()
MOST_UNREAD = 2000  # messages
END = object()
LATE = 0.05  # seconds after which a bot that does not look at its clock is not asked any more


_BRIEFLY: dict[FaultKind, str] = {
    "start": "cannot start", "crash": "broke while thinking", "nonsense": "sent an invalid report", "illegal": "chose an illegal move",
    "timeout": "did not answer in time",
}  # fmt: skip


class BotFault(ValueError):
    """Raised when a bot cannot start, breaks, reports nonsense, chooses an illegal move or does not answer in time (`kind`).
    The message says what happened in one line."""

    def __init__(self, kind: FaultKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def brief(self, name: str) -> str:
        """Return what a bot of this name did, without anything that it said or chose."""
        return f"{name} {_BRIEFLY[self.kind]}"


class RemoteBot(Bot):
    """A bot that thinks in another process, where it can be stopped between two of its reports."""

    threads = 1

    def think_until(self, point: fastcore.Viewpoint, limit: Limit | None, enough: Callable[[], bool]) -> Iterator[Report]:
        """Yield reports until the bot has decided. Once `enough` says so, stop the bot; its last report after that
        is its decision. Raise BotFault if it cannot decide."""
        raise NotImplementedError

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        return self.think_until(point, limit, lambda: False)

    def take_note(self) -> str:
        """Return what happened to the bot's process that its answer does not say, once; "" for nothing."""
        raise NotImplementedError


class Reports:
    """All that a bot reported, with what it had at the milestones of its search. Of very many, or very long ones, every other of
    the earlier ones is dropped from time to time: a bot cannot fill the memory with them."""

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
            self._milestones, self._traces, self._earlier = self._milestones[1::2], self._traces[1::2], self._earlier // 2

    @property
    def last(self) -> Report | None:
        """What was reported last."""
        return self._timed[-1] if self._timed else None

    @property
    def all(self) -> list[Report]:
        """In the order of their simulations, what was reported last at the end, with all single simulations that were told."""
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
    """Let a bot think until it has decided, has used up its limit, or `enough` says so after a report. Return its last report.

    BotFault if the bot raises, reports nothing, or chooses an illegal move.
    """
    remote, guarded = isinstance(bot, RemoteBot), _Guarded(bot)
    with guarded:
        reports = iter(bot.think_until(point, limit, enough) if isinstance(bot, RemoteBot) else bot.think(point.copy(), limit))
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
    """Turns whatever a bot's own code raises into a BotFault. Entered several times a decision, so it is no generator."""

    __slots__ = ("bot",)

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        if isinstance(error, Exception | SystemExit | GeneratorExit) and not isinstance(error, BotFault):
            raise BotFault("crash", f"{self.bot.name} broke {_place(self.bot, error)}: {in_one_line(error)}") from error


def _place(bot: Bot, error: BaseException) -> str:
    """Return where a bot's own file failed, without its folder: the last frame inside it. Other bots failed "while thinking"."""
    own = getattr(sys.modules.get(type(bot).__module__), "__file__", None) if bot.origin else None
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if os.path.abspath(frame.filename) == own]
    return f"in {Path(frames[-1].filename).name}, line {frames[-1].lineno} ({frames[-1].name})" if frames else "while thinking"


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


class _Job(NamedTuple):
    ticket: int
    bot: Bot
    point: fastcore.Viewpoint
    limit: Limit | None


class Thinker:
    """One bot at a time on a thread of its own. What it says is put on `messages` with the ticket of its task.

    `start` gives up whatever was being thought. A task that was stopped says nothing any more. A bot that hangs between
    two reports is left behind on its thread; other bots are not kept waiting, and it is asked again when it comes back.
    """

    def __init__(self, messages: SimpleQueue[Message]) -> None:
        self._messages = messages
        self._tickets = count(1)
        self._lock = threading.Lock()
        self._ticket = 0  # of the task that may speak, 0 for none
        self._hurried = False
        self._busy: dict[int, threading.Thread] = {}  # by id of the bot: the thread that is inside it

    def start(self, bot: Bot, point: fastcore.Viewpoint, limit: Limit | None = None) -> int:
        """Begin a task; returns its ticket, which is never used again."""
        ticket = next(self._tickets)
        before = self._busy.get(id(bot))
        worker = threading.Thread(
            target=self._work, args=(_Job(ticket, bot, point, limit), before), name="thinker", daemon=True
        )
        with self._lock:
            self._ticket, self._hurried = ticket, False
            self._busy[id(bot)] = worker
        worker.start()
        return ticket

    def move_now(self, ticket: int) -> None:
        """Let the task end with what it has found."""
        with self._lock:
            self._hurried = self._hurried or ticket == self._ticket

    def stop(self, ticket: int) -> None:
        """Give the task up: it says nothing any more, from this moment on."""
        with self._lock:
            if ticket == self._ticket:
                self._ticket = 0

    def close(self) -> None:
        """Give up whatever is being thought."""
        with self._lock:
            self._ticket = 0

    def _work(self, job: _Job, before: threading.Thread | None) -> None:
        give_way_on_a_thread()
        if before is not None:
            before.join()  # a bot is asked by one thread at a time
        if self._ticket != job.ticket:
            self._leave(job)
            return
        broke = BotFault("crash", "").brief(job.bot.name)
        outcome: Done | Failed = Failed(job.ticket, broke, broke)
        reports = Reports()

        def heard(report: Report) -> None:
            reports.add(report)
            self._say(Progress(job.ticket, report))

        try:
            with CORES.claim(job.bot.threads if isinstance(job.bot, RemoteBot) else int(job.bot.values.get("threads") or 1)):
                decide(job.bot, job.point, job.limit, heard, lambda: self._hurried or self._ticket != job.ticket)
            outcome = Done(job.ticket, tuple(reports.all))
        except BotFault as fault:
            outcome = Failed(job.ticket, str(fault), fault.brief(job.bot.name))
            if fault.kind == "timeout" and self._ticket != job.ticket:
                self._messages.put(Note(str(fault)))  # nobody waits for the answer, but its process has gone
        finally:  # whatever a bot raises on this thread, the window hears of it
            if isinstance(job.bot, RemoteBot) and (note := job.bot.take_note()):
                self._messages.put(Note(note))
            self._say(outcome)
            self._leave(job)

    def _leave(self, job: _Job) -> None:
        """This thread asks the bot nothing more."""
        with self._lock:
            if self._busy.get(id(job.bot)) is threading.current_thread():
                del self._busy[id(job.bot)]

    def _say(self, message: Progress | Done | Failed) -> None:
        while self._messages.qsize() > MOST_UNREAD and message.ticket == self._ticket:
            sleep(0.005)  # a bot that reports faster than anybody reads has to wait
        with self._lock:
            if message.ticket == self._ticket:
                self._messages.put(message)
