"""Creation of built-in bots in this process, and of bots from users' files in separate processes."""

from __future__ import annotations

from typing import TypeAlias

import bots
from bots import Bot, BotError, Limit
from bots.loading import sources
from bots.loading.sources import parse_options
from bots.searching import SearchBot
from bots.traced import TRACE
from fastcore.text import specs
from fastcore.values import quoted
from workbench.bot_process import trust
from workbench.bot_process.process_bot import ProcessBot
from workbench.protocol import commands, registry

Searcher: TypeAlias = SearchBot | ProcessBot
MB_FOR_THREAD = 4  # least memory of a search for each thread


def make(text: str, seed: int, spec: str = "", limit: Limit | None = None) -> Bot:
    """Create a bot. The process of a bot from a file starts in the background.

    If the file is invalid or its bot cannot play the game, the first question to the bot raises BotFaultError.

    Args:
        text: The bot's spec.
        seed: The bot's seed.
        spec: The game that the bot will play, or "" if unknown.
        limit: The bot's limit. The user must agree to a high limit.

    Raises:
        BotError: The bot's spec is invalid.
        NotAllowedError: The user must first agree to this bot or limit.
    """
    trust.source(text, limit)
    if not trust.is_foreign(text):
        return bots.make(text, seed, spec=spec)
    check_text(text)
    bot = ProcessBot(text, seed, spec)
    bot.start()
    return bot


def with_threads(text: str, threads: int, limit: Limit | None, spec: str) -> str:
    """Return the spec of a bot with as many threads as are free, if it can use them.

    A bot keeps its spec if it is a level, belongs to the user, names its threads, or has a limit on simulations.

    Args:
        text: The spec of the bot.
        threads: The number of free threads.
        limit: The limit of its decisions; None for the bot's own.
        spec: The game.

    Raises:
        BotError: The spec is invalid.
    """
    if threads < 2 or trust.is_foreign(text) or bots.is_level(text):
        return text
    bot = bots.make(text, 0, spec=spec)
    if not isinstance(bot, SearchBot) or bot.values.get("threads") != 1:
        return text
    limit = limit or bot.own_limit()
    threads = min(threads, int(bot.values["memory"]) // MB_FOR_THREAD)
    if limit.simulations is not None or threads < 2:
        return text
    added: dict[str, specs.Value] = {"threads": threads}
    if "shared" in bot.values:
        added["shared"] = "on"
    return specs.written(bot.name, bot.values | added, bot.options)


def check_text(text: str, spec: str = "") -> None:
    """Check a bot's spec without opening a user's file.

    Raises:
        BotError: The bot's spec is invalid, or it cannot play the game `spec`.
    """
    if (program := registry.program_of(text)) is not None:
        parse_options(program.listing)
        if program.command:
            commands.split_command(program.command)
        return
    if trust.is_foreign(text):
        if sources.parse_text(text) is None:
            raise BotError(
                f"{quoted(text)} is not of the form ./file.py:Class, ./file.py:Class:preset or "
                "./file.py:Class(option=value,...)"
            )
        return
    bot = bots.make(text, 0)
    if spec and not bot.fits(spec):
        raise BotError(f"{bot.name} cannot play {spec}")


def searcher(bot: Bot) -> Searcher | None:
    """Return the bot if it can search, otherwise None. A bot in a process must be `ready` first."""
    if isinstance(bot, ProcessBot):
        return bot if bot.searches else None
    return bot if isinstance(bot, SearchBot) else None


def can_trace(bot: Searcher) -> bool:
    """Return whether a searching bot can report single simulations."""
    if isinstance(bot, ProcessBot):
        return bot.about is not None and bot.about.traces
    return any(option.name == TRACE.name for option in bot.options)
