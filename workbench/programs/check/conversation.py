"""A strict conversation with one process of a program, which notes every breach of the protocol."""

from __future__ import annotations

import json
from math import isfinite
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from bots.base import in_one_line
from bots.loading.sources import Source
from workbench.bot_process.confined import ConfinedChild
from workbench.bot_process.sandbox import Confinement
from workbench.protocol import messages
from workbench.protocol.lines import LineChannel
from workbench.system import decoding, linux
from workbench.system.processes import ChannelClosedError

LATE_SECONDS = 0.05  # how long to look for second answers
MAX_NOTES = 1000  # notifications that are kept before an answer
SHOWN = 200  # characters of a question that are shown when its answer is missing


class ConversationError(Exception):
    """Raised when the program does not answer as it should. The message says why.

    Args:
        why: The reason.
        line: The line of the program that caused it, or "".
    """

    def __init__(self, why: str, line: str = "") -> None:
        super().__init__(why)
        self.line = line


class ConversationEndedError(ConversationError):
    """Raised when the program has ended or closed its output. The message says how it ended."""


class NoAnswerError(ConversationError):
    """Raised when an answer does not arrive in time. The message names the request."""


class InvalidAnswerError(ConversationError):
    """Raised when an answer is not a message of the protocol. The message says what is wrong."""


class Received(NamedTuple):
    """A message of the program: its line, its members as plain data, and its members as the host reads them."""

    line: str
    members: dict[str, Any]
    message: messages.Incoming

    @property
    def is_own(self) -> bool:
        """Whether this is a notification that the program has invented."""
        return is_own(self.message)


class Reply(NamedTuple):
    """The answer to a request: its result or error, the notifications before it, and the seconds until it came.

    `result` is plain data, and `raw` is its JSON. An error about an unreadable line has no id.
    """

    line: str
    result: Any
    raw: msgspec.Raw
    error: messages.ErrorBody | None
    notes: tuple[messages.Incoming, ...]
    seconds: float
    has_id: bool


