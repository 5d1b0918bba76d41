"""Threads that run bots and send their reports to the requesting thread."""

from __future__ import annotations

import threading
from itertools import count
from queue import SimpleQueue
from time import sleep
from typing import NamedTuple

import fastcore
from bots import Bot
from bots.report import Limit, Report
from workbench.bot_process.decisions import BotFaultError, RemoteBot, Reports, close_bot, decide
from workbench.system import memory
from workbench.system.cores import CORES, lower_thread_priority


class Progress(NamedTuple):
    """A report of a bot that is still thinking."""

    ticket: int
    report: Report


class Done(NamedTuple):
    """A decision: the reports that were kept, the final one last."""

    ticket: int
    reports: tuple[Report, ...]

    @property
    def report(self) -> Report:
        """The final report."""
        return self.reports[-1]


class Failed(NamedTuple):
    """A failure to decide, explained in one line.

    `reason` may quote the bot and thereby reveal hidden information; `brief` does not.
    """

    ticket: int
    reason: str
    brief: str


class Note(NamedTuple):
    """An incident in a bot's process that belongs to no answer. It may arrive after the bot's task was stopped."""

    reason: str


Message = Progress | Done | Failed | Note
MAX_UNREAD = 2000  # messages


class _Job(NamedTuple):
    ticket: int
    bot: Bot
    point: fastcore.Viewpoint
    limit: Limit | None


class Thinker:
    """A runner of one bot at a time, on its own thread. The messages go to `messages` with the ticket of their task.

    `start` abandons the previous task, and an abandoned task sends no more messages. A bot that hangs between two
    reports stays on its thread without delaying other bots; a new task for it waits until that thread ends.
    """

    def __init__(self, messages: SimpleQueue[Message]) -> None:
        self._messages = messages
        self._tickets = count(1)
        self._lock = threading.Lock()
        self._ticket = 0  # the task that may send messages, or 0
        self._must_decide = False
        self._busy: dict[int, threading.Thread] = {}  # the thread that is running each bot, by the bot's id
        self._leaving: list[Bot] = []  # bots to close when their threads end

    def start(self, bot: Bot, point: fastcore.Viewpoint, limit: Limit | None = None) -> int:
        """Start a task. Return its unique ticket."""
        ticket = next(self._tickets)
        before = self._busy.get(id(bot))
        worker = threading.Thread(
            target=self._work, args=(_Job(ticket, bot, point, limit), before), name="thinker", daemon=True
        )
        with self._lock:
            self._ticket, self._must_decide = ticket, False
            self._busy[id(bot)] = worker
        worker.start()
        return ticket

    def decide_now(self, ticket: int) -> None:
        """Make the task decide on its results so far."""
        with self._lock:
            self._must_decide = self._must_decide or ticket == self._ticket

    def stop(self, ticket: int) -> None:
        """Abandon the task: it sends no more messages."""
        with self._lock:
            if ticket == self._ticket:
                self._ticket = 0

    def close(self) -> None:
        """Abandon the current task."""
        with self._lock:
            self._ticket = 0

    def close_bot(self, bot: Bot) -> None:
        """Close a bot as soon as no thread runs it, and return its memory to the system."""
        with self._lock:
            if id(bot) in self._busy:
                self._leaving.append(bot)
                return
        close_bot(bot)
        memory.trim_soon()

    def _work(self, job: _Job, before: threading.Thread | None) -> None:
        lower_thread_priority()
        if before is not None:
            before.join()  # only one thread may run a bot at a time
        if self._ticket != job.ticket:
            self._release(job)
            return
        crashed = BotFaultError("crash", "").brief(job.bot.name)
        outcome: Done | Failed = Failed(job.ticket, crashed, crashed)
        reports = Reports()

        def report_progress(report: Report) -> None:
            reports.add(report)
            self._send(Progress(job.ticket, report))

        try:
            with CORES.claim(
                job.bot.threads if isinstance(job.bot, RemoteBot) else int(job.bot.values.get("threads") or 1)
            ):
                decide(
                    job.bot,
                    job.point,
                    job.limit,
                    report_progress,
                    lambda: self._must_decide or self._ticket != job.ticket,
                )
            outcome = Done(job.ticket, tuple(reports.all))
        except BotFaultError as fault:
            outcome = Failed(job.ticket, str(fault), fault.brief(job.bot.name))
            if fault.kind == "timeout" and self._ticket != job.ticket:
                self._messages.put(Note(str(fault)))  # nobody needs the answer, but the bot's process is gone
        finally:  # the window must learn about any exception of a bot on this thread
            if isinstance(job.bot, RemoteBot) and (note := job.bot.pop_note()):
                self._messages.put(Note(note))
            self._send(outcome)
            self._release(job)

    def _release(self, job: _Job) -> None:
        """Release the bot for other threads."""
        with self._lock:
            if self._busy.get(id(job.bot)) is not threading.current_thread():
                return
            del self._busy[id(job.bot)]
            if not any(bot is job.bot for bot in self._leaving):
                return
            self._leaving = [bot for bot in self._leaving if bot is not job.bot]
        close_bot(job.bot)
        memory.trim_soon()

    def _send(self, message: Progress | Done | Failed) -> None:
        while self._messages.qsize() > MAX_UNREAD and message.ticket == self._ticket:
            sleep(0.005)  # a bot that reports faster than the messages are read must wait
        with self._lock:
            if message.ticket == self._ticket:
                self._messages.put(message)
