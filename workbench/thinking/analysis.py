"""One bot analysing one position on its own thread until stopped.

Results outlive the search. They can be stored with the game (`Annotations.add_analysis`) and shown again without one.
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
from workbench.system.cores import CORES
from workbench.system.translation import tr
from workbench.thinking.thinker import Failed, Message, Note, Progress, Thinker

FOREVER = Limit(seconds=10_000_000)
ALL_CANDIDATES = 10**6  # number of candidates; large enough for all searched moves
PACE = 0.12  # seconds between reports, because large tables take a while to build


class Analysis:
    """The search of one bot at one position.

    State changes only in `poll`, which collects the bot's messages.

    Args:
        bot: A bot, or its spec.
        point: The position, as the player to move knows it.
        limit: The limit of the search.
        seed: The seed for a bot given as a spec.

    Attributes:
        fault: The reason the bot failed, or "".
        running: Whether the search is running.

    Raises:
        ValueError: There is no such bot, or it cannot play this game.
    """

    def __init__(self, bot: str | Bot, point: Viewpoint, limit: Limit = FOREVER, seed: int = 1) -> None:
        if isinstance(bot, str):
            bot = bot_factory.make(bot_factory.with_threads(bot, CORES.free, limit, point.spec), seed, point.spec)
        self.bot: Bot = bot
        if isinstance(self.bot, ProcessBot):  # its first request shows whether it can play
            self.bot.max_candidates, self.bot.report_seconds, self.bot.tracing = ALL_CANDIDATES, PACE, True
            self.bot.end_if_silent()
        elif not self.bot.fits(point.spec):
            raise ValueError(tr("{bot} cannot play {spec}", bot=self.bot.name, spec=point.spec))
        elif isinstance(self.bot, SearchBot):
            self.bot.max_candidates, self.bot.report_seconds = ALL_CANDIDATES, PACE
            self.bot.tracing = bot_factory.can_trace(self.bot)
        self.point, self.limit = point, limit
        self.fault, self.running = "", False
        self._messages: SimpleQueue[Message] = SimpleQueue()
        self._thinker = Thinker(self._messages)
        self._ticket = 0
        self._reports = Reports()
        self._seconds = 0.0  # seconds searched before the search was last resumed
        self.is_stopping = False  # whether it was stopped and its last report is still to come

    @property
    def reports(self) -> tuple[Report, ...]:
        """All reports, the newest last."""
        return tuple(self._reports.all)

    @property
    def report(self) -> Report | None:
        """The newest report, or None."""
        return self._reports.last

    @property
    def can_focus(self) -> bool:
        """Whether the search can be restricted to some moves without losing its results."""
        return (search := bot_factory.searcher(self.bot)) is not None and search.can_focus

    @property
    def can_resume(self) -> bool:
        """Whether there is a search to resume."""
        return bot_factory.searcher(self.bot) is not None and self.report is not None and not self.fault

    @property
    def is_used_up(self) -> bool:
        """Whether the limit is used up."""
        report, limit = self.report, self.limit
        return report is not None and (
            (limit.simulations is not None and report.simulations >= limit.simulations)
            or (limit.seconds is not None and report.seconds >= limit.seconds)
        )

    @property
    def bytes(self) -> int:
        """The memory used by the search."""
        bot = bot_factory.searcher(self.bot)
        return bot.search.bytes if bot is not None and bot.search is not None else 0

    def start(self) -> None:
        """Start a new search and discard earlier results."""
        self._reports, self._seconds = Reports(), 0.0
        if (search := bot_factory.searcher(self.bot)) is not None:
            search.search, search.resumes = None, False
        self._think()

    def resume(self) -> None:
        """Resume the search after a stop or a used-up limit. A bot without a search starts a new one."""
        self.poll()
        search = bot_factory.searcher(self.bot)
        if search is None or self.report is None:
            self.start()
            return
        self._seconds, search.resumes = self.report.seconds, True
        self._think()

    def _think(self) -> None:
        self.fault, self.running, self.is_stopping = "", True, False
        self._ticket = self._thinker.start(self.bot, self.point, self.limit)

    def stop(self) -> None:
        """Stop the search and keep its results.

        The last report arrives soon after, so that the reports cover everything in the search tree.
        """
        self.poll()
        self.is_stopping = self.is_stopping or self.running
        self._thinker.decide_now(self._ticket)
        self.running = False

    def focus(self, moves: Sequence[str]) -> None:
        """Restrict further simulations to these moves (() for all) and keep earlier results.

        Raises:
            IllegalMove: One of the moves is illegal.
            ValueError: The bot does not support this.
        """
        for move in moves:
            self.point.parse_move(move)
        search = bot_factory.searcher(self.bot)
        if search is None or not search.can_focus:
            raise ValueError(tr("{bot} cannot search only some moves", bot=self.bot.name))
        search.focus = tuple(moves)

    def poll(self) -> bool:
        """Collect new messages from the bot. Return whether there were any."""
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
                self._reports.add(self._with_totals(message.report))
            else:
                self.running = self.is_stopping = False
                self.fault = message.reason if isinstance(message, Failed) else self.fault

    def _with_totals(self, report: Report) -> Report:
        """Return the report of a resumed search with the totals of the whole search."""
        if not self._seconds:
            return report
        return replace(
            report, simulations=report.simulations + report.kept, seconds=report.seconds + self._seconds, kept=0,
            history=tuple(self._with_totals(earlier) for earlier in report.history),
            traces=tuple(replace(trace, number=trace.number + report.kept) for trace in report.traces),
        )  # fmt: skip

    def close(self) -> None:
        """End the search and close the bot."""
        self._thinker.close()
        if isinstance(self.bot, ProcessBot):
            close_bot(self.bot)  # this ends its thread
        else:
            self._thinker.close_bot(self.bot)
