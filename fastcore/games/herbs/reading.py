"""Each field of a position text or view read by itself: its value, or faults with the exact place and mends."""

from __future__ import annotations

import re
from typing import NamedTuple

from fastcore import nearest
from fastcore.games.herbs import near
from fastcore.games.herbs.texts import (
    FACINGS,
    FIELDS,
    ITEMS,
    MOST_AP,
    MOST_BLACK,
    MOST_IDLE,
    MOST_POINTS,
    MOST_WHITE,
    NONE,
    NUMBER,
    PITS,
    SIDE,
    SQUARE_OF,
    SQUARES,
    UNKNOWN,
    row_text,
)
from fastcore.games.herbs.words import why_no_item
from fastcore.values import counted, quoted

PHASES = "write:<seat>:<plan 1>|<plan 2>, bid:<seat>:<slot>:<plan 1>|<plan 2>:<bid>, or over"
_PARTS = {"board": "row", "herbs": "Herb", "ap": "number", "piles": "pile", "points": "number"}
_SLOT_AND_BID = re.compile(r"[1-8]:(-|\?|0|[1-9][0-9]{0,2})")
Mended = tuple[str, dict[str, str]]
"""What a mend does in words, and the new texts of the fields that it changes."""


class Part(NamedTuple):
    """A piece of a field's text and where it begins there."""

    text: str
    at: int

    def split(self, separator: str, most: int) -> list[Part]:
        """The parts between separators. Where there are more than `most`, one more part holds the rest."""
        parts, at = [], self.at
        for text in self.text.split(separator, most):
            parts.append(Part(text, at))
            at += len(text) + 1
        return parts


class Fault(NamedTuple):
    """One thing wrong with a part of a field."""

    field: str
    reason: str
    part: Part
    cells: tuple[str, ...]
    mends: tuple[Mended, ...]
    unread: bool = False


class Phase(NamedTuple):
    """The phase field as read. Seats and slots count from 0; `places` and `items` say where the plans stand."""

    kind: str
    seat: int = -1
    slot: int = -1
    bid: int = NONE
    plans: tuple[tuple[int, ...], ...] = ((), ())
    places: tuple[Part, ...] = (Part("", 0), Part("", 0))
    items: tuple[tuple[Part, ...], ...] = ((), ())
    bid_place: Part = Part("", 0)


