"""Runs bots on threads, and passes their reports to the thread that asked."""

from __future__ import annotations

import threading
from itertools import count
from queue import SimpleQueue
from time import sleep
from typing import NamedTuple

import fastcore
from bots import Bot
from bots.report import Limit, Report
from workbench.bot_process.decisions import BotFault, RemoteBot, Reports, decide
from workbench.system.cores import CORES, give_way_on_a_thread


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
    """A bot has not decided; the reason is one line. What the bot said of it may tell what it alone knows:
    `brief` is without that."""

    ticket: int
    reason: str
    brief: str


class Note(NamedTuple):
    """Something happened to a bot's process that no answer says, also after its task was stopped."""

    reason: str


Message = Progress | Done | Failed | Note
MOST_UNREAD = 2000  # messages


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
            with CORES.claim(
                job.bot.threads if isinstance(job.bot, RemoteBot) else int(job.bot.values.get("threads") or 1)
            ):
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
