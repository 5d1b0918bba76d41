"""The parent's side of a bot's process: questions, answers, time-outs and faults."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from mmap import mmap
from time import perf_counter

import msgspec

import fastcore
from bots import BadBot, sources
from bots.base import in_one_line
from bots.report import Limit
from bots.sources import Source
from workbench.bot_process import trust
from workbench.bot_process.confined import ConfinedChild, NoFolder
from workbench.bot_process.decisions import wrong_in
from workbench.bot_process.messages import (
    ENCODER,
    FROM_BOT,
    Answer,
    Fault,
    FaultKind,
    Focus,
    Question,
    Seated,
    Sit,
    Stop,
    Think,
    Thought,
)
from workbench.bot_process.sandbox import Confinement
from workbench.system import limits
from workbench.system.processes import Child, Gone
from workbench.system.waiting import Waiting

OWN_FILE = ".py:"  # in the text of a bot that comes from a file
SEND_SECONDS = 10.0  # for it to read a long message
START_SECONDS = 60.0  # for a bot to be made
MOST_SECONDS = 10.0**7  # that a bot may declare for a decision
MEMORY_MB = 2048  # of a bot's process, unless another value is given


class PlayerFault(Exception):
    """Raised when a bot cannot start, fails, sends nonsense or does not answer in time. One line gives the reason."""

    def __init__(self, kind: FaultKind, reason: str, bare: str = "") -> None:
        """`reason` names the bot; `bare` says the same without its name."""
        super().__init__(reason)
        self.kind, self.reason = kind, " ".join(reason.split())
        self.bare = " ".join(bare.split()) or self.reason


def started(confinement: Confinement) -> Child:
    """Start the process of a bot, confined."""
    return ConfinedChild("workbench.bot_process.bot_child", confinement)


class BotProcess:
    """The process of the bot of this text. The bot itself is made for each game; the process may go on to the next
    game. After a PlayerFault the process is gone, and the next `sit` starts another.

    `start` is called with the bot's memory and file to start a process; on Linux a process ends with the
    thread that started it. `source` is the file that the user has agreed to run for a bot from a file;
    without it the user's answers decide.
    """

    def __init__(
        self,
        bot: str,
        memory_mb: int = MEMORY_MB,
        start: Callable[[Confinement], Child] = started,
        source: Source | None = None,
    ) -> None:
        self.bot, self.memory_mb, self.source = bot, memory_mb, source
        self.child: Child | None = None
        self._start = start
        self._waits: tuple[Waiting, ...] = ()  # of its process and of this one, which waits for it
        self.seated = Seated(bot, "", 1, None)
        self.mark: mmap | None = None  # its first item is the seat and 1 while the bot is asked
        self.seat = 0
        self._seats = 0  # of its game

    # A game of a match ------------------------------------------------------------------------------------------------

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        """Take a seat in a new game, `brief` if nobody keeps its reasons; PlayerFault if the bot cannot."""
        self.seat = seat
        if self.child is None:
            self.begin()
        answer = self.ask(Sit(self.bot, seed, spec, seat, view, brief, source=self.agreed), START_SECONDS, "start")
        if not isinstance(answer, Seated):
            raise self.nonsense()
        if len(answer.version) > limits.LABEL or not 0 <= (answer.seconds or 0.0) <= MOST_SECONDS:  # NaN is not
            raise self.fault("nonsense", "it declared an invalid version or time for a decision")
        self._seats = fastcore.start(spec).seats
        if not self._waits and self.child is not None:
            self._waits = (Waiting(self.child.pid), Waiting(os.getpid()))
        self.seated = answer
        return answer

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        """Return what the bot reports about the position that follows from what it learned; PlayerFault if nothing
        usable comes within `patience` seconds. `seconds` are those that passed here, the messages included, whatever
        the bot claims; `waited` those of them in which no core was free."""
        began, waited = perf_counter(), self._waited
        answer = self.ask(Think(tuple(learned), limit, all_reports), patience, "crash")
        if not isinstance(answer, Thought) or not answer.reports:
            raise self.nonsense()
        seconds = perf_counter() - began
        for report in answer.reports:
            if wrong := wrong_in(report, self._seats):
                raise self.fault("nonsense", f"it {wrong}")
        return Thought(answer.reports, seconds, min(seconds, max(0.0, self._waited - waited)))

    @property
    def _waited(self) -> float:
        return sum(waiting.seconds for waiting in self._waits)

    @property
    def agreed(self) -> Source | None:
        """The file to run for a bot from a file. PlayerFault if the user has not agreed to it."""
        if self.source is not None:
            return self.source
        try:
            return trust.source(self.bot)
        except BadBot as error:  # NotAllowed among them
            raise self.fault("start", str(error)) from None

    # Any question -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the process, which may read the bot's file. PlayerFault if the user has not agreed to run it."""
        source, own = self.agreed, sources.named(self.bot)
        file = source.path if source is not None else own.path if own is not None else ""
        try:
            self.child = self._start(Confinement(self.memory_mb, file))
        except NoFolder as error:
            raise self.fault("start", str(error)) from None

    def ask(self, question: Question, seconds: float, kind: FaultKind) -> Answer:
        """Return the answer to a question; PlayerFault, of this kind if the process is gone."""
        if self.mark is not None:
            self.mark[0] = self.seat + 1
        self.tell(question, kind)
        answer = self.hear(seconds, kind)
        if self.mark is not None:
            self.mark[0] = 0
        if answer is None:
            raise self.fault("start" if kind == "start" else "timeout", f"it did not answer within {seconds:g} s")
        return answer

    def tell(self, message: Question | Stop | Focus, kind: FaultKind = "crash") -> None:
        """Send a message; PlayerFault if the process is gone."""
        assert self.child is not None
        try:
            self.child.channel.send(ENCODER.encode(message), SEND_SECONDS)
        except Gone as gone:
            raise self.fault(kind, self._last_words(str(gone))) from None

    def hear(self, seconds: float, kind: FaultKind = "crash") -> Answer | None:
        """Return the next message of the process, None if none comes within this time. PlayerFault if the process is
        gone, or sends a fault or something else than a message."""
        assert self.child is not None
        try:
            message = self.child.channel.receive(seconds)
            answer = None if message is None else FROM_BOT.decode(message)
        except Gone as gone:
            raise self.fault(kind, self._last_words(str(gone))) from None
        except (msgspec.MsgspecError, ValueError, RecursionError, MemoryError) as error:
            # also bytes that are no UTF-8, and deep nesting
            raise self.fault("nonsense", f"it sent an invalid answer: {in_one_line(error)}") from None
        if isinstance(answer, Fault):
            raise self.fault(answer.kind, answer.reason)
        return answer

    def _last_words(self, gone: str) -> str:
        assert self.child is not None
        how = self.child.end() or gone
        words = self.child.last_words
        return f"{how}: {words}" if words else how

    def nonsense(self) -> PlayerFault:
        return self.fault("nonsense", "its answer does not match the question")

    def fault(self, kind: FaultKind, reason: str) -> PlayerFault:
        """End the process and return the fault."""
        self.close(at_once=True)
        return PlayerFault(kind, reason if reason.startswith(self.bot) else f"{self.seated.text}: {reason}", reason)

    def close(self, at_once: bool = False) -> None:
        if self.child is not None:
            self.child.close(0 if at_once else 2)
            self.child = None
            for waiting in self._waits:
                waiting.close()
            self._waits = ()
