"""Quick built-in bots, which play in this process: messages to another process would take a large part of the time.

They answer the same questions as a bot in a process, so they make the same decisions.
"""

from __future__ import annotations

import traceback
from functools import lru_cache

import bots
from bots.report import Limit
from bots.searching import SearchBot
from workbench.bot_process import trust
from workbench.bot_process.bot_child import MAX_FRAMES, BotChild
from workbench.bot_process.decisions import close_bot
from workbench.bot_process.messages import Answer, Fault, FaultKind, Question
from workbench.bot_process.process import BotProcess, FaultLog
from workbench.system import linux

MOST_SIMULATIONS = 2_000  # of a decision of a quick bot


class BotHere(BotProcess):
    """A built-in bot that answers in this process. A decision cannot be interrupted.

    Args:
        bot: The bot's spec.
    """

    def __init__(self, bot: str) -> None:
        super().__init__(bot)
        self._server: BotChild | None = None
        self._printed = ""  # the traceback of a fault

    def begin(self) -> None:
        """Get ready for questions."""
        if self._server is None:
            linux.hide_memory()
            self._server = BotChild(None, self._keep_traceback)

    def _keep_traceback(self, error: BaseException | None) -> None:
        self._printed = "" if error is None else "".join(traceback.format_exception(error, limit=-MAX_FRAMES))

    def ask(self, question: Question, seconds: float, kind: FaultKind) -> Answer:
        """Return the answer to a question.

        Args:
            question: The message.
            seconds: Ignored.
            kind: Ignored.

        Raises:
            PlayerFaultError: The bot fails.
        """
        assert self._server is not None, "a bot is seated first"
        if self.busy_mark is not None:
            self.busy_mark[0] = self.seat + 1
        self._printed = ""
        answer = self._server.answer(question)
        if self.busy_mark is not None:
            self.busy_mark[0] = 0
        if isinstance(answer, Fault):
            fault = self.end_with_fault(answer.kind, answer.reason)
            self.log = fault.log = FaultLog(self._printed)
            raise fault
        return answer

    def close(self, kill: bool = False) -> None:
        """Close the bot."""
        if self._server is not None and self._server.bot is not None:
            close_bot(self._server.bot)
        self._server = None


def is_quick(text: str, spec: str, limit: Limit | None) -> bool:
    """Return whether a built-in bot needs one thread, few simulations and no clock.

    Args:
        text: The bot's spec.
        spec: The game.
        limit: The limit of its decisions; None for the bot's own.
    """
    return not trust.is_foreign(text) and _is_quick(text, spec, limit)


@lru_cache(maxsize=256)
def _is_quick(text: str, spec: str, limit: Limit | None) -> bool:
    try:
        if bots.is_level(text):
            kind, values = bots.values_of(text)
            text = bots.level_bot(str(values.get("level", kind.name)), spec)
        if not bots.is_built_in(text.partition("(")[0].partition(":")[0]):
            return False
        bot = bots.make(text, 0)
    except ValueError:  # includes BotError
        return False
    if limit is None and isinstance(bot, SearchBot):
        limit = bot.own_limit()
    if bot.values.get("threads", 1) != 1:
        return False
    return limit is None or (limit.seconds is None and (limit.simulations or 0) <= MOST_SIMULATIONS)
