"""Entry of Herbs at a real table: one line is one action of a plan, one stone or one bid.

The core's observation of a whole round is put together from these lines. Which of them is needed next follows from
the rules: the opponent's missing actions are filled with free turns, and the round is played up to the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from fastcore import Event, IllegalMove, State, Viewpoint, parse, start
from fastcore.values import BadPosition
from workbench.boards.herbs.items import is_stone, phrase, planned_cost
from workbench.boards.herbs.tables import sentences
from workbench.boards.herbs.tables.fillers import (
    MOST_PAID,
    cheapest_stone,
    filled,
    filler,
    joined,
    last_stone,
    lost_by_fire,
    plan_items,
    to_spend,
    with_marks,
    without_mark,
    without_marks,
    writable,
)
from workbench.boards.herbs.tables.histories import history
from workbench.boards.herbs.tables.rounds import BID, NO_STONE, READY, SPENT, Round, play_rounds
from workbench.boards.herbs.tables.spelling import item_of, spelling
from workbench.boards.kit.game_words import seat_name
from workbench.boards.kit.tables import at_table
from workbench.boards.kit.tables.at_table import Followed, Reading
from workbench.system.translation import tr

KEPT = 2048  # rounds with some lines that are kept


class AtTable(at_table.AtTable):
    """Actions by their texts, such as `0m3`, and bids by their numbers."""

    SPELLED_ALONE = True

    def __init__(self, spec: str, seat: int | None) -> None:
        super().__init__(spec, seat)
        self.actions = int(start(spec).game.options["actions"])
        self._played: dict[tuple[int, tuple[str, ...]], tuple[Viewpoint, Round]] = {}  # keeps the points of its keys
        self._items: tuple[Viewpoint | None, tuple[str, ...], tuple[str, ...], int] = None, (), (), 0  # listed last

    def split(self, point: Viewpoint, observation: str) -> tuple[str, ...]:
        """Return the own move or READY, then each action, stone and bid that was hidden."""
        head, *facts = observation.split(";")
        for first in (head, head + SPENT) if point.phase == "bid" and point.actor == 0 and facts else (head,):
            parts = [first]
            for fact in facts:
                kind, _, both = fact.partition("=")
                if kind == "stones" or kind.startswith("slot"):
                    parts += [both.split("|")[seat] for seat in self._hidden()]
                elif kind == "bids":
                    asked = self._asked(point, first)
                    parts += [f"bid{both.split('|')[seat]}" for seat in self._hidden() if seat in asked]
            for whole in with_marks(parts, lost_by_fire(facts)):
                readings = [self.read(point, whole[:count]) for count in range(1, len(whole) + 1)]
                if readings == [*[Reading()] * (len(whole) - 1), Reading(observation)]:
                    return tuple(whole)
        return (observation,)

    def read(self, point: Viewpoint, parts: Sequence[str]) -> Reading:
        """Put an own move or READY and the lines after it together."""
        if ";" in parts[0].removesuffix(SPENT) or not self._resolves(point, parts[0]):
            return Reading(parts[0])
        try:
            played = self._play(point, parts)
        except (BadPosition, IllegalMove) as error:
            return Reading(reason=error.reason)
        if played.missing:
            return Reading(reason="" if played.used == len(parts) - 1 else tr("this is not part of the plan"))
        if played.used < len(parts) - 1:
            return Reading(reason=tr("the round is complete before this"), surplus=True)
        return Reading(played.text)

    def candidates(self, point: Viewpoint, parts: Sequence[str]) -> tuple[str, ...]:
        """Return the own moves, READY, or the moves that the hidden seat can reveal next."""
        if not parts:
            own = self.seat is not None and point.actor == self.seat
            heads = tuple(map(point.move_text, point.moves())) if own else (READY,) if point.actor >= 0 else ()
            return (*heads, *(head + SPENT for head in heads)) if self._may_end_bids(point) else heads
        try:
            played = self._play(point, parts)
            if not played.missing:
                return ()
            if played.missing == "bid":
                shown = self._ap(point, played.seat)
                most = shown - planned_cost(cheapest_stone(point.fields, played.seat, shown))
                return tuple(f"bid{number}" for number in range(most + 1))
        except (BadPosition, IllegalMove):
            return ()
        moves, ap = self._writes(point, parts, played.seat)
        return (*moves, *self._spent(point, parts, moves, ap)) if moves else (NO_STONE,)

    def chance(self, point: Viewpoint, parts: Sequence[str], text: str) -> float:
        """Return the probability of a line if all items are equally likely, with and without AP left."""
        if not parts or text == NO_STONE or text.startswith("bid"):
            return super().chance(point, parts, text)
        moves, ap = self._writes(point, parts, self.actor(point, parts))
        item, _ = without_mark(text)
        return 1 / (len(moves) * (1 + len(list(self._spent(point, parts, (item,), ap)))))

    def draw(self, point: Viewpoint, parts: Sequence[str], random: Random) -> tuple[str, float] | None:
        """Draw an item, and then whether its seat has AP left: to ask that of every item takes long."""
        if not parts or self._play(point, parts).missing not in ("slot", "stone"):
            return super().draw(point, parts, random)
        moves, ap = self._writes(point, parts, self.actor(point, parts))
        item = random.choice(moves) if moves else NO_STONE
        texts = (item, *(self._spent(point, parts, (item,), ap) if moves else ()))
        return random.choice(texts), 1 / (len(texts) * (len(moves) or 1))

    def _spent(self, point: Viewpoint, parts: Sequence[str], moves: Sequence[str], ap: int) -> Iterator[str]:
        """Yield the items after which it matters that their seat has no AP left, or that fire took its last ones."""
        if ap > MOST_PAID * self.actions + 2:
            return
        for move in moves:
            plain = self._seen(point, (*parts, move))
            found = {"", plain}
            for number in range(lost_by_fire(plain.split(";")) + 1) if ";asks=" in plain else ():
                seen = self._seen(point, (*parts, f"{move};{number}"))
                if seen not in found:
                    found.add(seen)
                    yield f"{move};{number}"

    def _seen(self, point: Viewpoint, parts: Sequence[str]) -> str:
        """Return the observation of a round up to its first missing line, or "" if the lines do not fit."""
        return "" if self.read(point, parts).reason else self._play(point, parts).text

    def group(self, point: Viewpoint, texts: Sequence[str]) -> int:
        """Return the number of lines up to the next bid or the stones, if the first reveals the plans."""
        if not self._resolves(point, texts[0]):
            return 1
        hidden = len(self._hidden())
        phase = point.fields["phase"].split(":")
        bids, slot = (hidden, int(phase[2]) - 1) if phase[0] == "bid" else (0, 0)
        count = 1 + bids + hidden * (self.actions - slot)
        stones = texts[count : count + hidden]
        count += sum(text.startswith(NO_STONE) or is_stone(text) for text in stones)
        ends = (n for n, text in enumerate(texts[:count]) if n > bids and (text == READY or text.startswith("bid")))
        return next(ends, count)

    def can_follow(self, point: Viewpoint, parts: Sequence[str]) -> bool:
        """Return whether a round begins here."""
        return not parts and point.fields["phase"] == "write:1:|"

    def follow(self, point: Viewpoint, texts: Sequence[str]) -> Followed:
        """Play whole rounds on the real position, which is known at the start of each round."""
        played = play_rounds(_position(f"{point.spec} {point.text()}"), texts, self.seat, self.actions)
        return Followed(played.fits, played.state.view(self.seat) if played.fits else "", played.most)

    def keys(self, point: Viewpoint, parts: Sequence[str], text: str) -> tuple[str, ...]:
        """Return an action without its strokes, the square and colour of a stone, the number of a bid."""
        return (spelling(text),)

    def unspelled(self, point: Viewpoint, parts: Sequence[str], keys: str) -> str:
        """Return the action of a Herb, the stone or the bid that keys mean."""
        return item_of(keys)

    def describe_part(self, point: Viewpoint, parts: Sequence[str], text: str) -> str:
        """Return what the first line of a round or of bids says, or the revealed item with its seat."""
        item, number = without_mark(text)
        side = seat_name(point.info, self.actor(point, parts))
        if parts:
            return sentences.revealed(side, phrase(item), number)
        last = seat_name(point.info, 1)
        return sentences.begun(side, item, phrase(item), point.phase == "bid", last if number is not None else "")

    describe_last = describe_part

    def repeats(self, parts: Sequence[str], event: Event) -> bool:
        """Return whether an event was said by the first line of its round."""
        return bool(parts) and event.kind in ("write", "locked", "bid")

    def next_task(self, point: Viewpoint, parts: Sequence[str]) -> str:
        """Return who reveals what while a round is being revealed, or what ends the bids for a spectator."""
        if not parts:
            last = seat_name(point.info, 1)
            ends = self.seat is None and self._may_end_bids(point)
            return tr("Enter . for both bids, or .! if {side} has no AP to bid.", side=last) if ends else ""
        try:
            played = self._play(point, parts)
        except (BadPosition, IllegalMove):
            return ""
        return sentences.wanted(seat_name(point.info, played.seat), played.missing)

    def automatic(self, point: Viewpoint, parts: Sequence[str]) -> str:
        """Return READY when another seat writes or bids: the next line says what it had chosen."""
        waits = not parts and point.actor >= 0 and point.actor != self.seat
        return READY if waits and not self._may_end_bids(point) else ""

    def actor(self, point: Viewpoint, parts: Sequence[str]) -> int:
        """Return the seat that writes or reveals the next line."""
        if not parts:
            return point.actor
        try:
            return self._play(point, parts).seat
        except (BadPosition, IllegalMove):
            return point.actor

    def history(self, texts: Sequence[str]) -> tuple[str, ...] | None:
        """Return the moves of both seats in the order of the core, up to the last complete round."""
        return history(self.spec, self.seat, texts)

    # The hidden plans -------------------------------------------------------------------------------------------------

    def _hidden(self) -> tuple[int, ...]:
        """Return the seats whose plans are hidden."""
        return tuple(seat for seat in (0, 1) if seat != self.seat)

    def _resolves(self, point: Viewpoint, head: str) -> bool:
        """Return whether this move may reveal something: the second seat completes its plan or the bids are known."""
        if not self._is_head(point, head):
            return False
        if point.phase == "bid":
            return point.actor == 1 or 1 not in self._asked(point, head)
        if point.actor != 1 or head == READY:
            return point.actor == 1
        return self.seat != 1 or self._completes(point, head)

    def _is_head(self, point: Viewpoint, head: str) -> bool:
        """Return whether an observation here can begin with this line: an own move, or READY for a hidden one."""
        item = head.removesuffix(SPENT)
        if item != head and not self._may_end_bids(point):
            return False
        if point.actor != self.seat:
            return item == READY
        bid = item.removeprefix(BID)
        return point.phase != "bid" or (bid != item and bid.isdigit() and int(bid) <= self._ap(point, point.actor))

    def _completes(self, point: Viewpoint, head: str) -> bool:
        """Return whether the second seat's own item completes its plan."""
        own = plan_items(point.fields["phase"].split("|")[1])
        if is_stone(head) or len(own) + 1 < self.actions:
            return is_stone(head)
        return not cheapest_stone(point.fields, 1, self._ap(point, 1) - planned_cost(head))

    def _play(self, point: Viewpoint, parts: Sequence[str]) -> Round:
        """Return the round played with these lines; see `_play_now`. The latest results are kept."""
        key = (id(point), tuple(parts))
        if (kept := self._played.get(key)) is None:
            if len(self._played) >= KEPT:
                self._played.clear()
            kept = self._played[key] = point, self._play_now(point, parts)
        return kept[1]

    def _play_now(self, point: Viewpoint, parts: Sequence[str]) -> Round:
        """Play the round with these lines, and free turns for the missing ones.

        Raises:
            BadPosition: The lines contradict each other.
            IllegalMove: The first line is not possible.
        """
        head, given = parts[0], list(parts[1:])
        phase = point.fields["phase"].split(":")
        hidden = self._hidden()
        bids = dict[int, str]()
        if phase[0] == "bid":
            asked = [seat for seat in hidden if seat in self._asked(point, head)]
            for seat, text in zip(asked, given, strict=False):
                bids[seat] = text
            if len(bids) < len(asked):
                return Round("", len(bids), "bid", asked[len(bids)])
            given = given[len(asked) :]
        lines = {seat: given[number :: len(hidden)] for number, seat in enumerate(hidden)}
        plans = [plan_items(text) for text in phase[2 if phase[0] == "write" else 3].split("|")]
        if phase[0] == "write":
            state, move = self._written(point, lines, head)
        else:
            state, move = self._begin(point, plans, lines, head, bids)
        text = state.observation(move, self.seat)
        used = len(bids)
        facts = text.split(";")
        for place, fact in enumerate(facts):
            kind, _, shown = fact.partition("=")
            if place and (kind.startswith("slot") or kind == "stones"):
                for seat in hidden:
                    if used - len(bids) >= len(given):
                        return Round(";".join(facts[:place]), used, "stone" if kind == "stones" else "slot", seat)
                    item = given[used - len(bids)]
                    if without_mark(item)[0] != shown.split("|")[seat]:  # a stone that its seat cannot pay for
                        raise IllegalMove(item, state.text(), tr("this is not part of the plan"))
                    used += 1
        return Round(text, used, "", state.actor)

    def _begin(
        self, point: Viewpoint, plans: list[list[str]], lines: dict[int, list[str]], head: str, bids: dict[int, str]
    ) -> tuple[State, str]:
        """Return the position with filled plans in which the move that reveals them is made, and that move."""
        fields = dict(point.fields)
        ap = list(map(int, fields["ap"].split(",")))
        for seat, texts in lines.items():
            known, bid = [item for item in plans[seat] if item != READY], bids.get(seat, "")
            spent = seat not in self._asked(point, head)
            plans[seat], ap[seat] = filled(fields, seat, known, texts, bid, spent, self.actions, planned_cost)
        slot = fields["phase"].split(":")[2]
        first = bids.get(0, fields["phase"].rpartition(":")[2] if self.seat == 0 else "bid0").removeprefix("bid")
        if 1 not in self._asked(point, head):
            phase = f"bid:1:{slot}:{joined(plans)}:-"
            move = head.removesuffix(SPENT) if self.seat == 0 else bids.get(0, "bid0")
        else:
            phase = f"bid:2:{slot}:{joined(plans)}:{first}"
            move = head if self.seat == 1 else bids.get(1, "bid0")
        fields["ap"], fields["phase"] = ",".join(map(str, ap)), phase
        return parse(f"{point.spec} {' '.join(fields.values())}"), move

    def _written(self, point: Viewpoint, lines: dict[int, list[str]], head: str) -> tuple[State, str]:
        """Return the position in which the plans are complete but for the last item, and that item.

        Raises:
            BadPosition: The view fits no plans.
            IllegalMove: A line is not possible.
        """
        fields = dict(point.fields)
        first, second = (plan_items(plan) for plan in fields["phase"].split(":")[2].split("|"))
        ap = list(map(int, fields["ap"].split(",")))
        begin = 1 if self.seat == 0 else 0
        plan = ",".join(first) if self.seat == 0 else ""
        ap[1] += sum(map(planned_cost, second)) if self.seat == 1 else 0
        fields["ap"], fields["phase"] = ",".join(map(str, ap)), f"write:{begin + 1}:{plan}|"
        state = _position(f"{point.spec} {' '.join(fields.values())}").copy()
        own = {} if self.seat is None else {self.seat: [*second, head] if self.seat else first}
        for seat in range(begin, 2):
            given, rest = without_marks(lines.get(seat, ()))
            has_stone = any(map(is_stone, given)) or NO_STONE in given
            texts = iter([*given, *own.get(seat, ())])
            while (state.actor, state.phase) == (seat, "write"):
                left = int(state.fields["ap"].split(",")[seat])
                text = next(texts, None)
                if text is None:
                    turn = filler(fields, seat, to_spend(fields, seat, left, rest, has_stone))
                    text = turn if not state.why_not(turn) else last_stone(fields, seat, max(left, 1), rest)
                before = state.copy()
                state.play(text)
                if seat == 1 and (state.actor, state.phase, state.turn) != (1, "write", before.turn):
                    return before, text
        raise IllegalMove(head, state.text(), tr("the plans are not complete"))

    def _writes(self, point: Viewpoint, parts: Sequence[str], seat: int) -> tuple[tuple[str, ...], int]:
        """Return the items that a hidden seat can reveal next, none if its plan is complete, and its AP before them."""
        if self._items[0] is not point or self._items[1] != tuple(parts):
            self._items = point, tuple(parts), *self._list_items(point, parts, seat)
        return self._items[2:]

    def _list_items(self, point: Viewpoint, parts: Sequence[str], seat: int) -> tuple[tuple[str, ...], int]:
        fields, hidden = point.fields, self._hidden()
        phase = fields["phase"].split(":")
        given, _ = without_marks(parts[1:])
        ap = list(map(int, fields["ap"].split(",")))
        if phase[0] == "bid":
            asked = [one for one in hidden if one in self._asked(point, parts[0])]
            for one, bid in zip(asked, given, strict=False):
                ap[one] -= int(bid.removeprefix("bid"))
            given = given[len(asked) :]
        new = [text for text in given[hidden.index(seat) :: len(hidden)] if text != NO_STONE]
        known = plan_items(phase[2 if phase[0] == "write" else 3].split("|")[seat])
        items = [*(item for item in known if item != READY), *new]
        left = ap[seat] - sum(map(planned_cost, new))
        return writable(fields, seat, items, left, self.actions), left

    def _asked(self, point: Viewpoint, head: str) -> tuple[int, ...]:
        """Return the seats that are asked for a bid in this slot, as far as the view and the events tell."""
        if head.endswith(SPENT):
            return (0,)
        first = 1 if point.observations and point.observations[-1].endswith("asks=2") else 0
        return tuple(seat for seat in (0, 1) if seat >= first and self._ap(point, seat))

    def _may_end_bids(self, point: Viewpoint) -> bool:
        """Return whether the second seat may have no AP for a bid, although its hidden plan shows some."""
        if point.phase != "bid" or point.actor != 0 or self.seat == 1:
            return False
        rest = self.actions - int(point.fields["phase"].split(":")[2]) + 1
        return 0 < self._ap(point, 1) <= MOST_PAID * rest + 2

    def _ap(self, point: Viewpoint, seat: int) -> int:
        """Return the AP that a seat shows."""
        return int(point.fields["ap"].split(",")[seat])


@lru_cache(maxsize=256)
def _position(situation: str) -> State:
    """Return a position that the caller must copy before it plays on it."""
    return parse(situation)
