"""How the workbench makes bots: its own in this process, those from a user's files in separate processes."""

from __future__ import annotations

from typing import TypeAlias

import bots
from bots import BadBot, Bot, Limit, sources
from bots.searching import SearchBot
from bots.traced import TRACE
from fastcore.values import quoted
from workbench import trust
from workbench.bot_process import OWN_FILE
from workbench.process_bot import ProcessBot

Searcher: TypeAlias = SearchBot | ProcessBot


def make(text: str, seed: int, spec: str = "", limit: Limit | None = None) -> Bot:
    """Return the bot of a text; BadBot says what is wrong with the text. NotAllowed if the user must agree to this bot, or to
    this limit, first.

    The process of a bot from a file is started, but not waited for: what is wrong with the file, or with a bot that cannot play
    `spec`, is a BotFault of the first question.
    """
    trust.source(text, limit)
    if not is_own(text):
        return bots.make(text, seed)
    check(text)
    bot = ProcessBot(text, seed, spec)
    bot.start()
    return bot


def is_own(text: str) -> bool:
    """Return whether a text names a file of the user's own. Nothing of such a file may run in this process."""
    return isinstance(text, str) and OWN_FILE in text


def check(text: str, spec: str = "") -> None:
    """BadBot if a text is no bot's, or its bot cannot play a game of this spec. The file of a user's own bot is not opened."""
    if is_own(text):
        if sources.named(text) is None:
            raise BadBot(f"{quoted(text)} is not of the form ./file.py:Class, ./file.py:Class:preset or ./file.py:Class(option=value,...)")
        return
    bot = bots.make(text, 0)
    if spec and not bot.fits(spec):
        raise BadBot(f"{bot.name} cannot play {spec}")


def searcher(bot: Bot) -> Searcher | None:
    """Return a bot that searches, None for another one. Of a bot in a process that is known when it is made."""
    if isinstance(bot, ProcessBot):
        return bot if bot.searches else None
    return bot if isinstance(bot, SearchBot) else None


def traces(bot: Searcher) -> bool:
    """Return whether a bot that searches can report single simulations."""
    if isinstance(bot, ProcessBot):
        return bot.about is not None and bot.about.traces
    return any(option.name == TRACE.name for option in bot.options)
