"""The pairings of tournaments: Swiss rounds, knockout rounds and all pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

Format = Literal["swiss", "knockout", "pairs"]
FORMATS: tuple[Format, ...] = ("swiss", "knockout", "pairs")
EVEN = 0.5


class Meeting(NamedTuple):
    """A match of two bots, given by their numbers. `second` is None for a bot without an opponent in a round."""

    first: int
    second: int | None


class Result(NamedTuple):
    """The score of the first bot of a meeting in [0, 1], from `games` games."""

    score: float
    games: int


Results = Mapping[Meeting, Result]
Rounds = list[list[Meeting]]


def default_rounds(bots: int) -> int:
    """Return the usual number of Swiss rounds: enough to find one bot that wins all its matches."""
    return max(1, (bots - 1).bit_length())


def rounds(form: Format, bots: int, results: Results, most: int) -> Rounds:
    """Return the rounds so far, of which only the last one may be unfinished. All rounds have results at the end.

    Args:
        form: The format of the tournament.
        bots: The number of bots.
        results: The results of meetings. A meeting between two bots has at most one result.
        most: The number of Swiss rounds.
    """
    if form == "pairs":
        return [[Meeting(first, second) for first, second in combinations(range(bots), 2)]]
    return _knockout(bots, results) if form == "knockout" else _swiss(bots, results, most)


def is_finished(meeting: Meeting, results: Results) -> bool:
    """Return whether a meeting has a result or needs none."""
    return meeting.second is None or meeting in results


def match_points(bots: int, played: Rounds, results: Results) -> list[tuple[float, float]]:
    """Return each bot's match points (1, 1/2 or 0 for each meeting, 1 for a free round) and the sum of its scores."""
    points = [(0.0, 0.0)] * bots
    for meeting in (meeting for each in played for meeting in each):
        if meeting.second is None:
            points[meeting.first] = _sum(points[meeting.first], (1.0, EVEN))
        elif meeting in results:
            score = results[meeting].score
            won = 1.0 if score > EVEN else EVEN if score == EVEN else 0.0
            points[meeting.first] = _sum(points[meeting.first], (won, score))
            points[meeting.second] = _sum(points[meeting.second], (1 - won, 1 - score))
    return points


def _sum(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] + other[0], one[1] + other[1]


def _swiss(bots: int, results: Results, most: int) -> Rounds:
    """Return Swiss rounds: bots with similar points meet, none twice as long as that is possible."""
    played: Rounds = []
    while len(played) < most and all(is_finished(meeting, results) for each in played for meeting in each):
        points = match_points(bots, played, results)
        met = {frozenset(meeting) for each in played for meeting in each}
        order = sorted(range(bots), key=lambda bot: (-points[bot][0], -points[bot][1], bot))
        free: list[Meeting] = []
        if bots % 2:
            without = [meeting.first for each in played for meeting in each if meeting.second is None]
            bot = min(reversed(order), key=without.count)
            order.remove(bot)
            free = [Meeting(bot, None)]
        pairs = _neighbours(order, met)
        if pairs is None:  # everybody has met everybody
            break
        played.append([*pairs, *free])
    return played


def _neighbours(order: Sequence[int], met: set[frozenset[int | None]]) -> list[Meeting] | None:
    """Return meetings of near neighbours who have not met, or None if there are none."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    for place, second in enumerate(rest):
        if frozenset((first, second)) not in met:
            others = _neighbours([*rest[:place], *rest[place + 1 :]], met)
            if others is not None:
                return [Meeting(min(first, second), max(first, second)), *others]
    return None


def _knockout(bots: int, results: Results) -> Rounds:
    """Return knockout rounds. The first bots of the list can meet only late, and have free rounds if there are any."""
    size = 1 << max(0, (bots - 1).bit_length())
    places = [0]
    while len(places) < size:
        places = [number for place in places for number in (place, 2 * len(places) - 1 - place)]
    left: list[int | None] = [bot if bot < bots else None for bot in places]
    played: Rounds = []
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        meetings = [_meeting(one, other) for one, other in pairs]
        played.append(meetings)
        if not all(is_finished(meeting, results) for meeting in meetings):
            break
        left = [winner(meeting, results) for meeting in meetings]
    return played


def _meeting(one: int | None, other: int | None) -> Meeting:
    """Return the meeting of two places in a knockout, of which one may be empty."""
    known = sorted(bot for bot in (one, other) if bot is not None)
    return Meeting(known[0], known[1] if len(known) > 1 else None)


def ranking(form: Format, bots: int, played: Rounds, results: Results) -> list[int]:
    """Return the bots, best first: by match points, then by the sum of scores, then in the order of the list.

    In a knockout, the round that a bot has reached comes first, so its winner is the first bot.
    """
    points = match_points(bots, played, results)
    reached = [0] * bots
    if form == "knockout":
        for number, meeting in ((number, meeting) for number, each in enumerate(played, 1) for meeting in each):
            for bot in (bot for bot in meeting if bot is not None):
                advances = is_finished(meeting, results) and winner(meeting, results) == bot
                reached[bot] = number + advances
    return sorted(range(bots), key=lambda bot: (-reached[bot], -points[bot][0], -points[bot][1], bot))


def winner(meeting: Meeting, results: Results) -> int:
    """Return the winner of a meeting. After an even score, the bot that comes first in the list wins."""
    if meeting.second is None or results[meeting].score >= EVEN:
        return meeting.first
    return meeting.second
