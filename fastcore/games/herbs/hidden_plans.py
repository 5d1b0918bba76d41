"""The hidden part of a plan: the number of possibilities, their costs, and random samples.

There are too many to list: four actions and a stone can be written in about 10**10 ways. But the items that can be
written next depend only on the AP left, so sums over all plans reduce to sums over AP.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable
from functools import cache
from typing import TYPE_CHECKING

from fastcore.games.herbs.text.texts import ITEMS, MOST_AP, can_place, is_stone

if TYPE_CHECKING:
    from fastcore.stream import Stream

MAX_COST = max(item.cost for item in ITEMS)
ACTIONS = tuple(
    {
        cost: [move for move, item in enumerate(ITEMS) if (item.herb, item.cost) == (herb, cost)]
        for cost in range(MAX_COST + 1)
    }
    for herb in range(4)
)
"""The actions of each Herb by cost. Every cost from 0 to MAX_COST has at least one action."""

STONES = {cost: [move for move, item in enumerate(ITEMS) if is_stone(move) and item.cost == cost] for cost in (1, 2)}


def possible_ap_left(shown: int, lost: int, pile: tuple[int, int], actions: int) -> set[int]:
    """Return the possible AP of a seat after a complete, partly hidden plan.

    Args:
        shown: the seat's AP with the cost of the hidden items added back.
        lost: the AP lost to bids and fire since the plan was complete. The seat wrote a stone if it could pay.
        pile: its white and black stones.
        actions: the number of hidden actions; a written stone is hidden too.
    """
    limit = MAX_COST * actions
    left = {shown - cost - spent for cost in (1, 2) if pile[cost - 1] for spent in range(min(shown - cost, limit) + 1)}
    return left | {shown - spent for spent in range(min(shown, limit) + 1) if not can_place(shown - spent + lost, pile)}


class HiddenPlan:
    """The probability distribution of the hidden items of one seat's plan, and of its bid if that is hidden too.

    If `uniform` is False, all complete possibilities are equally likely. If True, each item and the bid is uniform
    among the legal ones.

    Args:
        herbs: the Herbs that the actions may name.
        actions: the number of hidden actions.
        ap: the AP before the hidden items were written.
        left: the possible AP of the seat now.
        lost: the AP that it has lost since it wrote the plan.
        writing: whether the plan is still being written, so any number of the actions may be missing.
        bids: whether the seat has made a hidden bid, from 0 to its AP.
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
        """Return the entropy in bits."""
        weight, logs = self.sums(self.actions, self.ap, uniform)
        return max(0.0, math.log2(weight) - logs / weight)

    def next_bits(self, uniform: bool) -> float:
        """Return the entropy in bits of the first hidden item of a complete plan."""
        items = self.next_items(self.actions, self.ap)
        weights = {
            cost: len(moves) * self._sums_after(self.actions, self.ap - cost, uniform)[0]
            for cost, moves in items.items()
        }
        total = sum(weights.values())
        return sum(
            weight / total * math.log2(total * len(items[cost]) / weight) for cost, weight in weights.items() if weight
        )

    def bid_bits(self, uniform: bool) -> float:
        """Return the entropy in bits of the hidden bid."""
        weights = [0.0] * (MOST_AP + 1)
        for ap, weight in self._weights_by_ap(uniform).items():
            left = ap - self.lost
            for bid in range(left + 1):
                weights[bid] += weight / (left + 1) if uniform else weight
        total = sum(weights)
        return sum(weight / total * math.log2(total / weight) for weight in weights if weight)

    def draw(self, stream: Stream, uniform: bool) -> tuple[list[int], int, int]:
        """Return a random plan as (items, AP left now, bid); the bid is 0 if there is none."""
        items: list[int] = []
        actions, ap = self.actions, self.ap
        while actions or can_place(ap, self.pile):
            choices = self.next_items(actions, ap)
            if not choices:
                break
            weights = [
                float(len(moves) * self._sums_after(actions, ap - cost, uniform)[0]) for cost, moves in choices.items()
            ]
            if self.writing:
                # The plan may end here, with the weight of one item.
                weights.append(1 / self._item_weight(actions, ap, uniform))
            drawn = stream.pick(weights)
            if drawn == len(choices):
                break
            cost = list(choices)[drawn]
            items.append(stream.choice(choices[cost]))
            ap -= cost
            actions -= 1
            if actions < 0:
                break
        ap -= self.lost
        return items, ap, stream.below(ap + 1) if self.bids else 0

    def next_items(self, actions: int, ap: int) -> dict[int, list[int]]:
        """Return the items that can be written next, by cost: actions, or stones if no action is left to write."""
        if actions:
            costs = range(min(ap, MAX_COST) + 1)
            return {cost: [move for herb in self.herbs for move in ACTIONS[herb][cost]] for cost in costs}
        if self.writing:
            return {}
        return {cost: moves for cost, moves in STONES.items() if cost <= ap and self.pile[cost - 1]}

    def _item_weight(self, actions: int, ap: int, uniform: bool) -> float:
        """Return the weight of each item that can be written next."""
        return 1 / sum(map(len, self.next_items(actions, ap).values())) if uniform else 1

    def _sums(self, actions: int, ap: int, uniform: bool) -> tuple[float, float]:
        """Return (sum of p, sum of p log2 p) over the plans with a number of actions to write from a number of AP.

        p is the weight of a plan. A plan that is still being written may end before any further item, including the
        stone.
        """
        if not actions and not can_place(ap, self.pile):
            return (0, 0) if self.writing else self._sums_over_bids(ap, uniform)
        weight: float = 1 if self.writing else 0
        logs: float = 0
        items = self.next_items(actions, ap)
        share = self._item_weight(actions, ap, uniform) if items else 1
        for cost, moves in items.items():
            rest, rest_logs = self._sums_after(actions, ap - cost, uniform)
            weight += len(moves) * share * rest
            logs += len(moves) * share * (rest_logs + rest * math.log2(share))
        return weight, logs

    def _sums_after(self, actions: int, ap: int, uniform: bool) -> tuple[float, float]:
        """Return the sums over the rest of a plan after an item that leaves `ap` AP.

        With 0 actions the item was the stone.
        """
        return self.sums(actions - 1, ap, uniform) if actions else self._sums_over_bids(ap, uniform)

    def _sums_over_bids(self, ap: int, uniform: bool) -> tuple[float, float]:
        """Return the sums over the bids after a plan that left `ap` AP."""
        if ap - self.lost not in self.left:
            return 0, 0
        bids = ap - self.lost + 1 if self.bids else 1
        return (1, -math.log2(bids)) if uniform else (bids, 0)

    def _weights_by_ap(self, uniform: bool) -> dict[int, float]:
        """Return the weight of all complete plans, without bids, by the AP left when they were written."""
        weights: dict[int, float] = {self.ap: 1}
        for actions in range(self.actions, -1, -1):
            after: dict[int, float] = {}
            for ap, weight in weights.items():
                items = self.next_items(actions, ap) if actions or can_place(ap, self.pile) else {0: [0]}
                for cost, moves in items.items():
                    part = weight * len(moves) * (1 / sum(map(len, items.values())) if uniform else 1)
                    after[ap - cost] = after.get(ap - cost, 0) + part
            weights = after
        return {ap: weight for ap, weight in weights.items() if ap - self.lost in self.left}
