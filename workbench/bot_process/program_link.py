"""Questions to a program and its answers: the messages between this process and bots, as lines of the protocol.

The program gets nothing that a Python bot's process would not get: the link makes the lines from the same questions.
"""

from __future__ import annotations

import hashlib
from collections import deque
from math import inf
from time import monotonic
from typing import Any

import msgspec

import fastcore
from bots.base import in_one_line
from bots.loading.sources import parse_options, written_program
from bots.report import Report
from fastcore import Option, Viewpoint
from fastcore.text import specs
from workbench.bot_process.decisions import Reports, find_invalid_part
from workbench.bot_process.messages import (
    Answer,
    BotDescription,
    DeclaredOption,
    Fault,
    Focus,
    GameOver,
    InterimReport,
    Question,
    Seated,
    Sit,
    Stop,
    Think,
    Thought,
)
from workbench.bot_process.program_position import ProgramPosition
from workbench.protocol import commands, greeting, messages, registry
from workbench.protocol.lines import LineChannel, LineTooLongError
from workbench.protocol.pending import PendingRequests
from workbench.protocol.reports import as_option, as_report
from workbench.system import decoding
from workbench.system.processes import ChannelClosedError
from workbench.system.version import DIGEST

WRITE_SECONDS = 10.0  # maximum seconds for the program to read a question
MAX_EARLY_LINES = 10_000
WAITING_SECONDS = 0.01  # maximum seconds to read a line that has arrived