class Reading:
    """The fields of a text. A value is None where its field cannot be read; `faults` are in the line's order.

    `hidden` says which seats' plans may have a `?`. A piece that stands where it may not is a fault, but can be read.
    `in_play`: the phase has the form of a game that is not over, whatever else is wrong with it.
    """

    def __init__(self, parts: list[str], actions: int, rounds: int, hidden: tuple[bool, bool]) -> None:
        self.texts = dict(zip((field.name for field in FIELDS), parts, strict=True))
        self.actions = actions
        self.rounds = rounds
        self.hidden = hidden
        self.faults: list[Fault] = []
        self.read = False
        self.stones = self._board()
        self.herbs = self._herbs()
        self.ap = self._pair("ap", MOST_AP, "AP")
        self.piles = self._piles()
        self.points = self._pair("points", MOST_POINTS, "points")
        self.tie = self._tie()
        self.round = self._number("round", Part(self.texts["round"], 0), "the round", 1, rounds)
        self.idle = self._number("idle", Part(self.texts["idle"], 0), "the number of idle rounds", 0, MOST_IDLE)
        self.in_play = False
        self.phase = self._phase()
        self.read = True

    def say(
        self, field: str, reason: str, part: Part | None = None, cells: tuple[str, ...] = (), *mends: Mended
    ) -> None:
        """Note a fault; without a part the whole field is meant. Where cells are named the field can be read."""
        unread = not self.read and not cells
        self.faults.append(Fault(field, reason, part or Part(self.texts[field], 0), cells, mends, unread))

    def put(self, field: str, part: Part, new: str) -> dict[str, str]:
        """A mend's new field text: another text stands in a part's place."""
        text = self.texts[field]
        return {field: text[: part.at] + new + text[part.at + len(part.text) :]}

    def mend(self, words: str, field: str, part: Part, new: str) -> Mended:
        return words, self.put(field, part, new)

    def _parts(self, field: str, separator: str, number: int) -> list[Part]:
        """The parts of a field that holds a fixed number of them; if there are not so many, that is a fault."""
        parts = Part(self.texts[field], 0).split(separator, number)
        if len(parts) != number:
            there_are = self.texts[field].count(separator) + 1
            reason = f"{counted(there_are, _PARTS[field])} instead of {number}, joined by {separator}"
            self.say(field, reason, None, (), near.parts(field, [part.text for part in parts], separator, number))
        return parts

    # The board --------------------------------------------------------------------------------------------------------

    def _board(self) -> tuple[str, ...] | None:
        rows = self._parts("board", "/", SIDE)
        if len(rows) != SIDE:
            return None
        read = [self._row(row, SIDE - index) for index, row in enumerate(rows)]
        stones = tuple(stone for row in reversed(read) for stone in row)
        if not all(read):
            return None
        for square in PITS:
            if stones[square]:
                above, column = SIDE - 1 - square // SIDE, square % SIDE
                without = [*read[above][:column], "", *read[above][column + 1 :]]
                mend = self.mend(f"take the stone off {SQUARES[square]}", "board", rows[above], row_text(without))
                self.say("board", f"a stone stands on the pit {SQUARES[square]}", rows[above], (SQUARES[square],), mend)
        return stones

    def _row(self, row: Part, number: int) -> list[str]:
        """The stones of a row from column A; [] if it cannot be read."""
        wrong = re.search("[^wb0-9]", row.text)
        runs = re.findall("[wb]|[0-9]+", row.text)
        # a run of any size makes the row too long, so a few digits of it are enough
        stones = [stone for run in runs[: SIDE + 1] for stone in ([run] if run in ("w", "b") else [""] * int(run[:3]))]
        if wrong:
            reason = f"row {number} has {quoted(wrong[0])}; only w, b and numbers may stand there"
        elif re.search("(?<![0-9])0", row.text):
            reason = f"row {number} has a number that begins with 0"
        elif len(stones) > SIDE:
            reason = f"row {number} has too many squares; it must be {SIDE}"
        elif len(stones) < SIDE:
            reason = f"row {number} has {counted(len(stones), 'square')} instead of {SIDE}"
        else:
            return stones
        new = near.row(row.text)
        self.say("board", reason, row, (), self.mend(f"write row {number} as {new}", "board", row, new))
        return []

    def _herbs(self) -> tuple[tuple[int, int] | None, ...] | None:
        parts = self._parts("herbs", ",", 4)
        if len(parts) != 4:
            return None
        herbs: list[tuple[int, int] | None] = []
        for herb, part in enumerate(parts):
            square = SQUARE_OF.get(part.text[:-1])
            if part.text == "-":
                herbs.append(None)
            elif square is not None and part.text[-1] in FACINGS:
                herbs.append((square, FACINGS.index(part.text[-1])))
            else:
                reason = f"Herb {herb} is {quoted(part.text)}; it must be a square and a facing, as A1^, or '-'"
                new = near.herb(part.text, herb)
                mends = [self.mend(f"put Herb {herb} on {new[:-1]}", "herbs", part, new)] if new else []
                mends.append(self.mend(f"take Herb {herb} off the board", "herbs", part, "-"))
                self.say("herbs", reason, part, (), *mends)
        if len(herbs) != 4:
            return None
        for herb, (place, part) in enumerate(zip(herbs, parts, strict=True)):
            if place is None:
                continue
            square, name = place[0], SQUARES[place[0]]
            earlier = [one for one in range(herb) if (other := herbs[one]) is not None and other[0] == square]
            if square in PITS:
                reason = f"Herb {herb} stands on the pit {name}"
            elif self.stones and self.stones[square]:
                reason = f"Herb {herb} stands on the stone on {name}"
            elif earlier:
                reason = f"Herbs {earlier[0]} and {herb} both stand on {name}"
            else:
                continue
            ways = [self.mend(f"take Herb {herb} off the board", "herbs", part, "-")]
            taken = {square for other in herbs if other is not None for square in other[:1]}
            if self.stones and (free := near.free(square, self.stones, taken)):
                moved = f"{free}{part.text[-1]}"
                ways.insert(0, self.mend(f"move Herb {herb} to {free}", "herbs", part, moved))
            self.say("herbs", reason, part, (name,), *ways)
        return tuple(herbs)

    # Numbers ----------------------------------------------------------------------------------------------------------

    def _number(self, field: str, part: Part, what: str, least: int, most: int) -> int | None:
        """A whole number in a range."""
        if re.fullmatch("[0-9]+", part.text) is None:
            new = str(nearest.number(part.text, least, most))
            mend = self.mend(f"make it {new}", field, part, new)
            self.say(
                field, f"{what} is {quoted(part.text)}; it must be a number from {least} to {most:,}", part, (), mend
            )
            return None
        plain = part.text.lstrip("0") or "0"
        value = int(plain) if len(plain) < 7 else most + 1
        if not least <= value <= most:
            limit = least if value < least else most
            limits = [limit, limit - 1] if field == "idle" else [limit]  # the most is for games that are over
            mends = [self.mend(f"make it {one}", field, part, str(one)) for one in limits]
            self.say(field, f"{what} is {quoted(part.text)}; it must be from {least} to {most:,}", part, (), *mends)
        elif plain != part.text:
            mend = self.mend("leave the zeros out", field, part, plain)
            self.say(field, f"{what} is {quoted(part.text)}; numbers have no leading zeros", part, (), mend)
        else:
            return value
        return None

    def _pair(self, field: str, most: int, what: str) -> tuple[int, int] | None:
        """A number for each seat."""
        parts = self._parts(field, ",", 2)
        if len(parts) != 2:
            return None
        first, second = (
            self._number(field, part, f"seat {seat}'s {what}", 0, most) for seat, part in enumerate(parts, 1)
        )
        return None if first is None or second is None else (first, second)

    def _piles(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        parts = self._parts("piles", ",", 2)
        if len(parts) != 2:
            return None
        piles = []
        for seat, part in enumerate(parts, 1):
            pile = re.fullmatch("(0|[1-9][0-9]*)w(0|[1-9][0-9]*)b", part.text)
            white, black = (int(count) if len(count) < 7 else 999 for count in pile.groups()) if pile else (0, 0)
            if pile is None:
                reason = (
                    f"seat {seat}'s pile is {quoted(part.text)}; it must be the white, then the black stones, as 12w8b"
                )
            elif white > MOST_WHITE or black > MOST_BLACK:
                reason = f"seat {seat}'s pile is {quoted(part.text)}; {MOST_WHITE}w{MOST_BLACK}b is the most"
            else:
                piles.append((white, black))
                continue
            new = near.pile(part.text)
            self.say("piles", reason, part, (), self.mend(f"make it {new}", "piles", part, new))
        return (piles[0], piles[1]) if len(piles) == 2 else None

    def _tie(self) -> int | None:
        text = self.texts["tie"]
        if text in ("1", "2"):
            return int(text) - 1
        mends = [(f"give the token to seat {seat}", {"tie": seat}) for seat in ("1", "2")]
        self.say("tie", f"{quoted(text)} is no seat; seat 1 or 2 holds the tie token", None, (), *mends)
        return None

    # The phase --------------------------------------------------------------------------------------------------------

    def _phase(self) -> Phase | None:
        text = self.texts["phase"]
        if text == "over":
            return Phase("over")
        parts = Part(text, 0).split(":", 5)
        kind = parts[0].text
        if (kind, len(parts)) not in (("write", 3), ("bid", 5)):
            mends = [(words, {"phase": new}) for words, new in near.phases(text)]
            self.say("phase", f"{quoted(text)} is not of the form {PHASES}", None, (), *mends)
            return None
        before = len(self.faults)
        seat, slot, bid, bid_place = parts[1].text, 0, NONE, Part("", 0)
        if seat not in ("1", "2"):
            mends = [self.mend(f"let seat {one} decide", "phase", parts[1], one) for one in ("1", "2")]
            self.say("phase", f"{quoted(seat)} is no seat; seat 1 or 2 decides", parts[1], (), *mends)
        if kind == "bid":
            slot = self._number("phase", parts[2], "the slot", 1, self.actions) or 0
            bid_place = parts[4]
            if bid_place.text == "?" and self.hidden[0]:
                bid = UNKNOWN
            elif bid_place.text != "-":
                bid = self._number("phase", bid_place, "seat 1's bid", 0, MOST_AP) or 0
        written = parts[2 if kind == "write" else 3]
        places = written.split("|", 2)
        if len(places) != 2:
            both = "|".join([*(place.text for place in places), ""][:2])
            mend = self.mend("write one plan for each seat", "phase", written, both)
            self.say(
                "phase", f"{counted(written.text.count('|') + 1, 'plan')} instead of 2, joined by |", written, (), mend
            )
            return None
        slot_and_bid = "1:-" if kind == "write" else f"{parts[2].text}:{bid_place.text}"
        self.in_play = (
            seat in ("1", "2")
            and _SLOT_AND_BID.fullmatch(slot_and_bid) is not None
            and all(
                item == "?" or NUMBER.get(item, len(ITEMS)) < len(ITEMS)
                for place in places
                if place.text
                for item in place.text.split(",")
            )
        )
        items = tuple(tuple(place.split(",", self.actions + 1)) if place.text else () for place in places)
        plans = tuple(self._plan(seat, items[seat], place) for seat, place in enumerate(places))
        if len(self.faults) > before:
            return None
        return Phase(kind, int(seat) - 1, slot - 1, bid, plans, tuple(places), items, bid_place)

    def _plan(self, seat: int, items: tuple[Part, ...], place: Part) -> tuple[int, ...]:
        moves = []
        most = self.actions + 1
        if len(items) > most:
            last = items[self.actions].text
            kept = [item.text for item in items[: self.actions]] + ([last] if last[:2] in ("Wh", "Bl") else [])
            mend = self.mend("end the plan after its stone or its last action", "phase", place, ",".join(kept))
            self.say("phase", f"a plan holds {counted(self.actions, 'action')} and one stone", items[most], (), mend)
        for index, item in enumerate(items[:most]):
            move = NUMBER.get(item.text, len(ITEMS))
            if item.text == "?" and self.hidden[seat] and index == len(items) - 1:
                move = UNKNOWN
            elif move >= len(ITEMS):
                ways = [
                    self.taken_out(
                        seat, place, items[:most], index, more=" with all that is too much" if len(items) > most else ""
                    )
                ]
                if new := near.item(item.text[:9], seat):
                    ways.insert(0, self.mend(f"write {new}", "phase", item, new))
                self.say("phase", why_no_item(item.text), item, (), *ways)
            moves.append(move)
        return tuple(moves)

    def taken_out(self, seat: int, place: Part, items: tuple[Part, ...], *indexes: int, more: str = "") -> Mended:
        """A plan without some of its items."""
        rest = ",".join(item.text for index, item in enumerate(items) if index not in indexes)
        words = f"take {'it' if len(indexes) == 1 else 'them'} out of seat {seat + 1}'s plan{more}"
        return self.mend(words, "phase", place, rest)
