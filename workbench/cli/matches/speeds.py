"""The speed of bots in words: seconds, decisions and simulations."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.matches.analysis.thinking_rates import ThinkingRate
from workbench.system.language.formats import format_number
from workbench.system.translation import tr

FEW = 100  # below this, a rate has a decimal


def per_second(rate: float) -> str:
    """Return a rate as text, with a decimal if it is small."""
    return format_number(rate, ",.0f") if rate >= FEW else format_number(rate, ".1f")


def rate_line(rates: Sequence[ThinkingRate], names: Sequence[str]) -> str:
    """Return the seconds and simulations of each bot for a decision."""
    parts = []
    for rate in rates:
        part = tr("{bot} {seconds:.4f} s", bot=names[rate.bot], seconds=rate.seconds)
        if rate.decisions_per_second:
            part += tr(" ({speed} decisions/s)", speed=per_second(rate.decisions_per_second))
        if rate.simulations and rate.per_second:
            part += tr(
                " and {simulations:,.0f} simulations ({rate:,.0f}/s)",
                simulations=rate.simulations,
                rate=rate.per_second,
            )
        parts.append(part)
    return tr("Per decision, in a sample of games: {parts}.", parts="; ".join(parts))


def speed_line(decisions: int, seconds: float, rates: Sequence[ThinkingRate], names: Sequence[str]) -> str:
    """Return how many decisions all games made in a second, and how many simulations each bot made in one.

    Args:
        decisions: The decisions of the games that ended in this run.
        seconds: The time of this run.
        rates: The rates of the bots in a few games.
        names: The names of the bots.
    """
    parts = [tr("{speed} decisions/s", speed=per_second(decisions / max(seconds, 1e-9)))]
    for rate in rates:
        if rate.per_second:
            parts.append(tr("{bot} {rate:,.0f} simulations/s", bot=names[rate.bot], rate=rate.per_second))
    return ", ".join(parts)
