"""What may be wrong with a position text of Herbalism, or with a seat's view: field, reason, place and mends, in the
line's order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fastcore.games.herbalism.texts import (
    ACTING_TURNS,
    ALL_TURNS,
    CARDS,
    COLOURS,
    DECK,
    FIELDS,
    LAST_ROUND,
    Hand,
    hand_of,
)
from fastcore.values import Mend, Problem, quoted

WHOLE, PUBLIC = -1, -2  # who sees the text, if it is not a seat's view
PAIRS = {card: hand_of(card) for card in CARDS if card != "=="}


class Spec(NamedTuple):
    """What a judge needs of a game's spec; `actions` are words."""

    text: str
    seats: int
    actions: Sequence[str]
    target: int
    predictions: bool


def right_card(pair: Hand) -> str:
    """The medicine card of a hidden pair."""
    return next((card for card, hand in PAIRS.items() if hand == pair), "==")


def problems(spec: Spec, text: str, viewer: int) -> list[Problem]:
    """All that is wrong with a text as `viewer` has it (a seat, WHOLE or PUBLIC), the first faulty field first."""
    parts = text.split(" ")
    if len(parts) != len(FIELDS):
        names = ", ".join(field.name for field in FIELDS)
        return [Problem("position", f"{len(parts)} fields instead of {len(FIELDS)}: {names}", span=(0, len(text)))]
    check = _Check(spec, parts, viewer)
    for field in FIELDS:
        getattr(check, field.name)()
    return check.found


def _number(text: str, least: int, most: int) -> int | None:
    """A whole number in a range, without leading zeros."""
    if re.fullmatch("0|[1-9][0-9]{0,8}", text) and least <= int(text) <= most:
        return int(text)
    return None


