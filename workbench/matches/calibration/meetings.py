"""The meetings of levels: the choice of the next one, and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, log2
from typing import NamedTuple

import bots
import fastcore
from workbench.bot_process import bot_factory, trust
from workbench.matches.planning.plan import Plan, PlanError, Schedule
from workbench.matches.workers.plan_check import inspect_bot
from workbench.statistics.bradley_terry import Ratings, Score, ratings, share_of_seats
from workbench.statistics.levels import Level, Meeting
from workbench.statistics.scale import Estimate
from workbench.statistics.summary import Summary
from workbench.system.translation import tr

RANDOM_MOVES = 4  # random opening moves in games without chance and hidden information
FIRST_MEETING_DIVISOR = 4  # the first meeting of two bots has `fewest` games divided by this

Pair = tuple[str, str]
Meetings = Mapping[Pair, Meeting]


class WantedMeeting(NamedTuple):
    """Two levels, the stronger first, and the total number of games that they should have played."""

    upper: str
    lower: str
    games: int


class Field:
    """The levels of some bots of a game, and the rule that chooses the next meeting.

    Neighbouring levels of one bot play `fewest` games, and up to `most` until their order is clear. Levels of different
    bots meet if their estimated strengths are close, for at most `fewest` games.

    Args:
        spec: The game with its options.
        names: The names of the bots, or the specs of programs and of bots from files, which have one level. Empty means
            all built-in bots of the game.
        fewest: The minimum number of games for two neighbouring levels of a bot.
        most: The maximum number of games for two neighbouring levels of a bot.

    Raises:
        PlanError: A bot does not play the game, the user has not agreed to it, or there is only one level.
    """

    def __init__(self, spec: str, names: Sequence[str], fewest: int, most: int) -> None:
        fitting = bots.names(spec)
        foreign = [name for name in names if trust.is_foreign(name)]
        for name in names:
            if name not in fitting and name not in foreign:
                raise PlanError(
                    tr(
                        "no bot {name!r} plays {spec}; there is {fitting}",
                        name=name,
                        spec=spec,
                        fitting=", ".join(fitting),
                    )
                )
        own = [name for name in names or fitting if name not in foreign]
        chosen = sorted(own, key=lambda name: (-bots.bot_class(name).rank, name))
        self.spec, self.fewest, self.most = spec, fewest, max(fewest, most)
        self.ladders = [[f"{name}:{preset}" for preset in bots.bot_class(name).presets] or [name] for name in chosen]
        texts = [inspect_bot(name, Plan(spec=spec, bots=(name,))).text for name in foreign]
        self.ladders += [[text] for text in dict.fromkeys(texts)]
        self.levels = [level for ladder in self.ladders for level in ladder]
        if len(self.levels) < 2:
            raise PlanError(tr("{chosen}: this is only one level", chosen=", ".join([*chosen, *texts])))
        honest = beginner_bot(spec)
        self.yardstick = honest if honest in self.levels else self.ladders[0][0]

    @property
    def neighbours(self) -> list[Pair]:
        """The pairs of neighbouring levels of each bot, (upper, lower), strongest bot first."""
        return [(upper, lower) for ladder in self.ladders for lower, upper in pairwise(ladder)]

    @property
    def max_looks(self) -> int:
        """The maximum number of checks of the result of two neighbouring levels."""
        return 1 + ceil(log2(self.most / self.fewest))

    def next_meeting(self, meetings: Meetings) -> WantedMeeting | None:
        """Return the next meeting, or None if more games cannot make the order clearer."""
        for step in self.neighbours:
            games = meetings[step].games if step in meetings else 0
            if games < self.fewest:
                return WantedMeeting(*step, self.fewest)
            if not meetings[step].clear and games < self.most:
                return WantedMeeting(*step, min(2 * games, self.most))
        return self._first_contact(meetings) or self._unclear_neighbours(meetings)

    def _first_contact(self, meetings: Meetings) -> WantedMeeting | None:
        """Return the first meeting of an unconnected bot with the strongest bot, at their middle or lowest levels."""
        main = self.ladders[0]
        for ladder in self.ladders[1:]:
            pair = (main[len(main) // 2], ladder[len(ladder) // 2]) if len(ladder) > 1 else (main[0], ladder[0])
            if not any(find_pair(meetings, main_level, level) for main_level in main for level in ladder):
                return WantedMeeting(*pair, max(1, self.fewest // FIRST_MEETING_DIVISOR))
        return None

    def _unclear_neighbours(self, meetings: Meetings) -> WantedMeeting | None:
        """Return a meeting of two levels with neighbouring strengths whose order is unclear."""
        found = self.rate(meetings)
        order = sorted(range(len(self.levels)), key=lambda n: found.strengths[n].value)
        for below, above in pairwise(order):
            own = find_pair(meetings, self.levels[above], self.levels[below])
            games = meetings[own].games if own else 0
            if found.differences[above][below].low > 0 or games >= self.fewest:
                continue
            pair = own or (self.levels[above], self.levels[below])
            return WantedMeeting(
                *pair, max(1, self.fewest // FIRST_MEETING_DIVISOR) if not games else min(2 * games, self.fewest)
            )
        return None

    def rate(self, meetings: Meetings) -> Ratings:
        """Return the strength of each level in Elo above the yardstick."""
        place = {level: number for number, level in enumerate(self.levels)}
        scores = [
            Score(place[meeting.upper], place[meeting.lower], meeting.games, _share_of_seats(meeting))
            for meeting in meetings.values()
        ]
        return ratings(len(self.levels), scores, place[self.yardstick])

    def strengths(self, meetings: Meetings) -> tuple[Level, ...]:
        """Return all levels that have played, weakest first."""
        rated = self.rate(meetings).strengths
        known = {name for pair in meetings for name in pair}
        levels = [
            Level(name, spec_of(name), strength)
            for name, strength in zip(self.levels, rated, strict=True)
            if name in known
        ]
        return tuple(sorted(levels, key=lambda level: level.strength.value))


def _share_of_seats(meeting: Meeting) -> Estimate:
    """Return how often a seat of the upper level finishes before a seat of the lower one."""
    seats, lead = round(1 / meeting.even), meeting.lead
    return Estimate(*(share_of_seats(score, seats) for score in (lead.value, lead.low, lead.high)))


def spec_of(level: str) -> str:
    """Return the complete spec of a level. The level of a program or of a bot from a file is its spec."""
    return level if trust.is_foreign(level) else bot_factory.make(level, 0).text


def beginner_bot(spec: str) -> str:
    """Return the bot that plays like a careful beginner: the strongest bot without options."""
    return min(
        (name for name in bots.names(spec) if not bots.bot_class(name).options),
        key=lambda name: (-bots.bot_class(name).rank, name),
    )


def find_pair(meetings: Meetings, first: str, second: str) -> Pair | None:
    """Return the key of two levels in `meetings`, in either order, or None if they have not met."""
    return next((pair for pair in ((first, second), (second, first)) if pair in meetings), None)


def plan_of(spec: str, pair: Pair, games: int, seed: int, salt: str | None = None) -> Plan:
    """Return a plan in which two levels play at least this many games."""
    info = fastcore.info(spec.partition("(")[0])
    alike = not (info.has.chance or info.has.secrets)
    plan = Plan(
        spec=spec, bots=tuple(map(spec_of, pair)), blocks=1, seed=seed, salt=salt,
        rotations=True,
        random_moves=RANDOM_MOVES if alike else 0, reports="none",
    )  # fmt: skip
    block = Schedule(plan).games_per_block
    return Plan(**{name: getattr(plan, name) for name in plan.__struct_fields__} | {"blocks": -(-games // block)})


def meeting(pair: Pair, summary: Summary, looks: int) -> Meeting | None:
    """Return the result of a match of two levels, or None before its first block is complete.

    `looks` is the maximum number of times that the result is checked (see `fastcore.comparison.quantiles.BOUNDARY`).
    """
    found = summary.pairs[0] if summary.pairs else None
    if found is None or found.score is None:
        return None
    seats = len(summary.seats)
    wins = next(standing.wins for standing in summary.standings if standing.bot == 0)
    share, even = (found.score, 0.5) if seats == 2 or wins is None else (wins, 1 / seats)
    return Meeting(*pair, found.games, found.blocks, found.score, share, even, looks)
