"""Quick built-in bots, which play in this process: messages to another process would take longer than they think.

They get and give the same messages as a bot in a process, so they know and decide the same.
"""

from __future__ import annotations

from functools import lru_cache

import bots
from bots import BotError
from bots.report import Limit
from bots.searching import SearchBot
from workbench.bot_process import trust
from workbench.bot_process.bot_child import BotChild
from workbench.bot_process.decisions import close_bot
from workbench.bot_process.messages import Answer, Fault, FaultKind, Question
from workbench.bot_process.process import BotProcess

MOST_SIMULATIONS = 10_000  # of a decision of a quick bot


class BotHere(BotProcess):
    """A bot that answers like its process would, but in this process. A decision cannot be interrupted."""

    _server: BotChild | None = None

    def begin(self) -> None:
        """Get ready for questions."""
        if self._server is None:
            self._server = BotChild(None)

    def ask(self, question: Question, seconds: float, kind: FaultKind) -> Answer:
        """Return the answer to a question.

        Args:
            question: The message.
            seconds: Without effect.
            kind: Without effect.

        Raises:
            PlayerFaultError: The bot fails.
        """
        assert self._server is not None, "a bot is seated first"
        answer = self._server.answer(question)
        if isinstance(answer, Fault):
            raise self.end_with_fault(answer.kind, answer.reason)
        return answer

    def close(self, kill: bool = False) -> None:
        """Close the bot."""
        if self._server is not None and self._server.bot is not None:
            close_bot(self._server.bot)
        self._server = None


def is_quick(text: str, spec: str, limit: Limit | None) -> bool:
    """Return whether a bot is one of Herbarium's own that decides with one thread and few simulations, without a clock.

    Args:
        text: The bot's spec.
        spec: The game.
        limit: The limit of its decisions; None for the bot's own.
    """
    return not trust.is_foreign(text) and _is_quick(text, spec, limit)


@lru_cache(maxsize=256)
def _is_quick(text: str, spec: str, limit: Limit | None) -> bool:
    try:
        bot = bots.make(text, 0, spec=spec)
    except BotError:
        return False
    if limit is None and isinstance(bot, SearchBot):
        limit = bot.own_limit()
    if bots.release(bot.name) or bot.values.get("threads", 1) != 1:
        return False
    return limit is None or (limit.seconds is None and (limit.simulations or 0) <= MOST_SIMULATIONS)
