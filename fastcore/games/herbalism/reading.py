"""A position text of Herbalism, or a seat's view, read field by field: what cannot be read is None."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fastcore.games.herbalism.texts import ALL_TURNS, DECK, FIELDS, PUBLIC, WHOLE, Hand, hand_of

CARD = "gy|rg|rb|yr|gb|yb|=="
MEDICINE = f"-|{CARD}"
CURE = f"-|[afAF]=(?:{CARD})"
PREDICTIONS = "-|(?=.)r?y?g?b?"


class Spec(NamedTuple):
    """What a judge needs of a game's spec; `actions` are words."""

    text: str
    seats: int
    actions: Sequence[str]
    target: int
    predictions: bool


def whole_number(text: str, least: int, most: int) -> int | None:
    """A whole number in a range, without leading zeros."""
    if re.fullmatch("0|[1-9][0-9]{0,8}", text) and least <= int(text) <= most:
        return int(text)
    return None


class Line:
    """What stands in the fields of one text; entries are listed by seat, as texts."""

    def __init__(self, spec: Spec, parts: Sequence[str], viewer: int) -> None:
        self.spec, self.viewer = spec, viewer
        self.parts = dict(zip((field.name for field in FIELDS), parts, strict=True))
        self.last_turn = ALL_TURNS * spec.seats
        self.step = self._phase()
        self.marks = self._listed("cure", CURE)
        self.markers = self._listed("medicine", MEDICINE)
        self.taken = self._listed("predictions", PREDICTIONS)
        self.number = whole_number(self.parts["turn"], 0, self.last_turn)
        self.pair = self._pair()
        self.held = self._hands()

    # Reading ----------------------------------------------------------------------------------------------------------

    def _listed(self, field: str, form: str) -> list[str] | None:
        """The entries of a field, one a seat."""
        entries = self.parts[field].split(",")
        fine = len(entries) == self.spec.seats and all(re.fullmatch(form, entry) for entry in entries)
        return entries if fine else None

    def _phase(self) -> list[str] | None:
        """The parts of the phase, seats as texts."""
        seat = f"[1-{self.spec.seats}]"
        form = f"deal|over|act:{seat}|predict:{seat}|cure:{seat}:{seat}|give:{seat}:{seat}:(?:{CARD}):(?:brew|appeal)"
        return self.parts["phase"].split(":") if re.fullmatch(form, self.parts["phase"]) else None

    def _pair(self) -> Hand | None:
        """The hidden pair, if it is there to be read."""
        text = self.parts["hidden"]
        return hand_of(text) if re.fullmatch("r*y*g*b*", text) and len(text) == 2 else None

    def _hands(self) -> list[str] | None:
        hands = self.parts["hands"].split("/")
        if len(hands) != self.spec.seats:
            return None
        for seat, hand in enumerate(hands):
            if not re.fullmatch(self.hand_form(seat), hand):
                return None
        return hands

    def hand_form(self, seat: int) -> str:
        """What a hand may look like."""
        letters = f"(?=.{{1,{sum(DECK)}}}$)r*y*g*b*"  # adding up more than all cards would take long
        forms = {True: r"-|\?{1,12}", False: f"-|{letters}", None: rf"-|\?{{1,12}}|{letters}"}
        return forms[self.covers(seat)]

    # What can be told -------------------------------------------------------------------------------------------------

    def covers(self, seat: int) -> bool | None:
        """Whether the viewer sees a seat's hand covered; None if that cannot be told."""
        if self.viewer in (WHOLE, seat):
            return False
        return None if self.step is None else self.step[0] != "over"

    @property
    def covered_pair(self) -> bool | None:
        """Whether the viewer sees the pair covered; None if that cannot be told."""
        if self.viewer == WHOLE or self.step == ["over"]:
            return False
        if self.viewer != PUBLIC and self.marks is None:
            return None
        looked = self.viewer != PUBLIC and self.marks is not None and self.marks[self.viewer][0] in "AF"
        return None if self.step is None else not looked

    def used(self, seat: int) -> bool:
        """Whether a seat's cure marker is known to lie on a card."""
        return self.marks is not None and self.marks[seat] != "-"
