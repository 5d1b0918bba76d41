"""The requests of a table to its bots, one at a time."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import NamedTuple

from bots import Bot
from bots.report import Limit, Report
from fastcore import Viewpoint
from workbench.table.audience import Purpose
from workbench.thinking.thinker import Done, Failed, Message, Note, Progress, Thinker

MAX_MESSAGES = 50  # messages read in one call
HINT = Limit(seconds=1.5)


class Answer(NamedTuple):
    """The end of a request: its purpose, the bot, and the outcome."""

    purpose: Purpose
    bot: Bot
    end: Done | Failed


class BotRequests:
    """The requests to bots, one at a time.

    Bots think on the threads of the `Thinker`. Messages with the ticket of an earlier request are dropped, so a
    cancelled request has no answer.
    """

    def __init__(self) -> None:
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.thinker = Thinker(self.messages)
        self.ticket = 0  # ticket of the current request, or 0
        self.bot: Bot | None = None  # the bot of the current request
        self.purpose: Purpose = "turn"
        self.progress: Report | None = None
        self._notes: list[str] = []

    def ask(self, bot: Bot, point: Viewpoint, limit: Limit | None, purpose: Purpose = "turn") -> None:
        """Start a request. No other request may be running.

        Args:
            bot: The bot.
            point: The position as the bot's seat sees it.
            limit: The limit, or None for the bot's own options.
            purpose: What the answer is for.
        """
        self.bot, self.purpose, self.progress = bot, purpose, None
        self.ticket = self.thinker.start(bot, point, limit)

    def move_now(self) -> None:
        """Make the bot decide on its results so far."""
        self.thinker.decide_now(self.ticket)

    def withdraw(self) -> None:
        """Cancel the current request, if there is one."""
        if self.ticket:
            self.thinker.stop(self.ticket)
        self._end()

    def close(self) -> None:
        """Cancel the request and stop the threads."""
        self.withdraw()
        self.thinker.close()

    def is_for(self, purpose: Purpose) -> bool:
        """Return whether a bot is thinking for this purpose."""
        return self.ticket != 0 and self.purpose == purpose

    def poll(self, seconds: float = 0.0) -> Progress | Answer | None:
        """Read the waiting messages of the bots.

        Args:
            seconds: How long to wait for a message if there is none.

        Returns:
            The answer to the current request, else the newest progress, else None.
        """
        newest: Progress | None = None
        for number in range(MAX_MESSAGES):
            try:
                message = self.messages.get(timeout=seconds) if seconds and number == 0 else self.messages.get_nowait()
            except Empty:
                break
            if isinstance(message, Note):
                self._notes.append(message.reason)
            elif message.ticket != self.ticket or self.bot is None:
                continue
            elif isinstance(message, Progress):
                newest, self.progress = message, message.report
            else:
                answer = Answer(self.purpose, self.bot, message)
                self._end()
                return answer
        return newest

    def pop_notes(self) -> list[str]:
        """Return and clear the notes about bots' processes."""
        notes, self._notes = self._notes, []
        return notes

    @property
    def fraction_used(self) -> float:
        """The fraction of its simulations or time that the bot has used, from 0 to 1."""
        report = self.progress
        if report is None or self.bot is None:
            return 0.0
        if self.purpose == "advice":
            return report.seconds / (HINT.seconds or 1.0)
        used = {"simulations": report.simulations, "seconds": report.seconds}
        values = [(used[name], limit) for name, limit in self.bot.values.items() if name in used]
        return max((spent / limit for spent, limit in values if isinstance(limit, int | float) and limit), default=0.0)

    def _end(self) -> None:
        self.ticket, self.bot, self.purpose, self.progress = 0, None, "turn", None
