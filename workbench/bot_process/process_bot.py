"""A bot from a user's file, for windows and terminals, which thinks in a separate process.

Only methods that say so wait for that process on the caller's thread. A process that crashes, hangs or sends an invalid
answer is ended and reported; the next question starts another one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from math import inf
from time import monotonic
from typing import Any, NoReturn

from bots import BotError
from bots.base import in_one_line
from bots.judging import Judgement
from bots.report import MAX_CANDIDATES, Limit, Report
from bots.searching import REPORT_SECONDS
from fastcore import Viewpoint
from fastcore.text.specs import Value
from workbench.bot_process.decisions import BotFaultError, RemoteBot
from workbench.bot_process.messages import (
    Answer,
    BotDescription,
    Dump,
    Focus,
    InterimReport,
    Judge,
    Judged,
    SearchSettings,
    Seated,
    Sit,
    Stop,
    Think,
    Thought,
    TreeDump,
)
from workbench.bot_process.process import MEMORY_MB, BotProcess, PlayerFaultError
from workbench.bot_process.remote_search import (
    Deadline,
    PositionMessages,
    RemoteSearch,
    fault_sentence,
    file_and_name,
    one_line,
    tree_of,
)
from workbench.bot_process.starting import Start
from workbench.protocol import registry

STOP_SECONDS = 2.0  # seconds that a bot has to stop before its process is ended
POLL_SECONDS = 0.02  # seconds between two checks for a stop while the bot reports nothing
DUMP_SECONDS = 30.0
PATIENCE = 60.0  # seconds without a report after which a program counts as hanging in a review or an analysis
MAX_THREADS = 64


class ProcessBot(RemoteBot):
    """A bot with a spec such as `./mine.py:Mine(option=1)`, created by `bot_factory`.

    The first call of `start` starts its process without waiting for it. The bot's properties (`name`, `values`, `text`,
    `searches` and others) are guessed from the spec until the bot is `ready`. Searching bots have the settings of
    `bots.searching.SearchBot`; other bots ignore them.

    Args:
        text: The bot's spec.
        seed: The bot's seed.
        spec: The game that the bot will play, or "" if unknown.
        memory_mb: The memory limit of the process in MB.
    """

    def __init__(self, text: str, seed: int, spec: str = "", memory_mb: int = MEMORY_MB) -> None:
        self._text, self.seed, self.spec = text, seed, spec
        self._file, self.name = file_and_name(text)  # type: ignore[misc]
        self.values: dict[str, Value] = {}
        self.about: BotDescription | None = None
        self.max_candidates, self.report_seconds = MAX_CANDIDATES, REPORT_SECONDS
        self.tracing = self.resumes = False
        self.focus: tuple[str, ...] = ()
        self.compare: tuple[str, ...] = ()  # moves that the report of a program should include
        self.patience = inf  # seconds without a report after which a decision without a limit in seconds is a fault
        self._fresh = False
        self._last_search: RemoteSearch | None = None
        self._process = BotProcess(text, memory_mb)
        self._starting = Start(self._process, self._first_question)
        self._question_lock = threading.Lock()  # allows one question at a time
        self._closed = False
        self._positions = PositionMessages()
        self._note = ""

    # What the bot declares --------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether the process has created the bot or has failed to."""
        if not self._question_lock.acquire(blocking=False):
            return self.about is not None
        try:
            return self._poll_start(monotonic())
        except BotFaultError:  # The next question starts the process again and reports the reason.
            return True
        finally:
            self._question_lock.release()

    @property
    def text(self) -> str:
        """The bot's canonical spec."""
        return self._text

    @property
    def searches(self) -> bool:
        """Whether the bot is known to search."""
        return self.about is not None and self.about.searches

    @property
    def can_focus(self) -> bool:
        """Whether the bot can restrict its simulations to some moves."""
        return self.about is not None and self.about.focuses

    @property
    def search(self) -> RemoteSearch | None:
        """The search of the last decision, or None. Setting None discards the search."""
        return self._last_search

    @search.setter
    def search(self, search: None) -> None:
        self._last_search, self._fresh = None, True

    def describe(self) -> BotDescription:
        """Return the bot's description. Wait for the process.

        Raises:
            BotError: The bot cannot start.
        """
        with self._question_lock:
            try:
                self._ensure_seated(lambda: False)
            except BotFaultError as fault:
                raise BotError(str(fault)) from None
            assert self.about is not None
            return self.about

    @property
    def last_log(self) -> str:
        """What the process wrote before its last fault, or ""."""
        return self._process.log.text if self._process.log is not None else ""

    def pop_note(self) -> str:
        """Return and clear the note about the bot's process, or ""."""
        note, self._note = self._note, ""
        return note

    # Its process ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the process and create the bot there, without waiting."""
        if self._question_lock.acquire(blocking=False):  # A running question starts the process itself.
            try:
                self._ensure_started()
            finally:
                self._question_lock.release()

    def _ensure_started(self) -> None:
        if self._process.child is None and not self._starting.pending and not self._closed:
            self._positions, self._last_search = PositionMessages(), None
            self._starting.begin()

    def _first_question(self) -> Sit:
        source = self._process.agreed_source
        return Sit(self._text, self.seed, self.spec, None, None, described=True, source=source)

    def _poll_start(self, until: float) -> bool:
        """Wait until `until` (monotonic seconds) for the process to start. Return whether the bot has been created.

        Raises:
            BotFaultError: The bot cannot be created.
        """
        if not self._starting.pending:
            return True
        try:
            answer = self._starting.poll(until)
        except PlayerFaultError as fault:
            raise self._as_bot_fault(fault) from None
        except (OSError, ValueError) as error:
            raise BotFaultError("start", f"{self.name} cannot start: {in_one_line(error)}") from None
        if answer is None:
            return False
        if not isinstance(answer, Seated) or answer.about is None:
            self._raise_mismatch()
        self._accept_description(answer, answer.about)
        return True

    def _accept_description(self, seated: Seated, about: BotDescription) -> None:
        """Adopt the bot's description.

        Ignore a spec that names another file. Shorten the name and the description to one line.
        """
        if seated.text.startswith(self._file):
            self._text = one_line(seated.text, len(self._text) + 1000)
        self.about, self.threads = about, min(max(1, seated.threads), MAX_THREADS)
        self.name, self.meaning = one_line(about.name, 60) or self.name, one_line(about.meaning, 300)  # type: ignore[misc]
        self.values = dict(about.values)

    def _ensure_seated(self, should_stop: Callable[[], bool]) -> None:
        """Wait until the process has created the bot. Start the process if necessary.

        Raises:
            BotFaultError: The bot cannot be created, or takes too long to start after a stop.
        """
        self._ensure_started()
        if self._closed:
            raise BotFaultError("start", f"{self.name} has been closed")
        until: float | None = None
        while not self._poll_start(monotonic() + POLL_SECONDS):
            if until is None and (should_stop() or self._closed):
                until = monotonic() + (0 if self._closed else STOP_SECONDS)
            if until is not None and monotonic() > until:
                if self._starting.has_process:
                    self._starting.forget()
                    self._end_process(f"did not stop within {STOP_SECONDS:g} s; Herbarium ended its process")
                until = monotonic() + STOP_SECONDS

    def end_if_silent(self) -> None:
        """Let decisions without a limit in seconds fail if a program reports nothing for `PATIENCE` seconds."""
        if registry.is_program(self._text):
            self.patience = PATIENCE

    def close(self) -> None:
        """End the process without waiting."""
        self._closed = True
        threading.Thread(target=self._close_process, name="bot closing").start()

    def _close_process(self) -> None:
        with self._question_lock:  # A running question soon notices the close.
            self._starting.close()
            self._process.close()

    # Questions --------------------------------------------------------------------------------------------------------

    def think_until(self, point: Viewpoint, limit: Limit | None, should_stop: Callable[[], bool]) -> Iterator[Report]:
        """Yield the reports of the process. Wait for the process."""
        with self._question_lock:
            self._ensure_seated(should_stop)
            self._last_search, fresh, self._fresh = None, self._fresh, False
            focus = self.focus
            settings = None
            if self.searches:
                seconds, traces = self.report_seconds, self.tracing
                settings = SearchSettings(self.max_candidates, seconds, traces, self.resumes, focus, fresh)
            place = self._positions.message(point)
            self._send(Think((), limit, False, True, place, settings, self.compare))
            thinking, reported = True, False
            until = 0.0  # the time by which the bot must stop, 0 before the stop is sent
            deadline = Deadline(limit, STOP_SECONDS, self.patience)
            try:
                while True:
                    answer = self._receive(POLL_SECONDS)
                    if isinstance(answer, Thought):
                        thinking = False
                        if answer.engine:
                            self._last_search = RemoteSearch(self.dump_search, answer.engine, answer.bytes)
                        return
                    if isinstance(answer, InterimReport):
                        reported = True
                        yield answer.report
                        deadline.note_report()
                    elif answer is not None:
                        thinking = False
                        self._raise_mismatch()
                    if self._closed:
                        return
                    now = monotonic()
                    if not until and (deadline.passed or should_stop()):
                        until = now + STOP_SECONDS
                        self._send(Stop())
                    elif until and now > until + (0 if answer is None else STOP_SECONDS):
                        # Allow time to read earlier output.
                        thinking = False
                        self._end_overdue(reported and not deadline.silence, deadline.silence)
                        return
                    if focus != self.focus:
                        focus = self.focus
                        self._send(Focus(focus))
            finally:
                if thinking and not self._closed and self._process.child is not None:
                    self._stop()

    def judge(self, point: Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """Judge a decision (see `SearchBot.judge`). Wait for the process. Raise BotFaultError if the bot fails."""
        with self._question_lock:
            self._ensure_seated(lambda: False)
            self._send(Judge(self._positions.message(point), tuple(decided), simulations))
            self._last_search = None
            answer = self._answer()
            if not isinstance(answer, Judged):
                self._raise_mismatch()
            return Judgement(answer.report, answer.best, answer.best_value, answer.value, answer.steps)

    def dump_search(self) -> dict[str, Any]:
        """Return the most visited nodes of the bot's tree in the format of `tree_files`. Wait for the process.

        Raises:
            ValueError: There is no search, the bot fails, or its tree is invalid.
        """
        with self._question_lock:
            if self._last_search is None or self._process.child is None:
                raise BotError(f"{self.name} decided without a search here")
            self._send(Dump())
            answer = self._answer(DUMP_SECONDS)
            if not isinstance(answer, TreeDump):
                self._raise_mismatch()
        return tree_of(answer.json, self.name)

    def fits(self, spec: str) -> bool:  # type: ignore[override]
        """Return whether the bot can play a game of this spec. Wait for the process. Raise BotError if it fails."""
        bot = self if spec == self.spec else ProcessBot(self._text, 0, spec)
        try:
            bot.describe()
        except BotError as error:
            if " cannot play " in str(error):
                return False
            raise
        finally:
            if bot is not self:
                bot.close()
        return True

    def _stop(self) -> None:
        """Stop a bot whose answer is not needed any more, and drop its remaining messages."""
        until = monotonic() + STOP_SECONDS
        try:
            self._process.send(Stop())
            while not isinstance(answer := self._process.receive(max(0.0, until - monotonic())), Thought):
                if monotonic() > until + (0 if answer is None else STOP_SECONDS):
                    self._end_overdue(True)
                    return
        except PlayerFaultError as fault:
            self._note = str(self._as_bot_fault(fault))

    def _end_overdue(self, decided: bool, did: str = "") -> None:
        """End the process of a bot that did not stop, or that `did` something else. Leave a note if it has decided.

        Raises:
            BotFaultError: The bot has not decided.
        """
        try:
            self._end_process(f"{did or f'did not stop within {STOP_SECONDS:g} s'}; Herbarium ended its process")
        except BotFaultError as fault:
            if not decided:
                raise
            self._note = str(fault)

    def _send(self, message: Think | Judge | Dump | Stop | Focus) -> None:
        try:
            self._process.send(message)
        except PlayerFaultError as fault:
            raise self._as_bot_fault(fault) from None

    def _receive(self, seconds: float) -> Answer | None:
        try:
            return self._process.receive(seconds)
        except PlayerFaultError as fault:
            raise self._as_bot_fault(fault) from None

    def _answer(self, seconds: float = inf) -> Answer:
        """Return the bot's next answer.

        Raises:
            BotFaultError: No answer arrives within `seconds`, or the bot is closed in the meantime.
        """
        until = monotonic() + seconds
        while (answer := self._receive(POLL_SECONDS)) is None:
            if self._closed or monotonic() > until:
                self._end_process("was closed" if self._closed else f"did not answer within {seconds:g} s")
        return answer

    def _raise_mismatch(self) -> NoReturn:
        raise self._as_bot_fault(self._process.end_after_mismatch())

    def _end_process(self, reason: str) -> NoReturn:
        self._process.end_with_fault("timeout", reason)
        raise BotFaultError("timeout", f"{self.name} {reason}")

    def _as_bot_fault(self, fault: PlayerFaultError) -> BotFaultError:
        return BotFaultError(fault.kind, fault_sentence(fault, self.name, self._file))
