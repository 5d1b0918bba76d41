"""What the bots of one game are asked, one thing at a time, and what they have said of it so far.

Bots think on the Thinker's thread; what they say comes through one queue with a ticket, and what carries an old ticket
is dropped: once a question is withdrawn, nothing of its answer is heard.
"""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import Literal

from bots import Bot
from bots.report import Limit, Report
from fastcore import Viewpoint
from workbench.thinking.thinker import Done, Failed, Message, Note, Progress, Thinker

MOST_MESSAGES = 50  # read at one go
HINT_SECONDS = 1.5

Purpose = Literal["turn", "advice", "help"]  # a bot's own move, advice to a person, a move made for a person


class Asking:
    def __init__(self) -> None:
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.thinker = Thinker(self.messages)
        self.ticket = 0  # of what is thought now, 0 for nothing
        self.bot: Bot | None = None  # who thinks that
        self.purpose: Purpose = "turn"
        self.progress: Report | None = None
        self._notes: list[str] = []

    def ask(self, bot: Bot, point: Viewpoint, limit: Limit | None, purpose: Purpose = "turn") -> None:
        self.bot, self.purpose, self.progress = bot, purpose, None
        self.ticket = self.thinker.start(bot, point, limit)

    def move_now(self) -> None:
        """Let it decide with what it has found."""
        self.thinker.move_now(self.ticket)

    def withdraw(self) -> None:
        """Ask it no more."""
        if self.ticket:
            self.thinker.stop(self.ticket)
        self._end()

    def close(self) -> None:
        self.withdraw()
        self.thinker.close()

    def is_for(self, purpose: Purpose) -> bool:
        """Whether something is being thought, and for this."""
        return self.ticket != 0 and self.purpose == purpose

    def heard(self) -> Progress | tuple[Purpose, Done | Failed] | None:
        """Take in what was said: the end of the question with what it was for, or the newest progress, or nothing."""
        newest: Progress | None = None
        for _ in range(MOST_MESSAGES):
            try:
                message = self.messages.get_nowait()
            except Empty:
                break
            if isinstance(message, Note):
                self._notes.append(message.reason)
                continue
            if message.ticket != self.ticket:
                continue
            if not isinstance(message, Progress):
                purpose = self.purpose
                self._end()
                return purpose, message
            newest, self.progress = message, message.report
        return newest

    def take_notes(self) -> list[str]:
        """Return what has happened to bots' processes since the last call."""
        notes, self._notes = self._notes, []
        return notes

    @property
    def done(self) -> float:
        """How much of what it may use the bot that thinks has used, 0 to 1."""
        report = self.progress
        if report is None or self.bot is None:
            return 0.0
        if self.purpose == "advice":
            return report.seconds / HINT_SECONDS
        used = {"simulations": report.simulations, "seconds": report.seconds}
        values = [(used[name], most) for name, most in self.bot.values.items() if name in used]
        return max((have / most for have, most in values if isinstance(most, int | float) and most), default=0.0)

    def _end(self) -> None:
        self.ticket, self.bot, self.purpose, self.progress = 0, None, "turn", None
