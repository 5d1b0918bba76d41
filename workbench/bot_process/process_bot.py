"""A bot from a user's file, for windows and terminals: it thinks in a separate process.

Only methods that say so wait for that process on the caller's thread. A process that crashes, hangs or sends
nonsense is ended and named, and the next question starts another one.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import inf
from time import monotonic
from typing import Any, NoReturn

from bots import BadBot
from bots.base import in_one_line
from bots.report import TOLD, Limit, Report
from bots.searching import REPORT_SECONDS, Judgement
from fastcore import Search, Viewpoint
from fastcore.search.saved import SavedSearch
from fastcore.specs import Value
from workbench.bot_process.decisions import BotFault, RemoteBot
from workbench.bot_process.messages import (
    About,
    Answer,
    Data,
    Dump,
    Focus,
    Found,
    Judge,
    Judged,
    Place,
    Seated,
    Sit,
    Stop,
    Think,
    Thought,
    Wishes,
)
from workbench.bot_process.process import MEMORY_MB, OWN_FILE, START_SECONDS, BotProcess, PlayerFault
from workbench.reports import tree_files

STOP_SECONDS = 2.0  # in which a bot must stop, or its process is ended
POLL_SECONDS = 0.02  # between two checks for a stop while the bot reports nothing
DUMP_SECONDS = 30.0
MOST_THREADS = 64

# lives as long as this process: on Linux a child ends with the thread that started it
_STARTER = ThreadPoolExecutor(1, "bot starter")


def in_line(text: str, most: int) -> str:
    """Return a text as one line of at most `most` printable characters."""
    return "".join(one for one in " ".join(text[: 4 * most].split()) if one.isprintable())[:most]


class RemoteSearch:
    """The search of a bot in another process: its memory, and its tree on request."""

    def __init__(self, bot: ProcessBot, engine: str, taken: int) -> None:
        self._bot, self.engine, self.bytes = bot, engine, taken

    def dumped(self) -> dict[str, Any]:
        """Return the most visited nodes of the tree as `tree_files` keeps them; ValueError if the tree cannot be kept.
        Waits for the process."""
        if reason := tree_files.why_not(self):
            raise ValueError(reason)
        return self._bot.dumped_search()

    def saved(self) -> SavedSearch:
        """Return the most visited nodes of the tree, to be looked into; ValueError and waiting as for `dumped`."""
        return Search.load(self.dumped())


class ProcessBot(RemoteBot):
    """The bot of a text such as `./mine.py:Mine(option=1)`.
    Its process starts with the first call of `start`, which does not wait for it.

    What a bot declares (`name`, `values`, `text`, `searches` ...) is known when it is `made`, and guessed from its text
    before. Settings of a bot that searches are those of `bots.searching.SearchBot`; others ignore them.
    """

    def __init__(self, text: str, seed: int, spec: str = "", memory_mb: int = MEMORY_MB) -> None:
        """`spec` is the game that the bot will be asked about, if that is known."""
        self._text, self.seed, self.spec = text, seed, spec
        self._file, _, rest = text.rpartition(OWN_FILE)
        self.name = rest.partition("(")[0].partition(":")[0]  # type: ignore[misc]
        self.values: dict[str, Value] = {}
        self.about: About | None = None
        self.told, self.pace, self.tracing, self.resumes = TOLD, REPORT_SECONDS, False, False
        self.focus: tuple[str, ...] = ()
        self._fresh = False
        self._found: RemoteSearch | None = None
        self._process = BotProcess(text, memory_mb)
        self._sitting: Future[None] | None = None  # the start of a process, until its answer is there
        self._asking = threading.Lock()  # one question at a time
        self._closed = False
        self._knows: Place | None = None  # the position that the process has
        self._note = ""

    # What the bot declares --------------------------------------------------------------------------------------------

    @property
    def made(self) -> bool:
        """Return whether the process has made the bot or has failed to. Does not wait."""
        if not self._asking.acquire(blocking=False):
            return self.about is not None
        try:
            return self._seat(monotonic())
        except BotFault:  # the next question says why, after another try
            return True
        finally:
            self._asking.release()

    @property
    def text(self) -> str:
        return self._text

    @property
    def searches(self) -> bool:
        return self.about is not None and self.about.searches

    @property
    def focuses(self) -> bool:
        return self.about is not None and self.about.focuses

    @property
    def search(self) -> RemoteSearch | None:
        """The bot's search, when it does not think."""
        return self._found

    @search.setter
    def search(self, search: None) -> None:
        self._found, self._fresh = None, True

    def describe(self) -> About:
        """Return what the bot declares; BadBot if it cannot start. Waits for the process."""
        with self._asking:
            try:
                self._be_seated(lambda: False)
            except BotFault as fault:
                raise BadBot(str(fault)) from None
            assert self.about is not None
            return self.about

    def take_note(self) -> str:
        note, self._note = self._note, ""
        return note

    # Its process ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the process and have the bot made there; do not wait for it."""
        if self._asking.acquire(blocking=False):  # a question starts it as well
            try:
                self._begin()
            finally:
                self._asking.release()

    def _begin(self) -> None:
        if self._process.child is None and self._sitting is None and not self._closed:
            self._knows, self._found = None, None
            self._sitting = _STARTER.submit(self._sit)
            self._since = monotonic()

    def _sit(self) -> None:
        self._process.begin()
        self._process.tell(
            Sit(self._text, self.seed, self.spec, None, None, described=True, source=self._process.agreed), "start"
        )

    def _seat(self, until: float) -> bool:
        """Wait for the start of the process until then; return whether the bot is made. BotFault if it cannot be."""
        sitting = self._sitting
        if sitting is None:
            return True
        try:
            if not sitting.done() and monotonic() < until:
                try:
                    sitting.result(until - monotonic())
                except TimeoutError:
                    return False
            if not sitting.done():
                return False
            sitting.result()
            answer = self._process.hear(max(0.0, until - monotonic()), "start")
        except PlayerFault as fault:
            self._sitting = None
            raise self._worded(fault) from None
        except (OSError, ValueError) as error:
            self._sitting = None
            raise BotFault("start", f"{self.name} cannot start: {in_one_line(error)}") from None
        if answer is None:
            if monotonic() - self._since > START_SECONDS:
                self._sitting = None
                self._end(f"did not start within {START_SECONDS:g} s")
            return False
        self._sitting = None
        if not isinstance(answer, Seated) or answer.about is None:
            self._nonsense()
        self._introduce(answer, answer.about)
        return True

    def _introduce(self, seated: Seated, about: About) -> None:
        """Accept what the bot declares. Ignore a text that names another file, and shorten the name to one line."""
        if seated.text.startswith(f"{self._file}{OWN_FILE}"):
            self._text = in_line(seated.text, len(self._text) + 1000)
        self.about, self.threads = about, min(max(1, seated.threads), MOST_THREADS)
        self.name, self.meaning = in_line(about.name, 60) or self.name, in_line(about.meaning, 300)  # type: ignore[misc]
        self.values = dict(about.values)

    def _be_seated(self, enough: Callable[[], bool]) -> None:
        """Ensure that a process has made the bot. BotFault if that fails, or takes too long after a stop."""
        self._begin()
        if self._closed:
            raise BotFault("start", f"{self.name} has been closed")
        until: float | None = None
        while not self._seat(monotonic() + POLL_SECONDS):
            if until is None and (enough() or self._closed):
                until = monotonic() + (0 if self._closed else STOP_SECONDS)
            if until is not None and monotonic() > until:
                if self._sitting is not None and self._sitting.done():
                    self._sitting = None
                    self._end(f"did not stop within {STOP_SECONDS:g} s; Herbarium ended its process")
                until = monotonic() + STOP_SECONDS

    def close(self) -> None:
        """End the process, without waiting for it."""
        self._closed = True
        threading.Thread(target=self._shut, name="bot closing").start()

    def _shut(self) -> None:
        with self._asking:  # a running question soon notices the close
            sitting, self._sitting = self._sitting, None
            if sitting is not None and not sitting.cancel():
                sitting.exception()
            self._process.close()

    # Questions --------------------------------------------------------------------------------------------------------

    def think_until(self, point: Viewpoint, limit: Limit | None, enough: Callable[[], bool]) -> Iterator[Report]:
        with self._asking:
            self._be_seated(enough)
            self._found, fresh, self._fresh = None, self._fresh, False
            focus = self.focus
            wishes = Wishes(self.told, self.pace, self.tracing, self.resumes, focus, fresh) if self.searches else None
            self._tell(Think((), limit, False, stream=True, place=self._placed(point), wishes=wishes))
            thinking, reported = True, False
            began, until = monotonic(), 0.0  # until: when it must have stopped
            late = None if limit is None or limit.seconds is None else limit.seconds + STOP_SECONDS
            try:
                while True:
                    answer = self._hear(POLL_SECONDS)
                    if isinstance(answer, Thought):
                        thinking = False
                        self._found = RemoteSearch(self, answer.engine, answer.bytes) if answer.engine else None
                        return
                    if isinstance(answer, Found):
                        reported = True
                        yield answer.report
                    elif answer is not None:
                        thinking = False
                        self._nonsense()
                    if self._closed:
                        return
                    now = monotonic()
                    if not until and (enough() or (late is not None and now - began > late)):
                        until = now + STOP_SECONDS
                        self._tell(Stop())
                    elif until and now > until + (0 if answer is None else STOP_SECONDS):
                        # its earlier output takes a while to read
                        thinking = False
                        self._overdue(reported)
                        return
                    if focus != self.focus:
                        focus = self.focus
                        self._tell(Focus(focus))
            finally:
                if thinking and not self._closed and self._process.child is not None:
                    self._stop()

    def judge(self, point: Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """Judge what was decided, as `SearchBot.judge`; BotFault if the bot cannot. Waits for the process."""
        with self._asking:
            self._be_seated(lambda: False)
            self._tell(Judge(self._placed(point), tuple(decided), simulations))
            self._found = None
            answer = self._answer()
            if not isinstance(answer, Judged):
                self._nonsense()
            return Judgement(answer.report, answer.best, answer.best_value, answer.value)

    def dumped_search(self) -> dict[str, Any]:
        """Return the most visited nodes of the bot's tree; ValueError if there is none to be kept.
        Waits for the process."""
        with self._asking:
            if self._found is None or self._process.child is None:
                raise BadBot(f"{self.name} decided without a search here")
            self._tell(Dump())
            answer = self._answer(DUMP_SECONDS)
            if not isinstance(answer, Data):
                self._nonsense()
        try:
            data: dict[str, Any] = json.loads(answer.json)
            Search.load(data)
        except (ValueError, RecursionError) as error:
            raise BadBot(f"{self.name} sent no tree: {in_one_line(error)}") from None
        return data

    def fits(self, spec: str) -> bool:  # type: ignore[override]
        """Return whether the bot plays a game of this spec; BadBot if it cannot start. Waits for the process."""
        other = self if spec == self.spec else ProcessBot(self._text, 0, spec)
        try:
            other.describe()
        except BadBot as error:
            if " cannot play " in str(error):
                return False
            raise
        finally:
            if other is not self:
                other.close()
        return True

    def _placed(self, point: Viewpoint) -> Place:
        """Return the position as a message: only the new observations if the process knows the earlier ones."""
        reduced: Any = point.__reduce__()[1]  # what pickling keeps
        spec, seat, begun, learned = reduced
        whole, before = Place(spec, seat, begun, learned), self._knows
        self._knows = whole
        if before is not None and (before.spec, before.seat, before.begun) == (spec, seat, begun):
            known = len(before.learned)
            if learned[:known] == before.learned:
                return Place(spec, seat, begun, learned[known:], True)
        return whole

    def _stop(self) -> None:
        """Stop a bot whose answer is no longer needed, and drop its remaining messages."""
        until = monotonic() + STOP_SECONDS
        try:
            self._process.tell(Stop())
            while not isinstance(answer := self._process.hear(max(0.0, until - monotonic())), Thought):
                if monotonic() > until + (0 if answer is None else STOP_SECONDS):
                    self._overdue(True)
                    return
        except PlayerFault as fault:
            self._note = str(self._worded(fault))

    def _overdue(self, decided: bool) -> None:
        """End the process of a bot that did not stop. Leave a note if the bot has decided, otherwise raise BotFault."""
        try:
            self._end(f"did not stop within {STOP_SECONDS:g} s; Herbarium ended its process")
        except BotFault as fault:
            if not decided:
                raise
            self._note = str(fault)

    def _tell(self, message: Think | Judge | Dump | Stop | Focus) -> None:
        try:
            self._process.tell(message)
        except PlayerFault as fault:
            raise self._worded(fault) from None

    def _hear(self, seconds: float) -> Answer | None:
        try:
            return self._process.hear(seconds)
        except PlayerFault as fault:
            raise self._worded(fault) from None

    def _answer(self, seconds: float = inf) -> Answer:
        """Wait up to this many seconds for an answer. BotFault if none comes or the bot is closed meanwhile."""
        until = monotonic() + seconds
        while (answer := self._hear(POLL_SECONDS)) is None:
            if self._closed or monotonic() > until:
                self._end("was closed" if self._closed else f"did not answer within {seconds:g} s")
        return answer

    def _nonsense(self) -> NoReturn:
        raise self._worded(self._process.nonsense())

    def _end(self, reason: str) -> NoReturn:
        self._process.close(at_once=True)
        raise BotFault("timeout", f"{self.name} {reason}")

    def _worded(self, fault: PlayerFault) -> BotFault:
        """Return a process's fault as this bot's fault, beginning with its name."""
        bare = re.sub(r"^it was ended by (SIG\w+)", r"it crashed (\1)", fault.bare)
        bare = re.sub(r"^it ended with (status \d+)", r"it ended by itself (\1)", bare)
        if bare.startswith("it "):
            bare = f"{self.name} {bare[3:]}"
        elif not bare.startswith((self.name, self._file, "'", '"')):
            bare = f"{self.name}: {bare}"
        return BotFault(fault.kind, bare)
