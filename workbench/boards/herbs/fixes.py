"""The proposals of fixes for invalid Herbs positions."""

from __future__ import annotations

import re
from functools import lru_cache

from fastcore import Problem
from fastcore.games.herbs.text.reading import Part
from fastcore.games.herbs.text.texts import ITEMS, MOST_AP, cost, herb_seat, is_stone
from workbench.boards.herbs.field_fixes import FieldProposals
from workbench.boards.kit.fixes import nearest
from workbench.boards.kit.fixes.proposals import Change
from workbench.system.translation import tr, trn

END: Change = (tr("end the game"), {"phase": "over"})
RESTART = tr("restart the plans of this round")
NEW_ROUND = "write:1:|"


class Proposals(FieldProposals):
    """The proposals for one position text."""

    def propose(self, problem: Problem) -> list[Change]:
        """Return the proposals for a problem. For a readable phase they end with restarting the round."""
        changes = super().propose(problem)
        if problem.field == "phase" and self.reading.phase is not None and self.reading.phase.kind != "over":
            changes = [*changes, self._restart_round()]
        return changes

    # Texts that cannot be read ----------------------------------------------------------------------------------------

    def fix_phase_text(self, problem: Problem) -> list[Change]:
        """Propose the phase nearest to the text, or writing the plans of the round again."""
        restart: Change = (RESTART, {"phase": NEW_ROUND})
        text = self.parts["phase"][:400]
        kind = nearest.one_of(text.partition(":")[0], ("write", "bid", "over"))
        if kind == "over":
            return [END, restart]
        parts = text.split(":")
        seat = next((part for part in parts[1:] if part in ("1", "2")), "1")
        plans = next((part for part in parts if "|" in part), "|")
        if kind == "write":
            return [(tr("let seat {seat} write", seat=seat), {"phase": f"write:{seat}:{plans}"}), restart]
        numbers = [part for part in parts[2:] if part.isascii() and part.isdigit()]
        bid = parts[-1] if parts[-1] in numbers and len(numbers) > 1 else "-"
        slot = numbers[0] if numbers else 1
        return [(tr("let seat {seat} bid", seat=seat), {"phase": f"bid:{seat}:{slot}:{plans}:{bid}"}), restart]

    def fix_phase_seat(self, problem: Problem) -> list[Change]:
        """Propose letting either seat decide."""
        return [self.replace(tr("let seat {seat} decide", seat=seat), problem, seat) for seat in ("1", "2")]

    def fix_plan_count(self, problem: Problem) -> list[Change]:
        """Propose keeping the first two plans, or adding an empty one."""
        plans = self.text_of(problem).split("|")
        return [self.replace(tr("enter one plan for each seat"), problem, "|".join([*plans, ""][:2]))]

    def fix_plan_too_long(self, problem: Problem, seat: int) -> list[Change]:
        """Propose ending the plan after its stone or its last action."""
        items, actions = self.reading.item_texts[seat], self.reading.actions
        kept = [item.text for item in items[:actions]]
        if items[actions].text[:2] in ("Wh", "Bl"):
            kept.append(items[actions].text)
        return [self._set_plan(tr("end the plan after its stone or its last action"), seat, kept)]

    def fix_item_text(self, problem: Problem, seat: int, index: int) -> list[Change]:
        """Propose the item nearest to the text, or removing the item."""
        items, most = self.reading.item_texts[seat], self.reading.actions + 1
        rest = tr(" with all extra items") if len(items) > most else ""
        change = self._remove_items(seat, items[:most], (index,), rest)
        new = nearest_item(self.text_of(problem)[:9], seat)
        return [self.replace(tr("change to {new}", new=new), problem, new), change] if new else [change]

    # The end of the game ----------------------------------------------------------------------------------------------

    def fix_not_over(self, problem: Problem) -> list[Change]:
        """Propose going on with the game, or the last round."""
        last = str(self.reading.rounds)
        return [
            (tr("continue the game"), {"phase": NEW_ROUND}),
            (tr("change to round {last}", last=last), {"round": last}),
        ]

    def fix_herbs_lost(self, problem: Problem) -> list[Change]:
        """Propose ending the game."""
        return [END]

    fix_no_ap = fix_herbs_lost

    def fix_ap_limit(self, problem: Problem, seat: int, paid: int) -> list[Change]:
        """Propose the largest number of AP that the seat can have left."""
        if paid > MOST_AP:
            return []
        ap = list(self._ap)
        ap[seat] = MOST_AP - paid
        return [(tr("leave seat {seat} with {ap} AP", seat=seat + 1, ap=ap[seat]), _ap_text(ap))]

    # Items of plans ---------------------------------------------------------------------------------------------------

    def _change_items(self, problem: Problem, seat: int, indexes: tuple[int, ...]) -> list[Change]:
        """Propose adding the stone to the pile, removing the items, or giving the actions to the seat's own Herbs."""
        items, plan = self.reading.item_texts[seat], self._plan(seat)
        changes = [
            *self._add_stone(seat, plan[indexes[0]]),
            self._remove_items(seat, items, indexes),
        ]
        if any(is_stone(plan[index]) for index in indexes):
            return changes
        herbs = self.reading.herbs
        for herb in range(2 * seat, 2 * seat + 2):
            if herb != ITEMS[plan[indexes[0]]].herb and (herbs is None or herbs[herb]):
                texts = [f"{herb}{item.text[1:]}" if n in indexes else item.text for n, item in enumerate(items)]
                words = trn("give it to Herb {herb}", "give them to Herb {herb}", len(indexes), herb=herb)
                changes.append(self._set_plan(words, seat, texts))
        return changes

    fix_early_stone = _change_items
    fix_stone_not_in_pile = _change_items
    fix_opponents_herb = _change_items
    fix_destroyed_herb = _change_items
    fix_extra_action = _change_items

    def _add_stone(self, seat: int, move: int) -> list[Change]:
        """Return the change that puts the planned stone into the seat's pile, or [] if the item is not a stone."""
        if not is_stone(move) or self.reading.piles is None:
            return []
        piles = [list(pile) for pile in self.reading.piles]
        colour = ("Wh", "Bl").index(ITEMS[move].kind)
        piles[seat][colour] = max(piles[seat][colour], 1)
        text = ",".join(f"{white}w{black}b" for white, black in piles)
        return [(tr("add one to seat {seat}'s pile", seat=seat + 1), {"piles": text})]

    def _remove_items(self, seat: int, items: tuple[Part, ...], indexes: tuple[int, ...], rest: str = "") -> Change:
        """Return the change that removes some items from a plan. `rest` is added to its description."""
        kept = [item.text for index, item in enumerate(items) if index not in indexes]
        return self._set_plan(
            trn(
                "remove it from seat {seat}'s plan{rest}",
                "remove them from seat {seat}'s plan{rest}",
                len(indexes),
                seat=seat + 1,
                rest=rest,
            ),
            seat,
            kept,
        )

    # Length of plans --------------------------------------------------------------------------------------------------

    def fix_plan_not_empty(self, problem: Problem, seat: int) -> list[Change]:
        """Propose emptying the plan."""
        return [self._set_plan(tr("empty it"), seat, [])]

    def fix_plan_complete(self, problem: Problem, seat: int) -> list[Change]:
        """Propose letting seat 2 write, or taking back the last item of the plan."""
        return [*([] if seat else [self._set_phase(tr("let seat 2 write"), seat=2)]), *self._undo_item(seat)]

    def fix_plan_too_short(self, problem: Problem, seat: int) -> list[Change]:
        """Propose letting seat 1 write."""
        assert self.reading.phase is not None
        return (
            [self._set_phase(tr("let seat 1 write"), seat=1, second="")] if self.reading.phase.kind == "write" else []
        )

    fix_missing_stone = fix_plan_too_short

    # Hidden plans -----------------------------------------------------------------------------------------------------

    def fix_revealed_items(self, problem: Problem, seat: int, revealed: int) -> list[Change]:
        """Propose hiding all items that are not yet revealed."""
        plan = self._plan(seat)
        known = sum(move >= 0 for move in plan)
        return self._hide(tr("hide the rest"), seat, revealed) if known > revealed else []

    def fix_hidden_actions(self, problem: Problem, seat: int, revealed: int) -> list[Change]:
        """Propose adding a hidden stone to the plan."""
        return self._hide(tr("hide the rest"), seat, revealed)

    def fix_hidden_stone(self, problem: Problem, seat: int, revealed: int) -> list[Change]:
        """Propose hiding the actions that are not yet revealed."""
        return self._hide(tr("hide a stone"), seat, revealed)

    def fix_nothing_hidden(self, problem: Problem, seat: int) -> list[Change]:
        """Propose removing the `?` from the plan."""
        return [self._set_plan(tr("remove it"), seat, [item.text for item in self.reading.item_texts[seat][:-1]])]

    def _hide(self, words: str, seat: int, revealed: int) -> list[Change]:
        return [self._set_plan(words, seat, [*(item.text for item in self.reading.item_texts[seat][:revealed]), "?"])]

    # Bids -------------------------------------------------------------------------------------------------------------

    def fix_early_bid(self, problem: Problem) -> list[Change]:
        """Propose removing the bid, or letting seat 2 bid."""
        return [self._set_phase(tr("remove the bid"), bid="-"), self._set_phase(tr("let seat 2 bid"), seat=2)]

    def fix_missing_bid(self, problem: Problem) -> list[Change]:
        """Propose letting seat 1 bid, or a bid of 0."""
        return [self._set_phase(tr("let seat 1 bid"), seat=1), self._set_phase(tr("change the bid to 0"), bid=0)]

    def fix_visible_bid(self, problem: Problem) -> list[Change]:
        """Propose hiding the bid."""
        return [self._set_phase(tr("hide it"), bid="?")]

    def fix_bid_above_ap(self, problem: Problem, ap: int) -> list[Change]:
        """Propose the highest affordable bid."""
        return [self._set_phase(tr("change to {ap}", ap=ap), bid=ap)]

    def fix_bid_without_ap(self, problem: Problem, seat: int) -> list[Change]:
        """Propose letting the opponent bid, or giving seat 2 one more AP."""
        if seat == 0:
            return [self._set_phase(tr("let seat 2 bid"), seat=2, bid="?" if self.reading.hidden[0] else "0")]
        first, second = self._ap
        return [
            self._set_phase(tr("let seat 1 bid"), seat=1, bid="-"),
            (tr("give seat 2 one more AP"), _ap_text((first, second + 1))),
        ]

    def fix_slot_without_herb(self, problem: Problem) -> list[Change]:
        """Propose going on to a later slot."""
        assert self.reading.phase is not None
        slots = range(self.reading.phase.slot + 2, self.reading.actions + 1)
        return [self._set_phase(tr("continue with slot {slot}", slot=slot), slot=slot) for slot in slots]

    def fix_order_without_effect(self, problem: Problem) -> list[Change]:
        """Propose taking back the last item of seat 2's plan, or going on to a later slot."""
        return [*self._undo_item(1), *self.fix_slot_without_herb(problem)]

    # Changes of the phase ---------------------------------------------------------------------------------------------

    @property
    def _ap(self) -> tuple[int, int]:
        """The AP of both seats. Only for problems that are reported if the AP can be read."""
        assert self.reading.ap is not None
        return self.reading.ap

    def _plan(self, seat: int) -> tuple[int, ...]:
        """Return a seat's plan. Only for problems that are reported if the phase can be read."""
        assert self.reading.phase is not None
        return self.reading.phase.plans[seat]

    def _set_plan(self, words: str, seat: int, items: list[str]) -> Change:
        """Return the change that replaces a seat's plan."""
        part, text = self.reading.plan_texts[seat], self.parts["phase"]
        start, end = part.span
        return words, {"phase": text[:start] + ",".join(items) + text[end:]}

    def _set_phase(self, words: str, **changed: object) -> Change:
        """Return the change that replaces parts of the phase.

        The parts are `seat`, `slot`, `bid` (as written) and `second` (the second plan).
        """
        phase = self.reading.phase
        assert phase is not None
        first, second = (part.text for part in self.reading.plan_texts)
        values = {"seat": phase.seat + 1, "slot": phase.slot + 1, "bid": self.reading.bid_text.text, "second": second}
        values |= changed
        form = "write:{seat}:{first}|{second}" if phase.kind == "write" else "bid:{seat}:{slot}:{first}|{second}:{bid}"
        return words, {"phase": form.format(first=first, **values)}

    def _restart_round(self) -> Change:
        """Return the change to the start of the round. It gives back the known cost of the plans."""
        changed = {"phase": NEW_ROUND}
        if self.reading.ap is not None:
            ap = [left + cost(self._plan(seat)) for seat, left in enumerate(self.reading.ap)]
            if max(ap) > 0:
                changed |= _ap_text([min(left, MOST_AP) for left in ap])
        return RESTART, changed

    def _undo_item(self, seat: int) -> list[Change]:
        """Return the change that lets a seat write again, without the last item of its plan, whose AP are given back.

        Views that hide a plan get no such change.
        """
        plan, reading = self._plan(seat), self.reading
        if reading.ap is None or not plan or any(reading.hidden):
            return []
        rest = ",".join(item.text for item in reading.item_texts[seat][:-1])
        plans = f"{reading.plan_texts[0].text}|{rest}" if seat else f"{rest}|"
        ap = list(reading.ap)
        ap[seat] += cost(plan[-1:])
        words = tr("remove the last item of seat {seat}'s plan", seat=seat + 1)
        return [(words, {"phase": f"write:{seat + 1}:{plans}", **_ap_text(ap)})]


def _ap_text(ap: tuple[int, int] | list[int]) -> dict[str, str]:
    return {"ap": ",".join(map(str, ap))}


@lru_cache(maxsize=1024)
def nearest_item(text: str, seat: int) -> str:
    """Return the plan item of a seat that is nearest to a text, or "" if none is at most one edit away.

    Ties are broken by the nearest number.
    """
    own = [item.text for item in ITEMS if item.herb < 0 or herb_seat(item.herb) == seat]
    close = [item for item in own if nearest.distance(text.lower(), item.lower()) < 2]
    return min(close, key=lambda item: abs(_last_number(item) - _last_number(text)), default="")


def _last_number(text: str) -> int:
    """Return the number at the end of a text, or 0."""
    found = re.search("[0-9]+$", text)
    return int(found[0]) if found else 0
