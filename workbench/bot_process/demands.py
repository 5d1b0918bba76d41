"""The demands of a bot beyond the usual bounds: threads, memory, simulations and seconds."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import bots
from bots import Bot, Limit
from bots.loading import sources
from fastcore import Option
from fastcore.text import specs
from workbench.protocol import registry
from workbench.system.cores import available
from workbench.system.translation import tr

SECONDS = 600.0  # maximum seconds for a decision without agreement
GAME_SECONDS = 6 * 3600.0  # the same for the clock of a whole game
TIMES = 100  # multiple of the highest level's simulations, or of another option's default, that needs agreement
SIMULATIONS = 100_000_000  # the same limit for a bot without levels
SHARE = 4  # without agreement, a bot may use 1 / SHARE of the machine's memory
UNREADABLE = 10.0**18  # represents a demand that is not a number, or is too long to read


def demands(text: str, limit: Limit | None = None) -> tuple[str, ...]:
    """Return a clause for each demand beyond the documented bounds.

    Return () if there are none, or if the bot's spec is invalid.
    """
    kind: type[Bot] | None = None
    own = sources.parse_text(text)
    values: dict[str, Any] = {}
    if own is not None:
        values = _written_values(own.listing or "")
    elif (program := registry.program_of(text)) is not None:
        values = _written_values(program.listing)
    else:
        with suppress(ValueError):
            kind, values = bots.values_of(text)
    if limit is not None:
        values = dict(values)
        if limit.simulations is not None:
            values["simulations"] = max(limit.simulations, values.get("simulations") or 0)
    most = _bounds(kind)
    found = [
        words.format(value=value, bound=most[name])
        for name, words in _WORDS.items()
        if isinstance(value := values.get(name), int | float) and value > most[name]
    ]
    for option in kind.options if kind is not None else ():
        value = values.get(option.name)
        usual = TIMES * int(option.default) if option.kind == "whole" and option.default else 0
        if isinstance(value, int) and usual and value > usual and option.name not in _WORDS:
            found.append(
                tr("{option}={value:,} (usually up to {usual:,})", option=option.name, value=value, usual=usual)
            )
    if limit is not None and limit.seconds is not None:
        bound = GAME_SECONDS if limit.per == "game" else SECONDS
        if limit.seconds > bound:
            found.append(
                tr(
                    "{seconds:,.0f} seconds for one {per} (usually up to {bound:,.0f})",
                    seconds=limit.seconds,
                    per=limit.per,
                    bound=bound,
                )
            )
    return tuple(found)


def _written_values(listing: str) -> dict[str, float]:
    """Return the option values in the spec of a bot from a file.

    The options are unknown before the file runs, so each value is read as a number. An unreadable value counts as
    `UNREADABLE`. If an option has two values, the larger counts.
    """
    values: dict[str, float] = {}
    for part in listing.split(","):
        name, _, text = part.partition("=")
        name = name.strip().lower()
        if name not in _WORDS:
            continue
        try:
            value = float(specs.value_of(Option(name, "number", "", "", 0, UNREADABLE), text))
        except ValueError:
            value = UNREADABLE
        values[name] = max(value, values.get(name, 0.0))
    return values


_WORDS = {
    "threads": tr("{value:,.0f} threads (this machine has {bound:,.0f} cores)"),
    "memory": tr("{value:,.0f} MB of memory (usually up to {bound:,.0f} MB on this machine)"),
    "simulations": tr("{value:,.0f} simulations (usually up to {bound:,.0f})"),
    "seconds": tr("{value:,.0f} seconds for one decision (usually up to {bound:,.0f})"),
}


def _bounds(kind: type[Bot] | None) -> dict[str, float]:
    """Return the largest value of each option that needs no agreement."""
    levels = []
    for preset in kind.presets.values() if kind is not None else ():
        found = dict(part.split("=") for part in preset.options.split(",") if "=" in part)
        levels.append(int(found.get("simulations", 0)))
    highest = TIMES * max(levels, default=0) or SIMULATIONS
    return {
        "threads": available(),
        "memory": max(512, physical_mb() // SHARE),
        "simulations": highest,
        "seconds": SECONDS,
    }


def physical_mb() -> int:
    """Return the memory of this machine in MB, or 4096 if unknown."""
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return 4096