class ProgramFaultError(ValueError):
    """Raised when a program breaks the protocol or refuses a question. The message is one line."""

    def __init__(self, kind: Any, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class ProgramLink:
    """The protocol with one program.

    Args:
        text: The bot's spec.
        words: The words of its command.
        channel: The lines to and from the program.
        allow: Its permissions.
    """

    def __init__(self, text: str, words: tuple[str, ...], channel: LineChannel, allow: tuple[str, ...] = ()) -> None:
        spec = registry.program_of(text) or registry.ProgramSpec(text.partition("(")[0], "", "", None)  # just removed
        self.text, self.channel, self.spec = text, channel, spec
        self._files = commands.digest_of_files(words)
        self._allow = "".join(f", {part.partition('=')[0]}" for part in allow)
        self.identity: messages.Identity | None = None
        self.options: tuple[Option, ...] = ()
        self.position = ProgramPosition()
        self.malformed = self.dropped = 0
        self._question: Question | None = None
        self._pending = PendingRequests()
        self._answers: deque[Answer] = deque()
        self._reports = Reports()
        self._began = self._kept_at = 0.0
        self._used: float | None = None
        self._settings: dict[str, specs.Value] = {}

    # Questions --------------------------------------------------------------------------------------------------------

    def send(self, message: Question | Stop | Focus | GameOver) -> None:
        """Send a question as lines.

        Raises:
            ChannelClosedError: The program has closed its input or does not read.
        """
        if isinstance(message, Stop):
            last = self._pending.last
            if last is not None and last.method == messages.Choose.method:
                self._write([messages.note(messages.Stop(last.id))])
            return
        if isinstance(message, GameOver):
            if self.position.game:
                over = messages.GameOver(
                    self.position.game, message.ending, message.returns, message.points, message.guilty, message.reason
                )
                self._write(
                    [*(self._line(self.position.observe(text)) for text in message.learned), messages.note(over)]
                )
            return
        if isinstance(message, Focus):
            return
        self._question = message
        self._answers.clear()
        try:
            self._drop_early_lines()
            if isinstance(message, Sit):
                self._sit(message)
            elif isinstance(message, Think):
                self._think(message)
            else:
                raise ProgramFaultError("start", "a program cannot judge moves that it would not make itself")
        except ProgramFaultError as fault:
            self._answers.append(Fault(fault.kind, str(fault)))
        except (ValueError, fastcore.Conflict) as error:
            self._answers.append(Fault("start", in_one_line(error)))

    def _drop_early_lines(self) -> None:
        """Read what the program has written before the question, so that no answer comes before its question."""
        for _ in range(MAX_EARLY_LINES):
            line = self.channel.receive(0) if self.identity is not None else None
            if line is None:
                return
            self._take(line)

    def quit(self) -> None:
        """Ask the program to end. Do nothing if it no longer reads."""
        try:
            self.channel.send(messages.note(messages.Quit()), 0.1)
        except ChannelClosedError:
            return

    def _sit(self, request: Sit) -> None:
        if self.identity is None:
            self._write([self._request(greeting.hello(), messages.START_SECONDS)])
        else:
            self._set_options_and_begin(request)

    def _set_options_and_begin(self, request: Sit) -> None:
        """Send the options that are not set yet, and the new game."""
        assert self.identity is not None
        listed = parse_options(self.spec.listing)
        values = (
            specs.given(",".join(f"{name}={value}" for name, value in listed.items()), self.options) if listed else {}
        )
        lines = [
            self._request(messages.SetOption(name, value), messages.NEW_GAME_SECONDS)
            for name, value in values.items()
            if self._settings.get(name) != value
        ]
        self._settings |= values
        self.position.seed, self.position.point, self._used = request.seed, None, None
        if request.spec:
            self._check_fits(request.spec)
            if request.seat is not None:
                lines.append(self._line(self.position.begin(Viewpoint(request.spec, request.seat, request.view))))
        if lines:
            self._write(lines)
        else:
            self._answers.append(self._seated())

    def _check_fits(self, spec: str) -> None:
        assert self.identity is not None
        if not registry.plays(self.identity.games, spec):
            raise ProgramFaultError("start", f"{self.identity.name} cannot play {fastcore.start(spec).spec}")

    def _think(self, request: Think) -> None:
        assert self.identity is not None, "a bot is seated before it thinks"
        found: list[messages.Part] = []
        if request.place is not None:
            if self.position.needs_new_game(request.place):
                self._check_fits(request.place.spec)
                self._used = None
            found += self.position.move_to(request.place)
        found += map(self.position.observe, request.learned)
        lines = [self._line(message) for message in found]
        self._reports, self._kept_at, self._began = Reports(2**20), 0.0, monotonic()
        if not request.compare and (planned := self.position.planned_move()) is not None:
            self._write(lines)
            self._finish(Report(planned))
            return
        choose = self.position.choose(request.limit, self._used, self.identity.wants, request.compare)
        self._write([*lines, self._request(choose, inf)])

    def _line(self, message: messages.Part) -> bytes:
        if isinstance(message, messages.NewGame):
            return self._request(message, messages.NEW_GAME_SECONDS)
        return messages.note(message)

    def _request(self, message: messages.Part, seconds: float) -> bytes:
        return messages.call(self._pending.add(message.method, seconds), message)  # type: ignore[attr-defined]

    def _write(self, lines: list[bytes]) -> None:
        for line in lines:
            if len(line) > messages.MAX_HOST_LINE:
                raise ProgramFaultError(
                    "start", f"a message would have {len(line):,} bytes, more than the protocol allows"
                )
        self.channel.send(b"".join(lines), WRITE_SECONDS)

    # Answers ----------------------------------------------------------------------------------------------------------

    def receive(self, seconds: float) -> Answer | None:
        """Return the next answer to the question, or None if none arrives within `seconds`.

        Raises:
            ChannelClosedError: The program has closed its output, or sent a line that is too long.
        """
        until = monotonic() + seconds
        while not self._answers:
            try:
                if self._is_late():
                    late = self._pending.pop()
                    return Fault("start", f"it did not answer {late.method} within {late.seconds:g} s")
                if self._answers:
                    break
                line = self.channel.receive(max(0.0, min(until, self._pending.due) - monotonic()))
            except LineTooLongError as error:
                return Fault("nonsense", str(error))
            if line is not None:
                self._take(line)
            if not self._answers and monotonic() >= until:
                return None  # also if the program writes without end
        return self._answers.popleft()

    def _is_late(self) -> bool:
        """Return whether the first answer is late. An answer that only waits to be read is not."""
        for _ in range(MAX_EARLY_LINES):
            if self._answers or monotonic() <= self._pending.due:
                return False
            line = self.channel.receive(WAITING_SECONDS)
            if line is None:
                return True
            self._take(line)
        return True

    def _take(self, line: bytes) -> None:
        """Handle one line of the program."""
        text = line.removeprefix(b"\xef\xbb\xbf").strip()
        if not text or (self.identity is None and not text.startswith(b"{")):
            return  # an empty line, or a library's banner before the answer to hello
        try:
            incoming = decoding.decode_json(text, messages.Incoming)
            if incoming.method is not None:
                self._take_note(incoming)
            else:
                self._take_answer(incoming)
        except ProgramFaultError as fault:
            self._answers.append(Fault(fault.kind, str(fault)))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, MemoryError) as error:
            self._count_malformed(in_one_line(error), text)

    def _count_malformed(self, why: str, line: bytes) -> None:
        self.malformed += 1
        if self.malformed >= messages.MAX_MALFORMED:
            shown = line[:80].decode(errors="replace")
            self._answers.append(
                Fault("nonsense", f"it sent {self.malformed} invalid lines; the last: {shown!r} ({why})")
            )

    def _take_note(self, incoming: messages.Incoming) -> None:
        if incoming.method == messages.Info.method:
            now = monotonic()
            asked = self._pending.last
            if now - self._kept_at < 1 / messages.KEPT_PER_SECOND or asked is None or asked.method != "choose":
                self.dropped += 1
                return
            info = msgspec.json.decode(incoming.params, type=messages.Info)
            if info.id != asked.id:
                self.dropped += 1
                return
            self._kept_at = now
            report = as_report(info.move, info.report, now - self._began)
            if isinstance(self._question, Think) and self._question.stream:
                self._answers.append(InterimReport(report))
            else:
                self._reports.add(report)
        elif incoming.method == messages.Busy.method:
            if (asked := self._pending.first) is not None and asked.method == messages.Hello.method:
                busy = msgspec.json.decode(incoming.params, type=messages.Busy)
                self._pending.extend(busy.seconds, messages.MAX_START_SECONDS)
        else:
            self.dropped += 1
            if incoming.id is not None:
                message = f"the host has no method {incoming.method[:40]!r}" if incoming.method else "no method"
                self.channel.send(messages.failure(incoming.id, messages.NO_METHOD, message), WRITE_SECONDS)

    def _take_answer(self, incoming: messages.Incoming) -> None:
        asked = self._pending.first
        if incoming.id is None and incoming.error is not None and asked is not None:
            raise ProgramFaultError("nonsense", f"it could not read a message: {incoming.error.message}")
        if asked is None or incoming.id != asked.id:
            self.dropped += 1  # an answer to an old request, or a second one
            return
        self._pending.pop()
        if incoming.error is not None:
            kind = "start" if asked.method != messages.Choose.method else "crash"
            field = incoming.error.data.field if incoming.error.data is not None else ""
            place = f" ({field})" if field else ""
            self._pending.clear()
            raise ProgramFaultError(kind, f"it refused {asked.method}{place}: {incoming.error.message}")
        try:
            if not bytes(incoming.result):
                raise msgspec.ValidationError("there is neither a result nor an error")
            if asked.method == messages.Hello.method:
                self._greet(msgspec.json.decode(incoming.result, type=messages.Identity))
            elif asked.method == messages.Choose.method:
                self._decided(msgspec.json.decode(incoming.result, type=messages.Decision))
            elif self._pending.first is None and isinstance(self._question, Sit):
                self._answers.append(self._seated())
        except msgspec.MsgspecError as error:
            raise ProgramFaultError(
                "nonsense", f"its answer to {asked.method} is invalid: {decoding.in_plain_words(error)}"
            ) from None

    def _greet(self, identity: messages.Identity) -> None:
        if identity.version not in messages.VERSIONS:
            known = ", ".join(map(str, messages.VERSIONS))
            raise ProgramFaultError(
                "start", f"it speaks version {identity.version} of the protocol; Herbarium speaks {known}"
            )
        self.identity = identity
        try:
            self.options = tuple(map(as_option, identity.options))
            if isinstance(self._question, Sit):
                self._set_options_and_begin(self._question)
        except ProgramFaultError:
            raise
        except ValueError as error:
            raise ProgramFaultError("start", in_one_line(error).removeprefix("ValueError: ")) from None

    def _decided(self, decision: messages.Decision) -> None:
        assert self.identity is not None
        if decision.plan and "plans" in self.identity.wants:
            self.position.keep_plan(decision.plan)
        self._finish(as_report(decision.move, decision.report, monotonic() - self._began, decision.plan))

    def _finish(self, report: Report) -> None:
        """Answer the question with the last report."""
        assert isinstance(self._question, Think)
        point = self.position.point
        assert point is not None
        seconds = monotonic() - self._began
        self._used = round(seconds, 4)
        if wrong := find_invalid_part(report, point.seats):
            raise ProgramFaultError("nonsense", f"it {wrong}")
        if self._question.stream:
            self._answers += [InterimReport(report), Thought((), seconds)]
            return
        self._reports.add(report)
        self._answers.append(Thought(tuple(self._reports.all) if self._question.all else (report,), seconds))

    def _seated(self) -> Seated:
        identity, spec = self.identity, self.spec
        assert identity is not None and isinstance(self._question, Sit)
        listed = parse_options(spec.listing)
        declared = {option.name: listed[option.name] for option in self.options if option.name in listed}
        text = written_program(spec.name, spec.command, declared)
        about = None
        if self._question.described:
            described = tuple(
                DeclaredOption(option.name, option.kind, option.default, option.meaning, option.allowed)
                for option in self.options
            )
            values = specs.read(None, self.options) | self._settings
            label = spec.name if spec.registered is not None else identity.name
            about = BotDescription(label, greeting.meaning_of(identity), values, described, {})
        digest = hashlib.sha256(f"{identity.release}\n{self._files}".encode()).hexdigest()[:16]
        return Seated(text, f"{DIGEST}{digest}{self._allow}", identity.threads, None, about, identity.stays)

    @property
    def counts(self) -> str:
        """The numbers of invalid lines and ignored messages, in words, or "". The log of a fault shows them."""
        counted = (self.malformed, "invalid line"), (self.dropped, "ignored message")
        return " and ".join(f"{count:,} {what}{'s' * (count != 1)}" for count, what in counted if count)