class Conversation:
    """One process of a program.

    `faults` has the first malformed line of each kind. After `close`, `peak_mb` is the memory that it used, in MB, and
    `others` the number of other processes that it had started.

    Args:
        source: The program.
        memory_mb: Its memory limit in MB.
    """

    def __init__(self, source: Source, memory_mb: int = 2048) -> None:
        self.child = ConfinedChild("", Confinement(memory_mb, source.path, "", source.command, source.allow))
        self.channel = LineChannel(*self.child.pipes)
        self.faults: dict[str, str] = {}
        self.number = 0
        self.last_asked = self.last_heard = ""
        self.last_invalid = ""  # the last line since the last question that is not a message
        self.answered: set[int] = set()
        self.greeted = self.waiting = False
        self.peak_mb, self.others = 0.0, 0
        self.out_of_memory = ""  # how it ended, if it had too little memory

    def ask(self, message: messages.Part, seconds: float = 60.0) -> Reply:
        """Return the answer to a request.

        Raises:
            NoAnswerError: It does not arrive in time.
            InvalidAnswerError: It is not a message of the protocol.
            ConversationEndedError: The program has ended.
        """
        self.number += 1
        line = messages.call(self.number, message)
        return self.ask_line(line, self.number, seconds)

    def ask_line(self, line: bytes, number: int, seconds: float = 60.0) -> Reply:
        """Send a line with a request of this id and return the answer (see `ask`)."""
        self.send(line)
        return self.wait(number, seconds)

    def wait(self, number: int, seconds: float) -> Reply:
        """Return the answer to an earlier request (see `ask`)."""
        self.waiting = True
        try:
            return self._wait(number, seconds)
        finally:
            self.waiting = False

    def _wait(self, number: int, seconds: float) -> Reply:
        start, notes = monotonic(), list[messages.Incoming]()
        until = start + seconds
        while True:
            found = self._receive(until)
            if found is None:
                raise self._unanswered(monotonic() - start)
            message = found.message
            if message.method is None and self._answers(found, number):
                self.answered.add(number)
                if ("result" in found.members) == ("error" in found.members):
                    self.note_fault("result or error", found.line)
                return Reply(
                    found.line, found.members.get("result"), message.result, message.error, tuple(notes),
                    monotonic() - start, message.id is not None,
                )  # fmt: skip
            if message.method is not None and len(notes) < MAX_NOTES:
                notes.append(message)
            if message.method == messages.Busy.method and not self.greeted:
                until = max(until, min(monotonic() + busy_seconds(message), start + messages.MAX_START_SECONDS))
            elif monotonic() > until:  # the program writes without end
                raise self._unanswered(monotonic() - start)

    def _answers(self, found: Received, number: int) -> bool:
        """Return whether a message is the answer to a request. Note a fault if it answers another one."""
        answered = found.message.id
        if answered == number or (answered is None and found.message.error is not None):
            return True
        self.note_fault("second answer" if answered in self.answered else "wrong id", found.line)
        return False

    def _unanswered(self, seconds: float) -> NoAnswerError:
        asked = self.last_asked[:SHOWN] + " ..." * (len(self.last_asked) > SHOWN)
        why = f"no answer within {seconds:.0f} s to {asked}"
        return NoAnswerError(f"{why}, but an invalid line" if self.last_invalid else why, self.last_invalid)

    def late_lines(self) -> list[str]:
        """Return the lines that arrive without a request, apart from the program's own notifications."""
        found, until = list[str](), monotonic() + LATE_SECONDS
        while (received := self._receive(until)) is not None:
            if not received.is_own:
                found.append(received.line)
                if received.message.method is None and received.message.id in self.answered:
                    self.note_fault("second answer", received.line)
            if monotonic() > until:
                break
        return found

    def send(self, lines: bytes) -> None:
        """Send lines.

        Raises:
            ConversationEndedError: The program has ended or does not read.
        """
        self.last_asked, self.last_invalid = lines.decode(errors="replace").strip(), ""
        try:
            self.channel.send(lines, 10.0)
        except ChannelClosedError as gone:
            raise self._ended(str(gone)) from None

    def tell(self, *parts: messages.Part) -> None:
        """Send notifications (see `send`)."""
        self.send(b"".join(map(messages.note, parts)))

    def _receive(self, until: float) -> Received | None:
        """Return the next message, or None if none arrives until this time."""
        while True:
            try:
                line = self.channel.receive(max(0.0, until - monotonic()))
            except ChannelClosedError as gone:
                raise self._ended(str(gone)) from None
            if line is None:
                return None
            text = line.removeprefix(b"\xef\xbb\xbf").strip()
            if text and (self.greeted or text.startswith(b"{")):
                self.last_heard = shown = text.decode(errors="replace")
                received = self._parse(text, shown)
                if received is not None:
                    return received
                self.last_invalid = shown
            if monotonic() > until:
                return None  # also if the program writes without end

    def _parse(self, line: bytes, shown: str) -> Received | None:
        """Return the message of a line, or None if there is none. Note faults of its form.

        Raises:
            InvalidAnswerError: The line should be the answer to a question, but is invalid.
        """
        try:
            members = json.loads(line.decode("utf-8"), parse_constant=self._refuse_constant)
            is_finite = finite(members)
        except (ValueError, RecursionError):
            self.note_fault("not JSON", shown)
            return None
        if not isinstance(members, dict):
            self.note_fault("no object", shown)
            return None
        if members.get("jsonrpc") != "2.0":
            self.note_fault("no jsonrpc", shown)
        if not is_finite:
            self.note_fault("not finite", shown)
        try:
            message = decoding.decode_json(line, messages.Incoming)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            why = decoding.in_plain_words(error) if isinstance(error, msgspec.MsgspecError) else str(error)
            self.note_fault("wrong members", f"{why}: {shown}")
            if self.waiting and "method" not in members:
                raise InvalidAnswerError(f"its answer is invalid: {why}", shown) from None
            return None
        if message.method is not None:
            self._check_note(message, shown)
        return Received(shown, members, message)

    def _check_note(self, message: messages.Incoming, shown: str) -> None:
        """Note the faults of a message with a method."""
        name = message.method or ""
        kind = {"info": messages.Info, "busy": messages.Busy}.get(name)
        if kind is not None and (wrong := decode_fault(message.params, kind)):
            self.note_fault(f"wrong {name}", f"{wrong}: {shown}")
        if kind is None and not is_own(message):
            self.note_fault("unknown notification", shown)
        if message.id is not None:
            self.note_fault("request from the bot", shown)

    @staticmethod
    def _refuse_constant(name: str) -> float:
        raise ValueError(name)

    def note_fault(self, kind: str, line: str) -> None:
        """Note the first line with a fault of this kind."""
        self.faults.setdefault(kind, line)

    def _ended(self, gone: str) -> ConversationEndedError:
        self._measure()
        how = self.child.end() or gone
        words = self.child.last_output
        why = f"{how}: {words}" if words else how
        if "memory" in how or "MemoryError" in words:
            self.out_of_memory = why
        return ConversationEndedError(why)

    def close_input(self) -> None:
        """Close the program's input."""
        assert self.child.process.stdin is not None
        self.child.process.stdin.close()

    def close(self, seconds: float = 0.0) -> None:
        """End the process: by closing its input if it has time, then by force."""
        self._measure()
        self.child.close(seconds)

    def _measure(self) -> None:
        """Measure the process if it is still running."""
        self.peak_mb = max(self.peak_mb, linux.peak_mb(self.child.pid))
        below = set(linux.descendants(self.child.process.pid)) - {self.child.pid}
        self.others = max(self.others, len(below))


def is_own(message: messages.Incoming) -> bool:
    """Return whether a message is a notification that the program has invented, which is allowed at any time."""
    return (message.method or "").startswith("x-")


def finite(value: Any) -> bool:
    """Return whether all numbers of a message are finite."""
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    return not isinstance(value, list) or all(map(finite, value))


def decode_fault(data: msgspec.Raw, kind: type) -> str:
    """Return why JSON is not a part of a message of this kind, or ""."""
    try:
        decoding.decode_json(data, kind)
    except msgspec.MsgspecError as error:
        return decoding.in_plain_words(error)
    except (UnicodeDecodeError, RecursionError) as error:
        return in_one_line(error)
    return ""


def busy_seconds(message: messages.Incoming) -> float:
    """Return how long a program says that it is busy, or 0 if the message is invalid."""
    if decode_fault(message.params, messages.Busy):
        return 0.0
    return decoding.decode_json(message.params, messages.Busy).seconds
