"""Parsing of a position text or view, field by field: the value of each field, or its problems."""

from __future__ import annotations

import re
from typing import NamedTuple

from fastcore.games.herbs.text.texts import (
    FACINGS,
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
)
from fastcore.games.herbs.text.words import why_no_item
from fastcore.text.position_line import PositionLine
from fastcore.values import counted, quoted

PHASES = "write:<seat>:<plan 1>|<plan 2>, bid:<seat>:<slot>:<plan 1>|<plan 2>:<bid>, or over"
_PARTS = {"board": "row", "herbs": "Herb", "ap": "number", "piles": "pile", "points": "number"}
_SLOT_AND_BID = re.compile(r"[1-8]:(-|\?|0|[1-9][0-9]{0,2})")


class Part(NamedTuple):
    """A piece of a field's text and its index in that text."""

    text: str
    at: int

    @property
    def span(self) -> tuple[int, int]:
        """The start and end of the piece in its field."""
        return self.at, self.at + len(self.text)

    def split(self, separator: str, most: int) -> list[Part]:
        """Return the parts between separators. If there are more than `most`, one more part holds the rest."""
        parts, at = [], self.at
        for text in self.text.split(separator, most):
            parts.append(Part(text, at))
            at += len(text) + 1
        return parts


class Phase(NamedTuple):
    """The value of the phase field. Seats and slots count from 0."""

    kind: str
    seat: int = -1
    slot: int = -1
    bid: int = NONE
    plans: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


