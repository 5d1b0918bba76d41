"""Which levels must still meet until their order is clear, and what their meetings add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, log2
from typing import NamedTuple

import bots
import fastcore
from workbench.bot_process import bot_factory
from workbench.matches.planning.plan import BadPlan, Plan, Schedule
from workbench.statistics.bradley_terry import Ratings, Score, ratings
from workbench.statistics.levels import Level, Meeting
from workbench.statistics.summary import Summary

RANDOM_MOVES = 4  # where neither chance nor secrets make one game different from the next
FIRST_LOOK = 4  # a part of so many of the fewest games is enough to see where somebody belongs

Pair = tuple[str, str]
Meetings = Mapping[Pair, Meeting]


class Wanted(NamedTuple):
    """Two levels, the upper one first, and how many games they are to have played."""

    upper: str
    lower: str
    games: int


class Field:
    """All levels of some bots of a game. `fewest` games tell of two levels of one bot, `most` where their
    order is not clear earlier; anybody else meets whom the strengths so far put beside them, until
    `fewest` games have told no order."""

    def __init__(self, spec: str, names: Sequence[str], fewest: int, most: int) -> None:
        fitting = bots.names(spec)
        for name in names:
            if name not in fitting:
                raise BadPlan(f"no bot {name!r} plays {spec}; there is {', '.join(fitting)}")
        chosen = sorted(names or fitting, key=lambda name: (-bots.about(name).rank, name))
        self.spec, self.fewest, self.most = spec, fewest, max(fewest, most)
        self.ladders = [[f"{name}:{preset}" for preset in bots.about(name).presets] or [name] for name in chosen]
        self.levels = [level for ladder in self.ladders for level in ladder]
        if len(self.levels) < 2:
            raise BadPlan(f"{', '.join(chosen)}: that is one level alone")
        honest = honest_try(spec)
        self.zero = honest if honest in self.levels else self.ladders[0][0]

    @property
    def steps(self) -> list[Pair]:
        """Each level with the one below it of the same bot, those of the strongest bot first."""
        return [(upper, lower) for ladder in self.ladders for lower, upper in pairwise(ladder)]

    @property
    def looks(self) -> int:
        """How often a step may be looked at until it is clear."""
        return 1 + ceil(log2(self.most / self.fewest))

    def wanted(self, met: Meetings) -> Wanted | None:
        """What is to be played next; None where the order is as clear as it will get."""
        for step in self.steps:
            games = met[step].games if step in met else 0
            if games < self.fewest:
                return Wanted(*step, self.fewest)
            if not met[step].clear and games < self.most:
                return Wanted(*step, min(2 * games, self.most))
        return self._joining(met) or self._beside(met)

    def _joining(self, met: Meetings) -> Wanted | None:
        """The first meeting of another bot with the strongest one:
        with its lowest level, or of levels in the middle."""
        main = self.ladders[0]
        for ladder in self.ladders[1:]:
            pair = (main[len(main) // 2], ladder[len(ladder) // 2]) if len(ladder) > 1 else (main[0], ladder[0])
            if not any(pair_of(met, one, other) for one in main for other in ladder):
                return Wanted(*pair, max(1, self.fewest // FIRST_LOOK))
        return None

    def _beside(self, met: Meetings) -> Wanted | None:
        """A meeting of two that stand beside each other, where it is not known who is the stronger one."""
        found = self.rated(met)
        order = sorted(range(len(self.levels)), key=lambda n: found.strengths[n].value)
        for below, above in pairwise(order):
            own = pair_of(met, self.levels[above], self.levels[below])
            games = met[own].games if own else 0
            if found.differences[above][below].low > 0 or games >= self.fewest:
                continue
            pair = own or (self.levels[above], self.levels[below])
            return Wanted(*pair, max(1, self.fewest // FIRST_LOOK) if not games else min(2 * games, self.fewest))
        return None

    def rated(self, met: Meetings) -> Ratings:
        """The strength of each level, in Elo above the yardstick."""
        place = {level: number for number, level in enumerate(self.levels)}
        scores = [Score(place[one.upper], place[one.lower], one.games, one.lead) for one in met.values()]
        return ratings(len(self.levels), scores, place[self.zero])

    def strengths(self, met: Meetings) -> tuple[Level, ...]:
        """All levels that have met anybody, the weakest first."""
        rated = self.rated(met).strengths
        known = {name for pair in met for name in pair}
        levels = [
            Level(name, bot_factory.make(name, 0).text, strength)
            for name, strength in zip(self.levels, rated, strict=True)
            if name in known
        ]
        return tuple(sorted(levels, key=lambda level: level.strength.value))


def honest_try(spec: str) -> str:
    """The bot that plays like somebody who does their best for the first time:
    the strongest of those that have nothing to set."""
    return min(
        (name for name in bots.names(spec) if not bots.about(name).options),
        key=lambda name: (-bots.about(name).rank, name),
    )


def pair_of(met: Meetings, one: str, other: str) -> Pair | None:
    """The two as they have met, whoever was put first."""
    return next((pair for pair in ((one, other), (other, one)) if pair in met), None)


def plan_of(spec: str, pair: Pair, games: int, seed: int, salt: str | None = None) -> Plan:
    """The match in which two levels play at least so many games."""
    info = fastcore.info(spec.partition("(")[0])
    alike = not (info.has.chance or info.has.secrets)
    plan = Plan(
        spec=spec, bots=tuple(bot_factory.make(name, 0).text for name in pair), blocks=1, seed=seed, salt=salt,
        rotations=True,
        random_moves=RANDOM_MOVES if alike else 0, reports="none",
    )  # fmt: skip
    block = Schedule(plan).games_a_block
    return Plan(**{name: getattr(plan, name) for name in plan.__struct_fields__} | {"blocks": -(-games // block)})


def meeting(pair: Pair, summary: Summary, looks: int) -> Meeting | None:
    """What a match of two came to that is looked at so often; None before its first block is complete."""
    found = summary.pairs[0] if summary.pairs else None
    if found is None or found.score is None:
        return None
    seats = len(summary.seats)
    wins = next(one.wins for one in summary.standings if one.bot == 0)
    share, even = (found.score, 0.5) if seats == 2 or wins is None else (wins, 1 / seats)
    return Meeting(*pair, found.games, found.blocks, found.score, share, even, looks)
