"""What a bot would do at the seat's decision, averaged over the readings of the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import bots
from bots.report import Limit, Report
from workbench.boards.kit.figures import format_evaluations
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import close_bot, decide
from workbench.companion.branches import Belief
from workbench.reports.reasons import reasons

MAX_READINGS = 4  # readings of the list for which a bot thinks


class Choice(NamedTuple):
    """A move of the seat.

    Attributes:
        move: Its text.
        share: The share of the bot's attention, from 0 to 1.
        value: The value for the seat in [-1, 1].
    """

    move: str
    share: float
    value: float

    def value_text(self, seats: int) -> str:
        """Return the value in the unit for this number of seats."""
        return format_evaluations(seats, self.value)[0]


class Advice(NamedTuple):
    """The choices of a bot, the best first.

    Attributes:
        choices: The moves.
        reasons: Sentences about the first one.
        readings: The number of readings that were considered.
        covered: The probability of these readings together.
    """

    choices: tuple[Choice, ...]
    reasons: tuple[str, ...]
    readings: int
    covered: float


def advise(
    belief: Belief, limit: Limit, bot: str = "", seed: int = 0, stopped: Callable[[], bool] = lambda: False
) -> Advice | None:
    """Return what a bot would do, or None if the seat does not decide now or no bot plays the game.

    Where an event was missed, the bot thinks about the most probable readings. The shares and values are their means.

    Args:
        belief: What may have happened.
        limit: The limit for each reading.
        bot: The bot's spec; by default the usual level of the game.
        seed: The seed of the bot.
        stopped: Returns whether the bot must decide on its results so far.

    Raises:
        BotError: There is no such bot.
        BotFaultError: The bot fails.
    """
    point = belief.cursor.point
    level = bot or bots.usual_level(point.spec)
    if point.actor < 0 or belief.cursor.parts or point.seat not in (None, point.actor) or not level:
        return None
    if point.seat is None and point.info.has.covered:
        return None
    chosen = bot if bot else bots.level_bot(level, point.spec) if bots.is_level(level) else level
    total, shares, values = 0.0, dict[str, float](), dict[str, float]()
    best: Report | None = None
    count = 0
    for (cursor, _), weight in zip(belief.branches[:MAX_READINGS], belief.weights, strict=False):
        if cursor.point.actor != point.actor:
            continue
        player = bot_factory.make(chosen, seed, point.spec)
        try:
            report = decide(player, cursor.point, limit, should_stop=stopped)
        finally:
            close_bot(player)
        best = best or report
        total += weight
        count += 1
        for move, share, value in _choices(report, point.actor):
            shares[move] = shares.get(move, 0.0) + weight * share
            values[move] = values.get(move, 0.0) + weight * share * value
    if best is None:
        return None
    choices = [Choice(move, share / total, values[move] / share if share else 0.0) for move, share in shares.items()]
    choices.sort(key=lambda choice: (-choice.share, choice.move))
    sentences = tuple(reason.text for reason in reasons(point.info, point.actor, best))
    return Advice(tuple(choices), sentences, count, total)


def _choices(report: Report, seat: int) -> list[tuple[str, float, float]]:
    """Return (move, share, value) of each candidate; the chosen move counts half of all."""
    visits = sum(candidate.visits for candidate in report.candidates)
    found = [
        (candidate.move, candidate.visits / visits / 2 if visits else 0.0, candidate.value[seat])
        for candidate in report.candidates
    ]
    listed = {move for move, _, _ in found}
    found = [(move, share + 0.5 * (move == report.move), value) for move, share, value in found]
    return found if report.move in listed else [*found, (report.move, 0.5, 0.0)]