class Reading:
    """The values of the fields of a text; None for a field that cannot be read. Problems are reported to `line`.

    A misplaced piece is a problem, but its field can be read.

    Attributes:
        hidden: The seats whose plans may have a `?`.
        in_play: Whether the phase has the form of an unfinished game, regardless of other problems.
        plan_texts: The text of each seat's plan.
        item_texts: The texts of each plan's items. If there are too many, the last part holds the rest.
        bid_text: The text of seat 1's bid.
    """

    def __init__(self, line: PositionLine, actions: int, rounds: int, hidden: tuple[bool, bool]) -> None:
        self.line = line
        self.texts = line.parts
        self.actions = actions
        self.rounds = rounds
        self.hidden = hidden
        self.plan_texts = Part("", 0), Part("", 0)
        self.item_texts: tuple[tuple[Part, ...], ...] = ((), ())
        self.bid_text = Part("", 0)
        self._complete = False
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
        self._complete = True

    def report(
        self,
        field: str,
        rule: str,
        reason: str,
        part: Part | None = None,
        cells: tuple[str, ...] = (),
        **values: object,
    ) -> None:
        """Report a problem with a part of a field, by default with the whole field.

        While the fields are read, a problem without cells makes its field unreadable.
        """
        unread = not self._complete and not cells
        span = None if part is None else part.span
        self.line.report(field, rule, reason, span=span, cells=cells, unread=unread, **values)

    def _parts(self, field: str, separator: str, number: int) -> list[Part]:
        """Return the parts of a field, and report a wrong number of parts."""
        parts = Part(self.texts[field], 0).split(separator, number)
        if len(parts) != number:
            actual = self.texts[field].count(separator) + 1
            reason = f"{counted(actual, _PARTS[field])} instead of {number}, joined by {separator}"
            self.report(field, "part-count", reason, separator=separator, number=number)
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
                name, row = SQUARES[square], rows[SIDE - 1 - square // SIDE]
                self.report("board", "stone-on-pit", f"a stone is on the pit {name}", row, (name,), square=square)
        return stones

    def _row(self, row: Part, number: int) -> list[str]:
        """Return the stones of a row from column A; [] if it cannot be read."""
        wrong = re.search("[^wb0-9]", row.text)
        runs = re.findall("[wb]|[0-9]+", row.text)
        # Any number of more digits makes the row too long, so the first digits are enough.
        stones = [stone for run in runs[: SIDE + 1] for stone in ([run] if run in ("w", "b") else [""] * int(run[:3]))]
        rule = "row-text"
        if wrong:
            reason = f"row {number} has {quoted(wrong[0])}; use only w, b and numbers"
        elif re.search("(?<![0-9])0", row.text):
            reason = f"row {number} has a number with a leading zero"
        elif len(stones) > SIDE:
            rule, reason = "row-length", f"row {number} has too many squares; it must have {SIDE}"
        elif len(stones) < SIDE:
            rule, reason = "row-length", f"row {number} has {counted(len(stones), 'square')} instead of {SIDE}"
        else:
            return stones
        self.report("board", rule, reason, row, row=number)
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
                reason = f"Herb {herb} is {quoted(part.text)}; it must be a square with a facing, such as A1^, or '-'"
                self.report("herbs", "herb-text", reason, part, herb=herb)
        if len(herbs) != 4:
            return None
        for herb, (place, part) in enumerate(zip(herbs, parts, strict=True)):
            if place is None:
                continue
            square, name = place[0], SQUARES[place[0]]
            earlier = [one for one in range(herb) if (other := herbs[one]) is not None and other[0] == square]
            if square in PITS:
                rule, reason = "herb-on-pit", f"Herb {herb} is on the pit {name}"
            elif self.stones and self.stones[square]:
                rule, reason = "herb-on-stone", f"Herb {herb} and a stone are both on {name}"
            elif earlier:
                rule, reason = "herb-on-herb", f"Herbs {earlier[0]} and {herb} are both on {name}"
            else:
                continue
            self.report("herbs", rule, reason, part, (name,), herb=herb)
        return tuple(herbs)

    # Numbers ----------------------------------------------------------------------------------------------------------

    def _number(self, field: str, part: Part, meaning: str, least: int, most: int) -> int | None:
        """Return a whole number in a range; None if the part is no such number."""
        plain = part.text.lstrip("0") or "0"
        if re.fullmatch("[0-9]+", part.text) is None:
            rule, reason = "number-text", f"it must be a number from {least} to {most:,}"
        elif not least <= (value := int(plain) if len(plain) < 7 else most + 1) <= most:
            rule, reason = "number-range", f"it must be from {least} to {most:,}"
        elif plain != part.text:
            rule, reason = "leading-zeros", "numbers have no leading zeros"
        else:
            return value
        self.report(field, rule, f"{meaning} is {quoted(part.text)}; {reason}", part, least=least, most=most)
        return None

    def _pair(self, field: str, most: int, meaning: str) -> tuple[int, int] | None:
        """Return a number for each seat."""
        parts = self._parts(field, ",", 2)
        if len(parts) != 2:
            return None
        first, second = (
            self._number(field, part, f"seat {seat}'s {meaning}", 0, most) for seat, part in enumerate(parts, 1)
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
                rule, reason = "pile-text", "it must be the numbers of white and black stones, such as 12w8b"
            elif white > MOST_WHITE or black > MOST_BLACK:
                rule, reason = "pile-limit", f"it can be at most {MOST_WHITE}w{MOST_BLACK}b"
            else:
                piles.append((white, black))
                continue
            self.report("piles", rule, f"seat {seat}'s pile is {quoted(part.text)}; {reason}", part)
        return (piles[0], piles[1]) if len(piles) == 2 else None

    def _tie(self) -> int | None:
        text = self.texts["tie"]
        if text in ("1", "2"):
            return int(text) - 1
        self.report("tie", "tie-seat", f"{quoted(text)} is not a seat; seat 1 or 2 holds the tie token")
        return None

    # The phase --------------------------------------------------------------------------------------------------------

    def _phase(self) -> Phase | None:
        text = self.texts["phase"]
        if text == "over":
            return Phase("over")
        parts = Part(text, 0).split(":", 5)
        kind = parts[0].text
        if (kind, len(parts)) not in (("write", 3), ("bid", 5)):
            self.report("phase", "phase-text", f"{quoted(text)} is not of the form {PHASES}")
            return None
        problems_before = len(self.line.problems)
        seat, slot, bid = parts[1].text, 0, NONE
        if seat not in ("1", "2"):
            self.report("phase", "phase-seat", f"{quoted(seat)} is not a seat; seat 1 or 2 decides", parts[1])
        if kind == "bid":
            slot = self._number("phase", parts[2], "the slot", 1, self.actions) or 0
            self.bid_text = parts[4]
            if self.bid_text.text == "?" and self.hidden[0]:
                bid = UNKNOWN
            elif self.bid_text.text != "-":
                bid = self._number("phase", self.bid_text, "seat 1's bid", 0, MOST_AP) or 0
        written = parts[2 if kind == "write" else 3]
        plan_texts = written.split("|", 2)
        if len(plan_texts) != 2:
            reason = f"{counted(written.text.count('|') + 1, 'plan')} instead of 2, joined by |"
            self.report("phase", "plan-count", reason, written)
            return None
        slot_and_bid = "1:-" if kind == "write" else f"{parts[2].text}:{self.bid_text.text}"
        self.in_play = (
            seat in ("1", "2")
            and _SLOT_AND_BID.fullmatch(slot_and_bid) is not None
            and all(
                item == "?" or NUMBER.get(item, len(ITEMS)) < len(ITEMS)
                for plan in plan_texts
                if plan.text
                for item in plan.text.split(",")
            )
        )
        self.plan_texts = plan_texts[0], plan_texts[1]
        self.item_texts = tuple(tuple(plan.split(",", self.actions + 1)) if plan.text else () for plan in plan_texts)
        plans = self._plan(0), self._plan(1)
        if len(self.line.problems) > problems_before:
            return None
        return Phase(kind, int(seat) - 1, slot - 1, bid, plans)

    def _plan(self, seat: int) -> tuple[int, ...]:
        """Return the moves of a seat's plan."""
        items, most = self.item_texts[seat], self.actions + 1
        if len(items) > most:
            reason = f"a plan has at most {counted(self.actions, 'action')} and one stone"
            self.report("phase", "plan-too-long", reason, items[most], seat=seat)
        moves = []
        for index, item in enumerate(items[:most]):
            move = NUMBER.get(item.text, len(ITEMS))
            if item.text == "?" and self.hidden[seat] and index == len(items) - 1:
                move = UNKNOWN
            elif move >= len(ITEMS):
                self.report("phase", "item-text", why_no_item(item.text), item, seat=seat, index=index)
            moves.append(move)
        return tuple(moves)
