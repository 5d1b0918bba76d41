"""The parent's side of a bot's process: questions, answers, timeouts and faults."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from mmap import mmap
from time import perf_counter
from typing import NamedTuple

import msgspec

import fastcore
from bots import BotError
from bots.base import in_one_line
from bots.loading import sources
from bots.loading.sources import Source
from bots.report import Limit
from workbench.bot_process import trust
from workbench.bot_process.confined import ConfinedChild, WorkingFolderError
from workbench.bot_process.decisions import find_invalid_part
from workbench.bot_process.messages import (
    ENCODER,
    FROM_BOT,
    Answer,
    Fault,
    FaultKind,
    Focus,
    GameOver,
    Question,
    Seated,
    Sit,
    Stop,
    Think,
    Thought,
)
from workbench.bot_process.program_link import ProgramLink
from workbench.bot_process.sandbox import Confinement
from workbench.protocol.lines import LineChannel
from workbench.protocol.messages import QUIT_SECONDS
from workbench.system import limits
from workbench.system.processes import Channel, ChannelClosedError, Child
from workbench.system.waiting import CoreWait

SEND_SECONDS = 10.0  # maximum seconds for the process to read a long message
START_SECONDS = 60.0  # maximum seconds to start the process and create the bot
MAX_SECONDS = 10.0**7  # the longest decision time that a bot may declare
MEMORY_MB = 2048  # default memory limit of a bot's process


class FaultLog(NamedTuple):
    """What a bot wrote before a fault: the end of its standard error, and the last lines of a program's protocol.

    `counts` has the numbers of a program's invalid and ignored messages, in words.
    """

    output: str
    lines: tuple[str, ...] = ()
    counts: str = ""

    @property
    def text(self) -> str:
        """All parts with headings, or "" if there are none."""
        parts = [f"The program sent {self.counts}."] * bool(self.counts)
        parts += [f"Standard error:\n{self.output.rstrip()}"] * bool(self.output)
        parts += ["Messages (> to the bot, < from it):\n" + "\n".join(self.lines)] * bool(self.lines)
        return "\n\n".join(parts)


class PlayerFaultError(Exception):
    """Raised when a bot cannot start, fails, sends an invalid answer or does not answer in time.

    Args:
        kind: The kind of failure.
        reason: One line that names the bot and says what happened.
        bare: The same line without the bot's name. Empty means `reason`.
        log: What the bot wrote last, if its process had started.
    """

    def __init__(self, kind: FaultKind, reason: str, bare: str = "", log: FaultLog | None = None) -> None:
        super().__init__(reason)
        self.log = log
        self.kind, self.reason = kind, " ".join(reason.split())
        self.bare = " ".join(bare.split()) or self.reason


def start_confined(confinement: Confinement) -> Child:
    """Start a confined process that runs `bot_child`."""
    return ConfinedChild("workbench.bot_process.bot_child", confinement)


class PackedLink:
    """Questions and answers as MessagePack, for a process that runs `bot_child`.

    Args:
        channel: The channel to the process.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel

    def send(self, message: Question | Stop | Focus | GameOver) -> None:
        """Send a message. The end of a game is not sent, because a Python bot needs to know nothing.

        Raises:
            ChannelClosedError: The process has closed the channel or does not read.
        """
        if not isinstance(message, GameOver):
            self.channel.send(ENCODER.encode(message), SEND_SECONDS)

    def receive(self, seconds: float) -> Answer | None:
        """Return the next message, or None if none arrives within `seconds`.

        Raises:
            ChannelClosedError: The process has closed the channel.
            ValueError: The message is invalid.
        """
        message = self.channel.receive(seconds)
        return None if message is None else FROM_BOT.decode(message)

    def quit(self) -> None:
        """Do nothing: a closed channel ends the process."""


