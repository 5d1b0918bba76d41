"""What relates the plans and the phase of a game of Herbs in play to each other and to the other fields.

All of it is judged at the phase field, and only where all that it needs can be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from fastcore.games.herbs.hidden_plans import possible_ap_left
from fastcore.games.herbs.reading import Mended, Part, Phase, Reading
from fastcore.games.herbs.texts import (
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
from fastcore.games.herbs.words import STONES
from fastcore.values import counted


class Rules(Protocol):
    """What the compiled rules tell: the options, and whether the actions of a slot need an order."""

    @property
    def spec(self) -> str: ...
    @property
    def options(self) -> Mapping[str, int | float | str]: ...
    def order_matters(self, table: Table) -> bool:
        """Whether `table.slot` has another result if the other seat acts first."""


def table_of(reading: Reading) -> Table:
    """The Table of a text; fields besides board, Herbs, AP and phase that cannot be read are as at the start."""
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
        plans=(phase.plans[0], phase.plans[1]),
        bid=phase.bid,
    )


class Play:
    """What relates the plans and the phase of a game that is not over to each other and to the other fields."""

    def __init__(self, rules: Rules, reading: Reading, phase: Phase) -> None:
        self.rules = rules
        self.reading = reading
        self.phase = phase
        self.hidden = reading.hidden
        self.actions = reading.actions
        # the AP that each seat may have at most; less than what a view shows
        self.ap = list(reading.ap) if reading.ap else None

    def check(self) -> None:
        reading = self.reading
        self.herbs_left()
        for seat in range(2):
            if self.items(seat):
                self.completeness(seat)
            self.total(seat)
        if self.phase.kind == "bid":
            self.bids()
            if not any(fault.field in ("board", "herbs", "ap", "phase") for fault in reading.faults):
                self.order()

    def say(self, reason: str, part: Part | None, *mends: Mended) -> None:
        """Note a fault of the phase field. Of an empty plan the | beside it is shown."""
        if part is not None and not part.text:
            text = self.reading.texts["phase"]
            part = Part(text[part.at - 1 : text.index("|") + 1], part.at - 1)
        self.reading.say("phase", reason, part, (), *mends, *self.afresh())

    def afresh(self) -> list[Mended]:
        """The round as it begins, the AP for its plans given back; what more there may be to give nobody knows."""
        changed = {"phase": "write:1:|"}
        if self.reading.ap is not None:
            before = [left + cost(plan) for left, plan in zip(self.reading.ap, self.phase.plans, strict=True)]
            if max(before) > 0:
                changed["ap"] = ",".join(str(min(ap, MOST_AP)) for ap in before)
        return [("write the plans of this round afresh", changed)]

    def later_slots(self) -> list[Mended]:
        """The bid for a later slot instead."""
        slots = range(self.phase.slot + 1, self.actions)
        head, _, rest = self.reading.texts["phase"].split(":", 2)
        return [
            (f"go on to slot {slot + 1}", {"phase": ":".join([head, _, str(slot + 1), rest.partition(":")[2]])})
            for slot in slots
        ]

    def put_phase(self, **changed: object) -> dict[str, str]:
        """A mend's phase field with other parts: seat, bid (as written), first and second (the plans)."""
        phase = self.phase
        first, second = (place.text for place in phase.places)
        values = {"seat": phase.seat + 1, "bid": phase.bid_place.text, "first": first, "second": second} | changed
        plans = f"{values['first']}|{values['second']}"
        if phase.kind == "write":
            return {"phase": f"write:{values['seat']}:{plans}"}
        return {"phase": f"bid:{values['seat']}:{phase.slot + 1}:{plans}:{values['bid']}"}

    def taken_back(self, seat: int) -> list[Mended]:
        """The last item of a seat's plan taken back with its AP, so that the seat writes; not for views."""
        ap, plan = self.reading.ap, self.phase.plans[seat]
        if ap is None or not plan or any(self.hidden):
            return []
        rest = ",".join(item.text for item in self.phase.items[seat][:-1])
        plans = f"{self.phase.places[0].text}|{rest}" if seat else f"{rest}|"
        given_back = ",".join(str(left + cost(plan[-1:]) * (one == seat)) for one, left in enumerate(ap))
        return [
            (
                f"take the last item of seat {seat + 1}'s plan back",
                {"phase": f"write:{seat + 1}:{plans}", "ap": given_back},
            )
        ]

    # The plans --------------------------------------------------------------------------------------------------------

    def herbs_left(self) -> None:
        herbs = self.reading.herbs
        for seat in range(2):
            if herbs and herbs[2 * seat : 2 * seat + 2] == (None, None):
                self.say(
                    f"seat {seat + 1} has lost both its Herbs, so the game is over",
                    None,
                    ("end the game", {"phase": "over"}),
                )

    def items(self, seat: int) -> bool:
        """Whether each item may stand where it stands."""
        reading, phase = self.reading, self.phase
        plan, parts = phase.plans[seat], phase.items[seat]
        before = len(reading.faults)
        wrong: dict[str, list[int]] = {}  # one cause is one fault, however many items it spoils
        for index, move in enumerate(plan):
            reason = self.why_not_there(seat, index, move) if move != UNKNOWN else ""
            if reason:
                wrong.setdefault(reason, []).append(index)
        for reason, spoilt in wrong.items():
            mends = [
                *self.stone_added(seat, plan[spoilt[0]]),
                reading.taken_out(seat, phase.places[seat], parts, *spoilt),
            ]
            mends += self.others_items(seat, spoilt)
            self.say(reason, parts[spoilt[0]], *mends)
        return len(reading.faults) == before

    def others_items(self, seat: int, indexes: list[int]) -> list[Mended]:
        """The same actions of each of one's own Herbs."""
        phase, herbs = self.phase, self.reading.herbs
        plan, texts = phase.plans[seat], [part.text for part in phase.items[seat]]
        if any(is_stone(plan[index]) for index in indexes):
            return []
        ways = []
        for herb in range(2 * seat, 2 * seat + 2):
            if herb != ITEMS[plan[indexes[0]]].herb and (herbs is None or herbs[herb]):
                items = ",".join(f"{herb}{text[1:]}" if place in indexes else text for place, text in enumerate(texts))
                words = f"let Herb {herb} do {'it' if len(indexes) == 1 else 'them'}"
                ways.append(self.reading.mend(words, "phase", phase.places[seat], items))
        return ways

    def stone_added(self, seat: int, move: int) -> list[Mended]:
        """A pile with the stone that a plan names."""
        if not is_stone(move) or self.reading.piles is None:
            return []
        white, black = (
            max(count, int(ITEMS[move].kind == kind))
            for count, kind in zip(self.reading.piles[seat], ("Wh", "Bl"), strict=True)
        )
        piles = [
            f"{white}w{black}b" if one == seat else f"{pile[0]}w{pile[1]}b"
            for one, pile in enumerate(self.reading.piles)
        ]
        return [(f"put one into seat {seat + 1}'s pile", {"piles": ",".join(piles)})]

    def why_not_there(self, seat: int, index: int, move: int) -> str:
        item, reading = ITEMS[move], self.reading
        if is_stone(move):
            if index < self.actions:
                return f"a stone comes after the {self.actions} actions of a plan"
            colour = item.kind == "Bl"
            if reading.piles and not reading.piles[seat][colour]:
                return f"seat {seat + 1} has no {STONES[colour]} stone in its pile"
        elif herb_seat(item.herb) != seat:
            return f"Herb {item.herb} is seat {2 - seat}'s, but the plan is seat {seat + 1}'s"
        elif reading.herbs and reading.herbs[item.herb] is None and self.phase.slot < 1:
            # from slot 2 on it may have been destroyed after the plan was written
            return f"Herb {item.herb} is destroyed"
        elif index >= self.actions:
            return f"a plan holds {counted(self.actions, 'action')}"
        return ""

    def completeness(self, seat: int) -> None:
        """Whether the plan is as long as it is at this moment."""
        phase = self.phase
        plan, place = phase.plans[seat], phase.places[seat]
        writing = phase.kind == "write" and phase.seat == seat
        name = f"seat {seat + 1}'s plan"
        unwritten = phase.kind == "write" and phase.seat < seat
        if unwritten or (writing and self.hidden[seat]):
            if plan:
                why = "is hidden while it is written" if writing else "is written after seat 1's"
                field = "second" if seat else "first"
                self.say(f"{name} {why}, so it must be empty", place, ("empty it", self.put_phase(**{field: ""})))
        elif self.hidden[seat]:
            self.hidden_rest(seat, plan, place, name)
        elif writing:
            if self.is_complete(seat, plan):
                mends = [("let seat 2 write", self.put_phase(seat=2))] if seat == 0 else []
                self.say(f"{name} is complete, so its writing is over", place, *mends, *self.taken_back(seat))
        elif len(plan) < self.actions:
            mends = [("let seat 1 write", self.put_phase(seat=1, second=""))] if phase.kind == "write" else []
            self.say(f"{name} has {len(plan)} of {self.actions} actions", place, *mends)
        elif self.is_complete(seat, plan) is False:
            mends = [("let seat 1 write", self.put_phase(seat=1, second=""))] if phase.kind == "write" else []
            self.say(f"{name} has no stone, although the seat has one in its pile and can pay for it", place, *mends)

    def is_complete(self, seat: int, plan: tuple[int, ...]) -> bool | None:
        """Whether nothing is left to write; None if the AP or the pile cannot be read."""
        if len(plan) != self.actions:
            return len(plan) > self.actions
        if self.reading.ap is None or self.reading.piles is None:
            return None
        return not can_place(self.reading.ap[seat], self.reading.piles[seat])

    def hidden_rest(self, seat: int, plan: tuple[int, ...], place: Part, name: str) -> None:
        """A complete plan in a view: what is revealed, then `?` if anything is not."""
        shown = self.phase.slot + 1 if self.phase.kind == "bid" else 0
        known = tuple(move for move in plan if move != UNKNOWN)
        field = "second" if seat else "first"
        revealed = self.phase.items[seat][: len(known)]
        if len(known) != shown:
            mends = []
            if len(known) > shown:
                rest = ",".join([*(part.text for part in revealed[:shown]), "?"])
                mends = [("hide the rest", self.put_phase(**{field: rest}))]
            self.say(f"{counted(shown, 'item')} of {name} can be seen now, not {len(known)}", place, *mends)
            return
        actions = self.actions - shown
        rest_text = ",".join([*(part.text for part in revealed), "?"])
        if plan == known and actions:
            self.say(
                f"the rest of {name} is hidden, so ? must stand for it",
                place,
                ("hide the rest", self.put_phase(**{field: rest_text})),
            )
            return
        if self.reading.ap is None or self.reading.piles is None:
            return
        ap, pile = self.reading.ap[seat], self.reading.piles[seat]
        if plan == known:
            if can_place(ap, pile):
                reason = (
                    f"{name} must hold a stone, as the seat has one in its pile and can pay for it: ? must stand for it"
                )
                self.say(reason, place, ("hide a stone", self.put_phase(**{field: rest_text})))
            return
        if not actions and not can_place(ap, pile):
            bare = ",".join(part.text for part in revealed)
            reason = f"? can stand for nothing: seat {seat + 1} could not pay for a stone of its pile"
            self.say(reason, self.phase.items[seat][-1], ("take it away", self.put_phase(**{field: bare})))
        elif self.ap:
            self.ap[seat] = max(possible_ap_left(ap, 0, pile, actions))

    def total(self, seat: int) -> None:
        """The AP at the start of the round: what is left and what the plan cost."""
        if self.reading.ap is None:
            return
        left, paid = self.reading.ap[seat], cost(self.phase.plans[seat])
        place = self.phase.places[seat]
        if left + paid > MOST_AP:
            ap = [str(MOST_AP - paid if one == seat else self.reading.ap[one]) for one in range(2)]
            mends = [(f"leave seat {seat + 1} with {ap[seat]} AP", {"ap": ",".join(ap)})] if paid <= MOST_AP else []
            self.say(
                f"seat {seat + 1}'s plan cost {paid} AP and {left} are left: more than {MOST_AP} before the round",
                place,
                *mends,
            )
        elif left + paid == 0 and self.phase.slot < 1:
            # from slot 2 on it may have been spent on bids or lost by fire
            self.say(
                f"seat {seat + 1} had 0 AP before the round, so the game is over",
                place,
                ("end the game", {"phase": "over"}),
            )

    # The bids ---------------------------------------------------------------------------------------------------------

    def bids(self) -> None:
        phase, ap = self.phase, self.ap
        if phase.seat == 0:
            if phase.bid != NONE:
                mends = [("take the bid back", self.put_phase(bid="-")), ("let seat 2 bid", self.put_phase(seat=2))]
                self.say("seat 1 bids now, so its bid must be '-'", phase.bid_place, *mends)
            if ap and ap[0] == 0:
                bid = "?" if self.hidden[0] else "0"
                self.say(
                    "seat 1 has 0 AP, so it is not asked for a bid",
                    None,
                    ("let seat 2 bid", self.put_phase(seat=2, bid=bid)),
                )
            return
        if phase.bid == NONE:
            mends = [("let seat 1 bid", self.put_phase(seat=1)), ("let it bid 0", self.put_phase(bid=0))]
            self.say("seat 2 bids now, so seat 1's bid must be there", phase.bid_place, *mends)
        elif phase.bid != UNKNOWN and self.hidden[0]:
            self.say("seat 1's bid is hidden, so it must be '?'", phase.bid_place, ("hide it", self.put_phase(bid="?")))
        elif ap and phase.bid > ap[0]:
            self.say(
                f"seat 1's bid is {phase.bid}, but it has {ap[0]} AP",
                phase.bid_place,
                (f"make it {ap[0]}", self.put_phase(bid=ap[0])),
            )
        if ap and ap[1] == 0:
            mends = [("let seat 1 bid", self.put_phase(seat=1, bid="-")), *self.given(1)]
            self.say("seat 2 has 0 AP, so it is not asked for a bid", None, *mends)

    def given(self, seat: int) -> list[Mended]:
        """One AP more for a seat."""
        if self.reading.ap is None:
            return []
        ap = [left + (one == seat) for one, left in enumerate(self.reading.ap)]
        return [(f"give seat {seat + 1} one AP more", {"ap": ",".join(map(str, ap))})]

    def order(self) -> None:
        """Whether the actions of the slot need an order at all; asked only where all else is right."""
        table = table_of(self.reading)
        herbs = [ITEMS[plan[table.slot]].herb for plan in table.plans]
        dead = [herb for herb in herbs if table.herbs[herb] is None]
        if dead:
            place = self.phase.items[herb_seat(dead[0])][table.slot]
            self.say(
                f"Herb {dead[0]} is destroyed, so slot {table.slot + 1} has one action and no bid",
                place,
                *self.later_slots(),
            )
        elif self.ap and not self.rules.order_matters(table._replace(ap=(self.ap[0], self.ap[1]))):
            both = " and ".join(ITEMS[plan[table.slot]].text for plan in table.plans)
            reason = f"{both} give the same in either order, so there is no bid in slot {table.slot + 1}"
            self.say(reason, None, *self.taken_back(1), *self.later_slots())