class _Check:
    """The checks of one text, a field a method. What cannot be read is None."""

    def __init__(self, spec: Spec, parts: list[str], viewer: int) -> None:
        self.spec, self.viewer, self.found = spec, viewer, list[Problem]()
        self.parts = dict(zip((field.name for field in FIELDS), parts, strict=True))
        self.starts = {name: sum(len(part) + 1 for part in parts[:n]) for n, name in enumerate(self.parts)}
        self.last_turn = ALL_TURNS * spec.seats
        self.step = self._phase()
        self.marks = self._listed("cure", r"-|[afAF]=(?:gy|rg|rb|yr|gb|yb|==)")
        self.markers = self._listed("medicine", r"-|gy|rg|rb|yr|gb|yb|==")
        self.taken = self._listed("predictions", r"-|(?=.)r?y?g?b?")
        self.number = _number(self.parts["turn"], 0, self.last_turn)
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
        card = "(?:gy|rg|rb|yr|gb|yb|==)"
        form = f"deal|over|act:{seat}|predict:{seat}|cure:{seat}:{seat}|give:{seat}:{seat}:{card}:(?:brew|appeal)"
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
            if not re.fullmatch(self._hand_form(seat), hand):
                return None
        return hands

    def _hand_form(self, seat: int) -> str:
        """What a hand may look like."""
        forms = {True: r"-|\?{1,12}", False: r"-|(?=.)r*y*g*b*", None: r"-|\?{1,12}|(?=.)r*y*g*b*"}
        return forms[self.covers(seat)]

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

    # What is said -----------------------------------------------------------------------------------------------------

    def say(self, field: str, reason: str, entry: int | None = None, **mended: tuple[str, str]) -> None:
        """Note a problem with a field, or with one of its entries. `mended`: field -> (words, the field's new text)."""
        text, start = self.parts[field], self.starts[field]
        span = start, start + len(text)
        if entry is not None:
            entries = text.split("/" if field == "hands" else "," if field != "phase" else ":")
            if entry < len(entries):
                at = start + sum(len(one) + 1 for one in entries[:entry])
                span = at, at + len(entries[entry])
        mends = tuple(
            Mend(words, " ".join([self.spec.text, *(self.parts | {name: new}).values()])) for name, (words, new) in mended.items()
        )
        self.found.append(Problem(field, reason, (), span, mends))

    def entries(self, field: str, form: str, meaning: str) -> None:
        """Say what cannot be read in a list with an entry a seat."""
        entries = self.parts[field].split(",")
        if len(entries) != self.spec.seats:
            self.say(field, f"{len(entries)} entries for {self.spec.seats} seats")
            return
        for seat, entry in enumerate(entries):
            if not re.fullmatch(form, entry):
                self.say(field, f"{quoted(entry)} is not {meaning}", seat)

    # The fields -------------------------------------------------------------------------------------------------------

    def hidden(self) -> None:
        text, covered = self.parts["hidden"], self.covered_pair
        dealing = self.step == ["deal"]
        if text == "-" and (dealing or self.step is None):
            return
        if text == "??" and covered is not False:
            return
        if self.pair is not None and covered is not True:
            return
        if dealing and text not in ("-", "??") and self.pair is not None:
            return  # cards before the deal are said of the hands
        if self.pair is not None:
            self.say("hidden", "this seat does not see the hidden pair", hidden=("cover it", "??"))
            return
        wanted = "??" if covered else "two letters of rygb in this order"
        ordered = "".join(sorted(text, key=COLOURS.find)) if len(text) == 2 and set(text) <= set(COLOURS) else ""
        if ordered and not covered:
            self.say("hidden", f"{quoted(text)} is not {wanted}", hidden=(f"write {ordered}", ordered))
        else:
            self.say("hidden", f"{quoted(text)} is not {wanted}")

    def hands(self) -> None:
        if self.held is None:
            self._unreadable_hands()
            return
        hidden = self.parts["hidden"]
        dealing = self.step == ["deal"]
        if dealing and (set(self.held) != {"-"} or self.pair is not None or hidden == "??"):
            if hidden == "-" or self.pair is not None or hidden == "??":
                self.say("hands", "before the deal nobody has cards")
            return
        if self.step is None and hidden == "-":
            if set(self.held) != {"-"}:
                self.say("hands", "there are cards in the hands, but no hidden pair")
            return
        if dealing or (self.pair is None and hidden != "??"):
            return
        sizes = [0 if hand == "-" else len(hand) for hand in self.held]
        if sum(sizes) != sum(DECK) - 2:
            self.say("hands", f"{sum(sizes)} cards in the hands, but there are {sum(DECK) - 2}")
            return
        seen = [hand_of(hand) for hand in self.held] + ([self.pair] if self.pair is not None else [])
        whole = self.pair is not None and not any("?" in hand for hand in self.held)
        for colour, name in enumerate(COLOURS):
            number = sum(hand[colour] for hand in seen)
            if number > DECK[colour] or (whole and number != DECK[colour]):
                self.say("hands", f"{number} cards of {name}, but there are {DECK[colour]}")
                return
        dealt = (sum(DECK) - 2) // self.spec.seats
        if self.number == 1 and self.step is not None and self.step[0] != "predict" and set(sizes) != {dealt}:
            self.say("hands", f"on turn 1 every hand has {dealt} cards")

    def _unreadable_hands(self) -> None:
        hands = self.parts["hands"].split("/")
        if len(hands) != self.spec.seats:
            self.say("hands", f"{len(hands)} hands for {self.spec.seats} seats")
            return
        for seat, hand in enumerate(hands):
            covered = self.covers(seat)
            wanted = "covered cards, a ? for each" if covered else "letters of rygb in this order, or -"
            if not re.fullmatch(self._hand_form(seat), hand):
                ordered = "".join(sorted(hand, key=COLOURS.find)) if hand and set(hand) <= set(COLOURS) else ""
                new = "/".join([*hands[:seat], ordered, *hands[seat + 1 :]])
                if ordered and not covered:
                    self.say("hands", f"{quoted(hand)} is not {wanted}", seat, hands=(f"write {ordered[:20]}", new))
                else:
                    self.say("hands", f"{quoted(hand)} is not {wanted}", seat)

    def scores(self) -> None:
        entries = self.parts["scores"].split(",")
        if len(entries) != self.spec.seats:
            self.say("scores", f"{len(entries)} scores for {self.spec.seats} seats")
            return
        for seat, entry in enumerate(entries):
            score = _number(entry, 0, 99)
            if score is None:
                self.say("scores", f"{quoted(entry)} is not a number from 0 to 99", seat)
            elif score >= self.spec.target and self.step is not None and self.step != ["over"]:
                self.say("scores", f"{score} points end the game, as the target is {self.spec.target}", seat)

    def round(self) -> None:
        if _number(self.parts["round"], 1, LAST_ROUND) is None:
            self.say("round", f"{quoted(self.parts['round'])} is not a number from 1 to {LAST_ROUND}")

    def start(self) -> None:
        if _number(self.parts["start"], 1, self.spec.seats) is None:
            self.say("start", f"{quoted(self.parts['start'])} is not a seat from 1 to {self.spec.seats}")

    def turn(self) -> None:
        text = self.parts["turn"]
        if self.number is None:
            self.say("turn", f"{quoted(text)} is not a number from 0 to {self.last_turn}")
        elif self.number == 0 and self.step is not None and self.step != ["deal"]:
            self.say("turn", "turn 0 is before the deal", turn=("make it turn 1", "1"))

    def phase(self) -> None:
        if self.step is None:
            self.say("phase", f"{quoted(self.parts['phase'])} is no phase of a game with {self.spec.seats} seats")
            return
        reason = getattr(self, f"_in_{self.step[0]}")()
        if reason:
            self.say("phase", reason)

    def medicine(self) -> None:
        self.entries("medicine", r"-|gy|rg|rb|yr|gb|yb|==", "a medicine card or -")
        if self.markers is not None and self.step is not None and self.step[0] in ("give", "predict"):
            seat = int(self.step[2 if self.step[0] == "give" else 1]) - 1
            if self.markers[seat] == "-":
                self.say("medicine", f"seat {seat + 1} has acted, so its marker is on a card", seat)

    def cure(self) -> None:
        self.entries("cure", r"-|[afAF]=(?:gy|rg|rb|yr|gb|yb|==)", "-, a=, f=, A= or F= with a medicine card")
        if self.marks is None:
            return
        for seat, reason in self._misplaced(self.marks):
            self.say("cure", reason, seat)

    def predictions(self) -> None:
        self.entries("predictions", r"-|(?=.)r?y?g?b?", "letters of rygb in this order, or -")
        if self.taken is None:
            return
        if not self.spec.predictions:
            nobody = ",".join("-" * self.spec.seats)
            taken = [seat for seat, colours in enumerate(self.taken) if colours != "-"]
            if taken:
                mend = ("take them away", nobody)
                only = taken[0] if len(taken) == 1 else None
                self.say("predictions", "there are no predictions in this game", only, predictions=mend)
            return
        for colour in COLOURS:
            number = sum(colour in one for one in self.taken)
            if number > 2:
                self.say("predictions", f"{number} markers of {colour}, but there are 2")

    # The phases ---------------------------------------------------------------------------------------------------------

    def used(self, seat: int) -> bool:
        return self.marks is not None and self.marks[seat] != "-"

    @property
    def over_acting(self) -> str:
        """Why nobody can act any more but by a cure, "" if they can."""
        if self.number is not None and self.number > ACTING_TURNS * self.spec.seats:
            return f"after turn {ACTING_TURNS * self.spec.seats} there are only cures"
        if self.marks is not None and self.marks.count("-") == 1:
            return "with one marker left there are only cures"
        return ""

    def _in_deal(self) -> str:
        lying = [self.markers, self.marks, self.taken]
        if any(entries is not None and set(entries) != {"-"} for entries in lying):
            return "before the deal nothing lies on the table"
        return "before the deal it is turn 0" if self.number else ""

    def _in_act(self) -> str:
        assert self.step is not None
        seat = int(self.step[1]) - 1
        return f"seat {seat + 1}'s cure marker is used" if self.used(seat) else ""

    def _in_predict(self) -> str:
        assert self.step is not None
        if not self.spec.predictions:
            return "there are no predictions in this game"
        seat = int(self.step[1]) - 1
        if self.used(seat):
            return f"seat {seat + 1}'s cure marker is used"
        if self.taken is not None:
            free = [colour for colour in COLOURS if colour not in self.taken[seat] and sum(colour in one for one in self.taken) < 2]
            if not free:
                return f"seat {seat + 1} has no prediction marker to take"
        return self.over_acting

    def _in_give(self) -> str:
        assert self.step is not None
        target, seat, card, action = int(self.step[1]) - 1, int(self.step[2]) - 1, self.step[3], self.step[4]
        if target == seat:
            return "nobody asks themselves"
        if action not in self.spec.actions:
            return f"{action} is not in this game"
        if action == "brew" and card != "==":
            return "brew on two colours asks nobody"
        if self.markers is not None and self.markers[seat] != card:
            return f"seat {seat + 1}'s medicine marker is not on {card}"
        if self.used(seat):
            return f"seat {seat + 1}'s cure marker is used"
        if self.held is not None and not self._can_give(self.held[target], card, action):
            return f"seat {target + 1} has nothing to hand over"
        return self.over_acting

    def _can_give(self, hand: str, card: str, action: str) -> bool:
        """Whether a hand, as far as it is seen, may hold what is asked for."""
        least = 2 if action == "brew" else 1
        if "?" in hand:
            return len(hand) >= least
        return any(hand.count(colour) >= least for colour in (COLOURS if card == "==" else card))

    def _in_cure(self) -> str:
        assert self.step is not None
        seat, by = int(self.step[1]) - 1, int(self.step[2]) - 1
        if seat == by:
            return "whoever cures does not answer themselves"
        if self.marks is not None:
            if self.marks[by][0] != "a":
                return f"seat {by + 1} has not answered in this cure"
            if self.marks[seat] != "-":
                return f"seat {seat + 1} has used its marker"
            later = (seat + 1) % self.spec.seats
            while later != by:
                if self.marks[later][0] in "af":
                    return f"seat {later + 1} answers after seat {seat + 1}, not before"
                later = (later + 1) % self.spec.seats
        return ""

    def _in_over(self) -> str:
        scores = [_number(score, 0, 99) for score in self.parts["scores"].split(",")]
        last = _number(self.parts["round"], 1, LAST_ROUND)
        most = max((score for score in scores if score is not None), default=0)
        read = None not in scores and last is not None and len(scores) == self.spec.seats
        if read and last != LAST_ROUND and most < self.spec.target:
            return f"nobody has {self.spec.target} points, and it is not round {LAST_ROUND}"
        if self.marks is None or self.pair is None:
            return ""
        answered = f"a={right_card(self.pair)}" in self.marks
        failed = all(mark[0] in "AF" for mark in self.marks)
        return "" if answered or failed else "no answer is right and not all markers are used, so the round is not over"

    def _misplaced(self, marks: list[str]) -> list[tuple[int, str]]:
        """The seats whose cure markers cannot lie where they do, with the reasons."""
        wrong = []
        right = right_card(self.pair) if self.pair is not None and self.step != ["deal"] else ""
        curing = self.step is not None and self.step[0] == "cure"
        by = int(self.step[2]) - 1 if curing and self.step is not None else -1
        for seat, mark in enumerate(marks):
            kind, card = mark[0], mark[2:]
            answers = [(other, marks[other][0]) for other in range(len(marks)) if marks[other] in (f"a={card}", f"A={card}")]
            if kind in "af" and self.step is not None and self.step[0] not in ("cure", "over"):
                wrong.append((seat, "this marker was put in a cure, but none is going on"))
            elif kind in "AF" and card == right:
                wrong.append((seat, f"{card} is right, so no cure has failed on it"))
            elif kind == "F" and f"A={card}" not in marks:
                wrong.append((seat, f"nobody has answered {card} for this seat to follow"))
            elif kind == "f" and f"a={card}" not in marks:
                wrong.append((seat, f"nobody has answered {card} in this cure for this seat to follow"))
            elif kind in "aA" and any((there == kind and other < seat) or there < kind for other, there in answers):
                wrong.append((seat, f"a marker lies on {card} already"))
            elif curing and kind == "f" and not self._earlier(marks, seat, by, card):
                wrong.append((seat, f"nobody had answered {card} when this seat decided"))
        return wrong

    def _earlier(self, marks: list[str], seat: int, by: int, card: str) -> bool:
        """Whether somebody from the curing seat on, before this one, has answered a card."""
        each = by
        while each != seat:
            if marks[each] == f"a={card}":
                return True
            each = (each + 1) % self.spec.seats
        return False
