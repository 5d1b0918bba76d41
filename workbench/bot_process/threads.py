"""The threads of bots that only time limits. A limit on simulations keeps one thread, so that moves can be repeated."""

from __future__ import annotations

import bots
from bots.report import Limit
from bots.searching import SearchBot
from bots.sources import parse_text
from fastcore.text import specs

MB_FOR_THREAD = 4  # least memory of a search for each thread


def with_threads(text: str, threads: int, limit: Limit | None, spec: str) -> str:
    """Return the spec of a bot with as many threads as are free, if it can use them.

    A bot keeps its spec if it is a level, comes from a file, names its threads, or has a limit on simulations.

    Args:
        text: The spec of the bot.
        threads: The number of free threads.
        limit: The limit of its decisions; None for the bot's own.
        spec: The game.

    Raises:
        BotError: The spec is invalid.
    """
    if threads < 2 or parse_text(text) is not None or bots.is_level(text):
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