class BotProcess:
    """The process of one bot, owned by its caller. The process can serve several games, each with a new bot.

    After a PlayerFaultError the process has ended. The next call of `sit` starts another one.

    Args:
        bot: The bot's spec.
        memory_mb: The memory limit of the process in MB.
        start: Starts a confined process. On Linux, the process ends with the thread that calls this.
        source: For a bot from a file, the file that the user has agreed to run. None means that the saved answers
            decide (see `trust.source`).
    """

    def __init__(
        self,
        bot: str,
        memory_mb: int = MEMORY_MB,
        start: Callable[[Confinement], Child] = start_confined,
        source: Source | None = None,
    ) -> None:
        self.bot, self.memory_mb, self.source = bot, memory_mb, source
        self.child: Child | None = None
        self.link: PackedLink | ProgramLink | None = None
        self.log: FaultLog | None = None  # what the last process wrote before its fault
        self._start = start
        # clocks of the time spent waiting for a core, by the bot's process and by this process
        self._waits: tuple[CoreWait, ...] = ()
        self.seated = Seated(bot, "", 1, None)
        self.busy_mark: mmap | None = None  # shared memory; byte 0 is 1 + seat while the bot is thinking, otherwise 0
        self.seat = 0
        self._seats = 0  # number of seats in the game

    # A game of a match ------------------------------------------------------------------------------------------------

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        """Seat the bot in a new game and return its description. Start the process if necessary.

        Args:
            spec: The game.
            seat: The bot's seat, from 0.
            seed: The bot's own seed.
            view: The starting position as the seat sees it. None means the usual start.
            brief: Whether the bot may leave out its reasons.

        Raises:
            PlayerFaultError: The bot cannot take the seat.
        """
        self.seat = seat
        if self.child is None:
            self.begin()
        answer = self.ask(
            Sit(self.bot, seed, spec, seat, view, brief, source=self.agreed_source), START_SECONDS, "start"
        )
        if not isinstance(answer, Seated):
            raise self.end_after_mismatch()
        if len(answer.version) > limits.LABEL or not 0 <= (answer.seconds or 0.0) <= MAX_SECONDS:  # false for NaN too
            raise self.end_with_fault("nonsense", "it declared an invalid version or an invalid time for a decision")
        self._seats = fastcore.start(spec).seats
        if not self._waits and self.child is not None:
            self._waits = (CoreWait(self.child.pid), CoreWait(os.getpid()))
        self.seated = answer
        return answer

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        """Return the bot's reports for the current position.

        Args:
            learned: The seat's observations since the last call.
            limit: The limit for this decision. None means the bot's own.
            patience: The longest wait in seconds.
            all_reports: Whether to return all reports or only the last.

        Returns:
            The reports, with times measured here, including the exchange of messages: `seconds` is the time taken, and
            `waited` the part of it in which no core was free, 0 without a limit in seconds.

        Raises:
            PlayerFaultError: The bot sends no valid report within `patience` seconds.
        """
        by_clock = limit is not None and limit.seconds is not None
        start, waited = perf_counter(), self._waited if by_clock else 0.0
        answer = self.ask(Think(tuple(learned), limit, all_reports), patience, "crash")
        if not isinstance(answer, Thought) or not answer.reports:
            raise self.end_after_mismatch()
        seconds = perf_counter() - start
        for report in answer.reports:
            if wrong := find_invalid_part(report, self._seats):
                raise self.end_with_fault("nonsense", f"it {wrong}")
        return Thought(answer.reports, seconds, min(seconds, max(0.0, self._waited - waited)) if by_clock else 0.0)

    @property
    def log_text(self) -> str:
        """What the running bot has written last, or "" if no process runs."""
        return "" if self.child is None else _log_of(self.child, self.link).text

    def leave(self, over: GameOver) -> None:
        """Tell a program how its game has ended. Do nothing if it has ended itself."""
        if self.child is not None:
            with suppress(PlayerFaultError):
                self.send(over)

    @property
    def _waited(self) -> float:
        return sum(waiting.seconds for waiting in self._waits)

    @property
    def agreed_source(self) -> Source | None:
        """The file to run for a bot from a file, or None for a built-in bot.

        Raises:
            PlayerFaultError: The user has not agreed to run the file.
        """
        if self.source is not None:
            return self.source
        try:
            return trust.source(self.bot)
        except BotError as error:  # includes NotAllowedError
            raise self.end_with_fault("start", str(error)) from None

    # Any question -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the process, with permission to read the bot's file.

        Raises:
            PlayerFaultError: The user has not agreed to run the bot, or the process has no working folder.
        """
        source, own = self.agreed_source, sources.parse_text(self.bot)
        file = source.path if source is not None else own.path if own is not None else ""
        command, allow = (source.command, source.allow) if source is not None else ((), ())
        try:
            self.child = self._start(Confinement(self.memory_mb, file, command=command, allow=allow))
        except WorkingFolderError as error:
            raise self.end_with_fault("start", str(error)) from None
        if command:
            self.link = ProgramLink(self.bot, command, LineChannel(*self.child.pipes), allow)
        else:
            self.link = PackedLink(self.child.channel)

    def ask(self, question: Question, seconds: float, kind: FaultKind) -> Answer:
        """Return the answer to a question.

        Args:
            question: The message to send.
            seconds: The longest wait for the answer. A program that sits down has a time for each of its answers
                instead.
            kind: The kind of fault to raise if the process has ended.

        Raises:
            PlayerFaultError: The process has ended, or does not answer in time.
        """
        if self.busy_mark is not None:
            self.busy_mark[0] = self.seat + 1
        self.send(question, kind)
        answer = self.receive(inf if isinstance(question, Sit) and self.is_program else seconds, kind)
        if self.busy_mark is not None:
            self.busy_mark[0] = 0
        if answer is None:
            raise self.end_with_fault(
                "start" if kind == "start" else "timeout", f"it did not answer within {seconds:g} s"
            )
        return answer

    def send(self, message: Question | Stop | Focus | GameOver, kind: FaultKind = "crash") -> None:
        """Send a message.

        Raises:
            PlayerFaultError: The process has ended (a fault of this `kind`).
        """
        assert self.link is not None
        try:
            self.link.send(message)
        except ChannelClosedError as gone:
            raise self.end_with_fault(kind, self._last_words(str(gone))) from None

    def receive(self, seconds: float, kind: FaultKind = "crash") -> Answer | None:
        """Return the next message of the process, or None if none arrives within `seconds`.

        Raises:
            PlayerFaultError: The process has ended (a fault of this `kind`), or has sent a fault or an invalid message.
        """
        assert self.link is not None
        try:
            answer = self.link.receive(seconds)
        except ChannelClosedError as gone:
            raise self.end_with_fault(kind, self._last_words(str(gone))) from None
        except (msgspec.MsgspecError, ValueError, RecursionError, MemoryError) as error:
            # includes invalid UTF-8 and deep nesting
            raise self.end_with_fault("nonsense", f"it sent an invalid answer: {in_one_line(error)}") from None
        if isinstance(answer, Fault):
            raise self.end_with_fault(answer.kind, answer.reason)
        return answer

    @property
    def is_program(self) -> bool:
        """Whether the running bot is a program. Its link limits the time of each answer of the start."""
        return isinstance(self.link, ProgramLink)

    def _last_words(self, gone: str) -> str:
        assert self.child is not None
        how = self.child.end() or gone
        words = self.child.last_output
        return f"{how}: {words}" if words else how

    def end_after_mismatch(self) -> PlayerFaultError:
        """End the process and return the fault that its answer does not match the question."""
        return self.end_with_fault("nonsense", "its answer does not match the question")

    def end_with_fault(self, kind: FaultKind, reason: str) -> PlayerFaultError:
        """End the process and return a fault whose reason names the bot."""
        child, link = self.child, self.link
        self.close(kill=True)
        if child is not None:
            self.log = _log_of(child, link)
        return PlayerFaultError(
            kind, reason if reason.startswith(self.bot) else f"{self.seated.text}: {reason}", reason, self.log
        )

    def close(self, kill: bool = False) -> None:
        """Kill the process if `kill` is set, otherwise give it `messages.QUIT_SECONDS` to end."""
        if self.child is not None:
            if self.link is not None and not kill:
                self.link.quit()
            self.link = None
            self.child.close(0 if kill else QUIT_SECONDS)
            self.child = None
            for waiting in self._waits:
                waiting.close()
            self._waits = ()


def _log_of(child: Child, link: PackedLink | ProgramLink | None) -> FaultLog:
    """Return what a bot has written last."""
    if not isinstance(link, ProgramLink):
        return FaultLog(child.output)
    return FaultLog(child.output, tuple(link.channel.last_lines), link.counts)
