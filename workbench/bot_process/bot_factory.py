"""Makes bots: the program's own in this process, those from a user's file in a separate process."""

from __future__ import annotations

from typing import TypeAlias

import bots
from bots import BadBot, Bot, Limit, sources
from bots.searching import SearchBot
from bots.traced import TRACE
from fastcore.values import quoted
from workbench.bot_process import trust
from workbench.bot_process.process import OWN_FILE
from workbench.bot_process.process_bot import ProcessBot

Searcher: TypeAlias = SearchBot | ProcessBot


def make(text: str, seed: int, spec: str = "", limit: Limit | None = None) -> Bot:
    """Return the bot of a text; BadBot says what is wrong with the text.
    NotAllowed if the user must agree to this bot, or to this limit, first.

    A bot from a file starts its process, but this does not wait for it. The first question raises BotFault if the file
    is bad or the bot cannot play `spec`.
    """
    trust.source(text, limit)
    if not is_own(text):
        return bots.make(text, seed)
    check(text)
    bot = ProcessBot(text, seed, spec)
    bot.start()
    return bot


def is_own(text: str) -> bool:
    """Return whether a text names a user's file. Code from such a file must not run in this process."""
    return isinstance(text, str) and OWN_FILE in text


def check(text: str, spec: str = "") -> None:
    """Raise BadBot if a text names no bot, or its bot cannot play a game of this spec. Does not open a user's file."""
    if is_own(text):
        if sources.named(text) is None:
            raise BadBot(
                f"{quoted(text)} is not of the form ./file.py:Class, ./file.py:Class:preset or "
                "./file.py:Class(option=value,...)"
            )
        return
    bot = bots.make(text, 0)
    if spec and not bot.fits(spec):
        raise BadBot(f"{bot.name} cannot play {spec}")


def searcher(bot: Bot) -> Searcher | None:
    """Return the bot if it searches, otherwise None. A bot in a process must be `made` first."""
    if isinstance(bot, ProcessBot):
        return bot if bot.searches else None
    return bot if isinstance(bot, SearchBot) else None


def traces(bot: Searcher) -> bool:
    """Return whether a bot that searches can report single simulations."""
    if isinstance(bot, ProcessBot):
        return bot.about is not None and bot.about.traces
    return any(option.name == TRACE.name for option in bot.options)
