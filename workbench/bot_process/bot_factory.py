"""Creation of built-in bots in this process, and of bots from users' files in separate processes."""

from __future__ import annotations

from typing import TypeAlias

import bots
from bots import Bot, BotError, Limit, sources
from bots.programs import parse_options
from bots.searching import SearchBot
from bots.traced import TRACE
from fastcore.values import quoted
from workbench.bot_process import trust
from workbench.bot_process.process_bot import ProcessBot
from workbench.protocol import commands, registry

Searcher: TypeAlias = SearchBot | ProcessBot


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
