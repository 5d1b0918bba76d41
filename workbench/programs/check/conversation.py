"""A strict conversation with one process of a program, which notes every breach of the protocol."""

from __future__ import annotations

import json
from math import isfinite
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from bots.sources import Source
from workbench.bot_process.confined import ConfinedChild
from workbench.bot_process.sandbox import Confinement
from workbench.protocol import messages
from workbench.protocol.lines import LineChannel
from workbench.system import decoding
from workbench.system.processes import ChannelClosedError

LATE_SECONDS = 0.05  # how long to look for second answers


class ConversationEndedError(Exception):
    """Raised when the program has ended or closed its output. The message says how it ended."""


class NoAnswerError(Exception):
    """Raised when an answer does not arrive in time. The message names the request."""


class Reply(NamedTuple):
    """The answer to a request: its result or error, the notifications before it, and the seconds until it came."""

    line: str
    result: Any
    error: Any
    notes: tuple[dict[str, Any], ...]
    seconds: float


class Conversation:
    """One process of a program.

    `faults` has the first malformed line of each kind.

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
        self.answered: set[int] = set()
        self.greeted = False

    def ask(self, message: messages.Part, seconds: float = 60.0) -> Reply:
        """Return the answer to a request.

        Raises:
            NoAnswerError: It does not arrive in time.
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
        start, notes = monotonic(), list[dict[str, Any]]()
        until = start + seconds
        while True:
            found = self._receive(until - monotonic())
            if found is None:
                raise NoAnswerError(f"no answer within {seconds:g} s to {self.last_asked}")
            text, answer = found
            if "method" in answer:
                notes.append(answer)
                if answer["method"] == "busy" and not self.greeted:
                    until = min(monotonic() + 60, start + messages.MAX_START_SECONDS)
                continue
            if answer.get("id") in self.answered:
                self.note_fault("second answer", text)
                continue
            if answer.get("id") != number and not (answer.get("id") is None and "error" in answer):
                self.note_fault("wrong id", text)
                continue
            self.answered.add(number)
            if ("result" in answer) == ("error" in answer):
                self.note_fault("result or error", text)
            return Reply(text, answer.get("result"), answer.get("error"), tuple(notes), monotonic() - start)

    def late_lines(self) -> list[str]:
        """Return the lines that arrive without a request."""
        found = []
        while (received := self._receive(LATE_SECONDS)) is not None:
            found.append(received[0])
            if received[1].get("id") in self.answered:
                self.note_fault("second answer", received[0])
        return found

    def send(self, lines: bytes) -> None:
        """Send lines.

        Raises:
            ConversationEndedError: The program has ended or does not read.
        """
        self.last_asked = lines.decode(errors="replace").strip()
        try:
            self.channel.send(lines, 10.0)
        except ChannelClosedError as gone:
            raise self._ended(str(gone)) from None

    def tell(self, *parts: messages.Part) -> None:
        """Send notifications (see `send`)."""
        self.send(b"".join(map(messages.note, parts)))

    def _receive(self, seconds: float) -> tuple[str, dict[str, Any]] | None:
        until = monotonic() + seconds
        while True:
            try:
                line = self.channel.receive(max(0.0, until - monotonic()))
            except ChannelClosedError as gone:
                raise self._ended(str(gone)) from None
            if line is None:
                return None
            text = line.removeprefix(b"\xef\xbb\xbf").strip()
            if not text or (not self.greeted and not text.startswith(b"{")):
                continue
            self.last_heard = shown = text.decode(errors="replace")
            message = self._parse(text, shown)
            if message is not None:
                return shown, message

    def _parse(self, line: bytes, shown: str) -> dict[str, Any] | None:
        """Return the message of a line, or None if there is none. Note faults of its form."""
        try:
            message = json.loads(line.decode("utf-8"), parse_constant=self._refuse_constant)
        except (ValueError, RecursionError):
            self.note_fault("not JSON", shown)
            return None
        if not isinstance(message, dict):
            self.note_fault("no object", shown)
            return None
        if message.get("jsonrpc") != "2.0":
            self.note_fault("no jsonrpc", shown)
        if not finite(message):
            self.note_fault("not finite", shown)
        if "method" in message:
            kinds = {"info": messages.Info, "busy": messages.Busy}
            name = message["method"]
            if name not in kinds:
                if not str(name).startswith("x-"):
                    self.note_fault("unknown notification", shown)
            elif wrong := convert_fault(message.get("params"), kinds[name]):
                self.note_fault(f"wrong {name}", f"{wrong}: {shown}")
            if "id" in message:
                self.note_fault("request from the bot", shown)
        return message

    @staticmethod
    def _refuse_constant(name: str) -> float:
        raise ValueError(name)

    def note_fault(self, kind: str, line: str) -> None:
        """Note the first line with a fault of this kind."""
        self.faults.setdefault(kind, line)

    def _ended(self, gone: str) -> ConversationEndedError:
        how = self.child.end() or gone
        words = self.child.last_output
        return ConversationEndedError(f"{how}: {words}" if words else how)

    def close_input(self) -> None:
        """Close the program's input."""
        assert self.child.process.stdin is not None
        self.child.process.stdin.close()

    def close(self, seconds: float = 0.0) -> None:
        """End the process: by closing its input if it has time, then by force."""
        self.child.close(seconds)


def finite(value: Any) -> bool:
    """Return whether all numbers of a message are finite."""
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    return not isinstance(value, list) or all(map(finite, value))


def convert_fault(value: Any, kind: type) -> str:
    """Return why a value is not a message part of this kind, or ""."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return decoding.in_plain_words(error)
    return ""
