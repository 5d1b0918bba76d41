"""One position analysed by bots side by side, for as long as somebody wants: each on a thread of its own.

Stopping keeps what was found. What is found may be kept with the game (`Study.add_later`) and read again without any search.
"""

from __future__ import annotations

from collections.abc import Sequence
from queue import Empty, SimpleQueue

from msgspec.structs import replace

from bots import Bot
from bots.report import Limit, Report
from bots.searching import SearchBot
from bots.traced import TRACE
from fastcore import Viewpoint
from workbench import trust
from workbench.thinking import Failed, Message, Progress, Reports, Thinker, close_bot

FOREVER = Limit(seconds=10_000_000)
ALL = 10**6  # candidates: every move that was looked at
PACE = 0.12  # seconds between two reports: nobody reads faster, and a table of hundreds of moves takes a while to make


class Analysis:
    """What one bot found about a position. `reports` holds all of it, the newest last; `fault` is why it ended, "" if it did
    not break; `running` says whether it goes on. `read` takes in what came since; nothing else changes by itself."""

    def __init__(self, bot: str | Bot, point: Viewpoint, limit: Limit = FOREVER, seed: int = 1) -> None:
        """ValueError if there is no such bot, or it cannot play this game."""
        self.bot: Bot = trust.make(bot, seed) if isinstance(bot, str) else bot
        if not self.bot.fits(point.spec):
            raise ValueError(f"{self.bot.name} cannot play {point.spec}")
        if isinstance(self.bot, SearchBot):
            self.bot.told, self.bot.pace = ALL, PACE
            self.bot.tracing = any(option.name == TRACE.name for option in self.bot.options)
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
        return isinstance(self.bot, SearchBot) and self.bot.focuses

    @property
    def can_resume(self) -> bool:
        """Whether there is a search to go on with."""
        return isinstance(self.bot, SearchBot) and self.report is not None and not self.fault

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
        search = self.bot.search if isinstance(self.bot, SearchBot) else None
        return search.bytes if search is not None else 0

    def start(self) -> None:
        """Think, from the beginning; what was found before goes."""
        self._reports, self._seconds = Reports(), 0.0
        if isinstance(self.bot, SearchBot):
            self.bot.search, self.bot.resumes = None, False
        self._think()

    def resume(self) -> None:
        """Think on from where it was stopped, or had used its limit up; a bot that searches nothing begins anew."""
        self.read()
        if not isinstance(self.bot, SearchBot) or self.report is None:
            self.start()
            return
        self._seconds, self.bot.resumes = self.report.seconds, True
        self._think()

    def _think(self) -> None:
        self.fault, self.running, self.ending = "", True, False
        self._ticket = self._thinker.start(self.bot, self.point, self.limit)

    def stop(self) -> None:
        """Think no more; what was found stays. What the bot finds until it notices comes with its last report soon after, so that its reports
        tell of all that its search holds."""
        self.read()
        self.ending = self.ending or self.running
        self._thinker.move_now(self._ticket)
        self.running = False

    def focus(self, moves: Sequence[str]) -> None:
        """Make all further simulations of these moves, () for any, and keep what was found; IllegalMove if one is none,
        ValueError from a bot that cannot."""
        for move in moves:
            self.point.parse_move(move)
        if not isinstance(self.bot, SearchBot) or not self.bot.focuses:
            raise ValueError(f"{self.bot.name} cannot look at some moves alone")
        self.bot.focus = tuple(moves)

    def read(self) -> bool:
        """Take in what it said; returns whether there was anything new."""
        new = False
        while True:
            try:
                message = self._messages.get_nowait()
            except Empty:
                return new
            if message.ticket != self._ticket:
                continue
            new = True
            if isinstance(message, Progress):
                self._reports.add(self._all(message.report))
            else:
                self.running = self.ending = False
                self.fault = message.reason if isinstance(message, Failed) else ""

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
        if not self.running:
            close_bot(self.bot)
