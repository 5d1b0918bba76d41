"""One position analysed by several bots side by side, each on a thread of its own, until stopped.

Stopping keeps what was found. What is found may be kept with the game (`Annotations.add_later`) and
read again without any search.
"""

from __future__ import annotations

from collections.abc import Sequence
from queue import Empty, SimpleQueue

from msgspec.structs import replace

from bots import Bot
from bots.report import Limit, Report
from bots.searching import SearchBot
from fastcore import Viewpoint
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import Reports, close_bot
from workbench.bot_process.process_bot import ProcessBot
from workbench.thinking.thinker import Failed, Message, Note, Progress, Thinker

FOREVER = Limit(seconds=10_000_000)
ALL = 10**6  # candidates: every move that was looked at
PACE = 0.12  # seconds between two reports: nobody reads faster, and a table of hundreds of moves takes a while to make


class Analysis:
    """What one bot found about a position. `reports` holds all of it, the newest last; `fault` is why it
    ended, "" if it did not break; `running` says whether it goes on. `read` takes in what came since;
    nothing else changes by itself."""

    def __init__(self, bot: str | Bot, point: Viewpoint, limit: Limit = FOREVER, seed: int = 1) -> None:
        """ValueError if there is no such bot, or it cannot play this game."""
        self.bot: Bot = bot_factory.make(bot, seed, point.spec) if isinstance(bot, str) else bot
        if isinstance(self.bot, ProcessBot):  # the first question shows whether it can play
            self.bot.told, self.bot.pace, self.bot.tracing = ALL, PACE, True
        elif not self.bot.fits(point.spec):
            raise ValueError(f"{self.bot.name} cannot play {point.spec}")
        elif isinstance(self.bot, SearchBot):
            self.bot.told, self.bot.pace = ALL, PACE
            self.bot.tracing = bot_factory.traces(self.bot)
        self.point, self.limit = point, limit
        self.fault, self.running = "", False
        self._messages: SimpleQueue[Message] = SimpleQueue()
        self._thinker = Thinker(self._messages)
        self._ticket = 0
        self._reports = Reports()
        self._seconds = 0.0  # of what was thought before it was stopped
        self.ending = False  # it was stopped, and its last report is still to come

    @property
    def reports(self) -> tuple[Report, ...]:
        return tuple(self._reports.all)

    @property
    def report(self) -> Report | None:
        return self._reports.last

    @property
    def can_focus(self) -> bool:
        """Whether it can look at some moves more closely and keep what it found of the others."""
        return (search := bot_factory.searcher(self.bot)) is not None and search.focuses

    @property
    def can_resume(self) -> bool:
        """Whether there is a search to go on with."""
        return bot_factory.searcher(self.bot) is not None and self.report is not None and not self.fault

    @property
    def spent(self) -> bool:
        """Whether it has used up what it may."""
        report, limit = self.report, self.limit
        return report is not None and (
            (limit.simulations is not None and report.simulations >= limit.simulations)
            or (limit.seconds is not None and report.seconds >= limit.seconds)
        )

    @property
    def bytes(self) -> int:
        """The memory that its search takes."""
        bot = bot_factory.searcher(self.bot)
        return bot.search.bytes if bot is not None and bot.search is not None else 0

    def start(self) -> None:
        """Think, from the beginning; what was found before goes."""
        self._reports, self._seconds = Reports(), 0.0
        if (search := bot_factory.searcher(self.bot)) is not None:
            search.search, search.resumes = None, False
        self._think()

    def resume(self) -> None:
        """Think on from where it was stopped, or had used its limit up; a bot that searches nothing begins anew."""
        self.read()
        search = bot_factory.searcher(self.bot)
        if search is None or self.report is None:
            self.start()
            return
        self._seconds, search.resumes = self.report.seconds, True
        self._think()

    def _think(self) -> None:
        self.fault, self.running, self.ending = "", True, False
        self._ticket = self._thinker.start(self.bot, self.point, self.limit)

    def stop(self) -> None:
        """Think no more; what was found stays. What the bot finds until it notices comes with its last report soon
        after, so that its reports tell of all that its search holds."""
        self.read()
        self.ending = self.ending or self.running
        self._thinker.move_now(self._ticket)
        self.running = False

    def focus(self, moves: Sequence[str]) -> None:
        """Make all further simulations of these moves, () for any, and keep what was found; IllegalMove if one is none,
        ValueError from a bot that cannot."""
        for move in moves:
            self.point.parse_move(move)
        search = bot_factory.searcher(self.bot)
        if search is None or not search.focuses:
            raise ValueError(f"{self.bot.name} cannot look at some moves alone")
        search.focus = tuple(moves)

    def read(self) -> bool:
        """Take in what it said; returns whether there was anything new."""
        new = False
        while True:
            try:
                message = self._messages.get_nowait()
            except Empty:
                return new
            if isinstance(message, Note):
                self.fault, new = message.reason, True
                continue
            if message.ticket != self._ticket:
                continue
            new = True
            if isinstance(message, Progress):
                self._reports.add(self._all(message.report))
            else:
                self.running = self.ending = False
                self.fault = message.reason if isinstance(message, Failed) else self.fault

    def _all(self, report: Report) -> Report:
        """A report of a search that went on, as of one search."""
        if not self._seconds:
            return report
        return replace(
            report, simulations=report.simulations + report.kept, seconds=report.seconds + self._seconds, kept=0,
            history=tuple(self._all(one) for one in report.history),
            traces=tuple(replace(one, number=one.number + report.kept) for one in report.traces),
        )  # fmt: skip

    def close(self) -> None:
        self._thinker.close()
        if not self.running or isinstance(self.bot, ProcessBot):
            close_bot(self.bot)
