"""Parsing of a position text or view: the value of each field, or None if it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fastcore.games.herbalism.text.texts import ALL_TURNS, DECK, PUBLIC, WHOLE, Hand, hand_of

CARD = "gy|rg|rb|yr|gb|yb|=="
MEDICINE = f"-|{CARD}"
CURE = f"-|[afAF]=(?:{CARD})"
PREDICTIONS = "-|(?=.)r?y?g?b?"


class Spec(NamedTuple):
    """The options of a game; `actions` are words."""

    text: str
    seats: int
    actions: Sequence[str]
    target: int
    predictions: bool


def whole_number(text: str, least: int, most: int) -> int | None:
    """Return a whole number in a range, written without leading zeros; None if the text is anything else."""
    if re.fullmatch("0|[1-9][0-9]{0,8}", text) and least <= int(text) <= most:
        return int(text)
    return None


class Reading:
    """The values of the fields of one text, with lists of entries by seat.

    Args:
        spec: The options of the game.
        texts: The texts of the fields by name.
        viewer: Who sees the text: a seat, WHOLE or PUBLIC.

    Attributes:
        phase: The parts of the phase, seats as texts.
        cures: The entry of each cure marker.
        medicines: The entry of each medicine marker.
        predictions: The prediction markers of each seat.
        turn: The number of the turn.
        pair: The hidden pair, if it is visible.
        hands: The text of each hand.
    """

    def __init__(self, spec: Spec, texts: Mapping[str, str], viewer: int) -> None:
        self.spec, self.texts, self.viewer = spec, texts, viewer
        self.last_turn = ALL_TURNS * spec.seats
        self.phase = self._phase()
        self.cures = self._entries("cure", CURE)
        self.medicines = self._entries("medicine", MEDICINE)
        self.predictions = self._entries("predictions", PREDICTIONS)
        self.turn = whole_number(texts["turn"], 0, self.last_turn)
        self.pair = self._pair()
        self.hands = self._hands()

    def _entries(self, field: str, form: str) -> list[str] | None:
        """Return the entries of a field, one for each seat."""
        entries = self.texts[field].split(",")
        valid = len(entries) == self.spec.seats and all(re.fullmatch(form, entry) for entry in entries)
        return entries if valid else None

    def _phase(self) -> list[str] | None:
        seat = f"[1-{self.spec.seats}]"
        form = f"deal|over|act:{seat}|predict:{seat}|cure:{seat}:{seat}|give:{seat}:{seat}:(?:{CARD}):(?:brew|appeal)"
        return self.texts["phase"].split(":") if re.fullmatch(form, self.texts["phase"]) else None

    def _pair(self) -> Hand | None:
        text = self.texts["hidden"]
        return hand_of(text) if re.fullmatch("r*y*g*b*", text) and len(text) == 2 else None

    def _hands(self) -> list[str] | None:
        hands = self.texts["hands"].split("/")
        valid = len(hands) == self.spec.seats and all(
            re.fullmatch(self.hand_form(seat), hand) for seat, hand in enumerate(hands)
        )
        return hands if valid else None

    def hand_form(self, seat: int) -> str:
        """Return the regular expression of a seat's hand."""
        letters = f"(?=.{{1,{sum(DECK)}}}$)r*y*g*b*"  # counting more cards than the deck holds would be slow
        forms = {True: r"-|\?{1,12}", False: f"-|{letters}", None: rf"-|\?{{1,12}}|{letters}"}
        return forms[self.covers(seat)]

    # What the viewer sees ---------------------------------------------------------------------------------------------

    def covers(self, seat: int) -> bool | None:
        """Return whether the viewer cannot see a seat's hand; None if the text does not show it."""
        if self.viewer in (WHOLE, seat):
            return False
        return None if self.phase is None else self.phase[0] != "over"

    @property
    def covered_pair(self) -> bool | None:
        """Whether the viewer cannot see the hidden pair; None if the text does not show it."""
        if self.viewer == WHOLE or self.phase == ["over"]:
            return False
        if self.viewer != PUBLIC and self.cures is None:
            return None
        looked = self.viewer != PUBLIC and self.cures is not None and self.cures[self.viewer][0] in "AF"
        return None if self.phase is None else not looked

    def used(self, seat: int) -> bool:
        """Return whether a seat's cure marker is known to be used."""
        return self.cures is not None and self.cures[seat] != "-"
