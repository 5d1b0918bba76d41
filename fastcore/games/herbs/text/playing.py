"""Checks of a Herbs position in play: whether the plans, the phase and all other fields are consistent.

All problems found here are problems of the phase field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from fastcore.games.herbs.hidden_plans import possible_ap_left
from fastcore.games.herbs.text.reading import Part, Phase, Reading
from fastcore.games.herbs.text.texts import (
    ITEMS,
    MOST_AP,
    MOST_BLACK,
    MOST_WHITE,
    NONE,
    UNKNOWN,
    Table,
    can_place,
    cost,
    herb_seat,
    is_stone,
)
from fastcore.games.herbs.text.words import STONES
from fastcore.values import counted


class Rules(Protocol):
    """The parts of the compiled rules that the checks use."""

    @property
    def spec(self) -> str: ...
    @property
    def options(self) -> Mapping[str, int | float | str]: ...
    def order_matters(self, table: Table) -> bool:
        """Return whether the result of `table.slot` depends on which seat acts first."""


def table_of(reading: Reading) -> Table:
    """Return the Table of a text.

    Unreadable fields other than board, Herbs, AP and phase get the values of the start.
    """
    assert reading.stones and reading.herbs and reading.ap and reading.phase
    phase = reading.phase
    return Table(
        stones=reading.stones,
        herbs=reading.herbs,
        ap=reading.ap,
        piles=reading.piles or ((MOST_WHITE, MOST_BLACK), (MOST_WHITE, MOST_BLACK)),
        points=reading.points or (0, 0),
        tie=1 if reading.tie is None else reading.tie,
        round=reading.round or 1,
        idle=reading.idle or 0,
        phase=phase.kind,
        seat=phase.seat,
        slot=phase.slot,
        plans=phase.plans,
        bid=phase.bid,
    )


class Play:
    """The checks of one position that is not over.

    Attributes:
        ap: The maximum AP that each seat can have left, at most the AP that a view shows; None if unreadable.
    """

    def __init__(self, rules: Rules, reading: Reading, phase: Phase) -> None:
        self.rules = rules
        self.reading = reading
        self.phase = phase
        self.hidden = reading.hidden
        self.actions = reading.actions
        self.ap = list(reading.ap) if reading.ap else None

    def check(self) -> None:
        """Report all problems."""
        self._check_herbs_left()
        for seat in range(2):
            if self._check_items(seat):
                self._check_length(seat)
            self._check_total(seat)
        if self.phase.kind == "bid":
            self._check_bids()
            if not any(problem.field in ("board", "herbs", "ap", "phase") for problem in self.reading.line.problems):
                self._check_order()

    def _report(self, rule: str, reason: str, part: Part | None, **values: object) -> None:
        """Report a problem of the phase field. The span of an empty plan is the | beside it."""
        if part is not None and not part.text:
            text = self.reading.texts["phase"]
            part = Part(text[part.at - 1 : text.index("|") + 1], part.at - 1)
        self.reading.report("phase", rule, reason, part, (), **values)

    # The plans --------------------------------------------------------------------------------------------------------

    def _check_herbs_left(self) -> None:
        herbs = self.reading.herbs
        for seat in range(2):
            if herbs and herbs[2 * seat : 2 * seat + 2] == (None, None):
                self._report("herbs-lost", f"seat {seat + 1} has lost both its Herbs, so the game is over", None)

    def _check_items(self, seat: int) -> bool:
        """Report the items that are illegal at this place of a plan. Return whether there are none."""
        indexes: dict[tuple[str, str], list[int]] = {}  # items with the same reason form one problem
        for index, move in enumerate(self.phase.plans[seat]):
            broken = self._broken_by(seat, index, move) if move != UNKNOWN else None
            if broken:
                indexes.setdefault(broken, []).append(index)
        for (rule, reason), wrong in indexes.items():
            self._report(rule, reason, self.reading.item_texts[seat][wrong[0]], seat=seat, indexes=tuple(wrong))
        return not indexes

    def _broken_by(self, seat: int, index: int, move: int) -> tuple[str, str] | None:
        """Return the rule that forbids an item at this place of a plan, and the reason."""
        item, reading = ITEMS[move], self.reading
        if is_stone(move):
            if index < self.actions:
                return "early-stone", f"a stone must come after the {self.actions} actions of a plan"
            colour = item.kind == "Bl"
            if reading.piles and not reading.piles[seat][colour]:
                return "stone-not-in-pile", f"seat {seat + 1} has no {STONES[colour]} stone in its pile"
        elif herb_seat(item.herb) != seat:
            return "opponents-herb", f"Herb {item.herb} belongs to seat {2 - seat}, but the plan to seat {seat + 1}"
        elif reading.herbs and reading.herbs[item.herb] is None and self.phase.slot < 1:
            # From slot 2 on the Herb may have been destroyed after the plan was written.
            return "destroyed-herb", f"Herb {item.herb} is destroyed"
        elif index >= self.actions:
            return "extra-action", f"a plan has {counted(self.actions, 'action')}"
        return None

    def _check_length(self, seat: int) -> None:
        """Check that the plan has the right length for this phase."""
        phase = self.phase
        plan, text = phase.plans[seat], self.reading.plan_texts[seat]
        writing = phase.kind == "write" and phase.seat == seat
        name = f"seat {seat + 1}'s plan"
        unwritten = phase.kind == "write" and phase.seat < seat
        if unwritten or (writing and self.hidden[seat]):
            if plan:
                why = "is hidden until it is complete" if writing else "is written after seat 1's plan"
                self._report("plan-not-empty", f"{name} {why}, so it must be empty", text, seat=seat)
        elif self.hidden[seat]:
            self._check_hidden_plan(seat, name)
        elif writing:
            if self._is_complete(seat):
                self._report("plan-complete", f"{name} is complete, so the phase must change", text, seat=seat)
        elif len(plan) < self.actions:
            self._report("plan-too-short", f"{name} has {len(plan)} of {self.actions} actions", text, seat=seat)
        elif self._is_complete(seat) is False:
            reason = f"{name} needs a stone: the seat has one in its pile and can pay for it"
            self._report("missing-stone", reason, text, seat=seat)

    def _is_complete(self, seat: int) -> bool | None:
        """Return whether a plan is complete; None if the AP or the pile cannot be read."""
        plan = self.phase.plans[seat]
        if len(plan) != self.actions:
            return len(plan) > self.actions
        if self.reading.ap is None or self.reading.piles is None:
            return None
        return not can_place(self.reading.ap[seat], self.reading.piles[seat])

    def _check_hidden_plan(self, seat: int, name: str) -> None:
        """Check a complete plan in a view: the revealed items, then `?` if there are more."""
        plan, text = self.phase.plans[seat], self.reading.plan_texts[seat]
        revealed = self.phase.slot + 1 if self.phase.kind == "bid" else 0
        known = tuple(move for move in plan if move != UNKNOWN)
        if len(known) != revealed:
            reason = f"{counted(revealed, 'item')} of {name} must be visible now, not {len(known)}"
            self._report("revealed-items", reason, text, seat=seat, revealed=revealed)
            return
        actions = self.actions - revealed
        if plan == known and actions:
            reason = f"the rest of {name} is hidden, so it must end with ?"
            self._report("hidden-actions", reason, text, seat=seat, revealed=revealed)
            return
        if self.reading.ap is None or self.reading.piles is None:
            return
        ap, pile = self.reading.ap[seat], self.reading.piles[seat]
        if plan == known:
            if can_place(ap, pile):
                reason = f"{name} must end with ?: it has a hidden stone, which the seat can pay for"
                self._report("hidden-stone", reason, text, seat=seat, revealed=revealed)
            return
        if not actions and not can_place(ap, pile):
            reason = f"nothing is hidden, so ? must be left out: seat {seat + 1} could not pay for a stone"
            self._report("nothing-hidden", reason, self.reading.item_texts[seat][-1], seat=seat)
        elif self.ap:
            self.ap[seat] = max(possible_ap_left(ap, 0, pile, actions))

    def _check_total(self, seat: int) -> None:
        """Check the AP at the start of the round: the AP left plus the cost of the plan."""
        if self.reading.ap is None:
            return
        left, paid = self.reading.ap[seat], cost(self.phase.plans[seat])
        text = self.reading.plan_texts[seat]
        if left + paid > MOST_AP:
            reason = f"seat {seat + 1}'s plan cost {paid} AP and {left} are left: in all at most {MOST_AP}"
            self._report("ap-limit", reason, text, seat=seat, paid=paid)
        elif left + paid == 0 and self.phase.slot < 1:
            # From slot 2 on the AP may have been spent on bids or lost by fire.
            self._report("no-ap", f"seat {seat + 1} had 0 AP before the round, so the game is over", text)

    # The bids ---------------------------------------------------------------------------------------------------------

    def _check_bids(self) -> None:
        phase, ap, text = self.phase, self.ap, self.reading.bid_text
        if phase.seat == 0:
            if phase.bid != NONE:
                self._report("early-bid", "seat 1 bids now, so its bid must be '-'", text)
            if ap and ap[0] == 0:
                self._report("bid-without-ap", "seat 1 has 0 AP, so it does not bid", None, seat=0)
            return
        if phase.bid == NONE:
            self._report("missing-bid", "seat 2 bids now, so seat 1's bid is required", text)
        elif phase.bid != UNKNOWN and self.hidden[0]:
            self._report("visible-bid", "seat 1's bid is hidden, so it must be '?'", text)
        elif ap and phase.bid > ap[0]:
            self._report("bid-above-ap", f"seat 1's bid is {phase.bid}, but it has {ap[0]} AP", text, ap=ap[0])
        if ap and ap[1] == 0:
            self._report("bid-without-ap", "seat 2 has 0 AP, so it does not bid", None, seat=1)

    def _check_order(self) -> None:
        """Check that the order of the slot's actions matters. Call this only if the position has no other problems."""
        table = table_of(self.reading)
        items = [ITEMS[plan[table.slot]] for plan in table.plans]
        dead = [item.herb for item in items if table.herbs[item.herb] is None]
        if dead:
            text = self.reading.item_texts[herb_seat(dead[0])][table.slot]
            reason = f"Herb {dead[0]} is destroyed, so slot {table.slot + 1} has only one action and no bid"
            self._report("slot-without-herb", reason, text)
        elif self.ap and not self.rules.order_matters(table._replace(ap=(self.ap[0], self.ap[1]))):
            both = " and ".join(item.text for item in items)
            reason = f"{both} have the same result in either order, so slot {table.slot + 1} has no bid"
            self._report("order-without-effect", reason, None)
