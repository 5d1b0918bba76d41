"""The rest of a plan that a seat cannot see: how many there may be, what it may have cost, and one of them drawn.

Nobody can list them (four actions and a stone can be written in some 10**10 ways), but what may be written next depends
on the AP left alone, so that sums over all of them run over AP.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable
from functools import cache
from typing import TYPE_CHECKING

from fastcore.games.herbs.texts import ITEMS, MOST_AP, can_place, is_stone

if TYPE_CHECKING:
    from fastcore.stream import Stream

DEAREST = max(item.cost for item in ITEMS)
ACTIONS = tuple(
    {
        cost: [move for move, item in enumerate(ITEMS) if (item.herb, item.cost) == (herb, cost)]
        for cost in range(DEAREST + 1)
    }
    for herb in range(4)
)
"""The actions of each Herb by cost; there are some of every cost from 0 to DEAREST."""

STONES = {cost: [move for move, item in enumerate(ITEMS) if is_stone(move) and item.cost == cost] for cost in (1, 2)}


def may_be_left(shown: int, lost: int, pile: tuple[int, int], actions: int) -> set[int]:
    """The AP that a seat may have left, where so many actions of its plan, and its stone if it has one, are hidden.

    `shown` are its AP with the cost of what is hidden added back; `lost` is what it lost to bids and fire since it
    wrote the plan: it wrote a stone if it could pay for one then.
    """
    most = DEAREST * actions
    left = {shown - cost - spent for cost in (1, 2) if pile[cost - 1] for spent in range(min(shown - cost, most) + 1)}
    return left | {shown - spent for spent in range(min(shown, most) + 1) if not can_place(shown - spent + lost, pile)}


class Rest:
    """The hidden rest of one seat's plan, and its bid if that is hidden too.

    `herbs`: those that it may name; `actions`: how many are hidden; `ap`: what the seat had before it wrote them;
    `left`: what it may have now; `lost`: what it has lost since it wrote; `writing`: it may not have written all of
    them yet; `bids`: it has made a bid of 0 up to all that is left. The rests are equally likely, or, if `uniform`,
    each item and the bid was chosen uniformly among those that could be.
    """

    def __init__(
        self,
        herbs: Iterable[int],
        actions: int,
        ap: int,
        pile: tuple[int, int],
        left: Container[int],
        lost: int,
        writing: bool,
        bids: bool,
    ) -> None:
        self.herbs = tuple(herbs)
        self.actions = actions
        self.ap = ap
        self.pile = pile
        self.left = left
        self.lost = lost
        self.writing = writing
        self.bids = bids
        self.sums = cache(self._sums)

    def bits(self, uniform: bool) -> float:
        """The entropy of the rest."""
        weight, logs = self.sums(self.actions, self.ap, uniform)
        return max(0.0, math.log2(weight) - logs / weight)

    def next_bits(self, uniform: bool) -> float:
        """The entropy of the first hidden item of a plan that is complete."""
        steps = self.steps(self.actions, self.ap)
        weights = {cost: len(steps[cost]) * self._after(self.actions, self.ap - cost, uniform)[0] for cost in steps}
        total = sum(weights.values())
        return sum(
            weight / total * math.log2(total * len(steps[cost]) / weight) for cost, weight in weights.items() if weight
        )

    def bid_bits(self, uniform: bool) -> float:
        """The entropy of the hidden bid."""
        counts = [0.0] * (MOST_AP + 1)
        for ap, weight in self._ends(uniform).items():
            left = ap - self.lost
            for bid in range(left + 1):
                counts[bid] += weight / (left + 1) if uniform else weight
        total = sum(counts)
        return sum(count / total * math.log2(total / count) for count in counts if count)

    def draw(self, stream: Stream, uniform: bool) -> tuple[list[int], int, int]:
        """(items, AP left now, bid) of one rest; the bid is 0 unless there is one."""
        items: list[int] = []
        actions, ap = self.actions, self.ap
        while actions or can_place(ap, self.pile):
            steps = self.steps(actions, ap)
            if not steps:
                break
            weights = [float(len(moves) * self._after(actions, ap - cost, uniform)[0]) for cost, moves in steps.items()]
            if self.writing:
                # to stop here counts as much as one of the items
                weights.append(1 / self._share(actions, ap, uniform))
            drawn = stream.pick(weights)
            if drawn == len(steps):
                break
            cost = list(steps)[drawn]
            items.append(stream.choice(steps[cost]))
            ap -= cost
            actions -= 1
            if actions < 0:
                break
        ap -= self.lost
        return items, ap, stream.below(ap + 1) if self.bids else 0

    def steps(self, actions: int, ap: int) -> dict[int, list[int]]:
        """The items that can be written next, by cost: actions, and stones where no action is to come."""
        if actions:
            costs = range(min(ap, DEAREST) + 1)
            return {cost: [move for herb in self.herbs for move in ACTIONS[herb][cost]] for cost in costs}
        if self.writing:
            return {}
        return {cost: moves for cost, moves in STONES.items() if cost <= ap and self.pile[cost - 1]}

    def _share(self, actions: int, ap: int, uniform: bool) -> float:
        """The weight of one of the items that can be written next."""
        return 1 / sum(map(len, self.steps(actions, ap).values())) if uniform else 1

    def _sums(self, actions: int, ap: int, uniform: bool) -> tuple[float, float]:
        """(sum of p, sum of p log2 p) over the rests of so many actions from so many AP; p is the weight of one.

        While the plan is written it is not complete: it may end before any item that can follow, the stone included.
        """
        if not actions and not can_place(ap, self.pile):
            return (0, 0) if self.writing else self._end(ap, uniform)
        weight: float = 1 if self.writing else 0
        logs: float = 0
        steps = self.steps(actions, ap)
        share = self._share(actions, ap, uniform) if steps else 1
        for cost, moves in steps.items():
            rest, rest_logs = self._after(actions, ap - cost, uniform)
            weight += len(moves) * share * rest
            logs += len(moves) * share * (rest_logs + rest * math.log2(share))
        return weight, logs

    def _after(self, actions: int, ap: int, uniform: bool) -> tuple[float, float]:
        """The sums over what follows an item that leaves so many AP; it was the stone if no action was to come."""
        return self.sums(actions - 1, ap, uniform) if actions else self._end(ap, uniform)

    def _end(self, ap: int, uniform: bool) -> tuple[float, float]:
        """The sums over the bids where the plan left so many AP."""
        if ap - self.lost not in self.left:
            return 0, 0
        bids = ap - self.lost + 1 if self.bids else 1
        return (1, -math.log2(bids)) if uniform else (bids, 0)

    def _ends(self, uniform: bool) -> dict[int, float]:
        """The weight of all complete plans, without bids, that leave so many AP when they are written."""
        reached: dict[int, float] = {self.ap: 1}
        for actions in range(self.actions, -1, -1):
            then: dict[int, float] = {}
            for ap, weight in reached.items():
                steps = self.steps(actions, ap) if actions or can_place(ap, self.pile) else {0: [0]}
                for cost, moves in steps.items():
                    part = weight * len(moves) * (1 / sum(map(len, steps.values())) if uniform else 1)
                    then[ap - cost] = then.get(ap - cost, 0) + part
            reached = then
        return {ap: weight for ap, weight in reached.items() if ap - self.lost in self.left}
