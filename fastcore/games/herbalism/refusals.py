"""What may be wrong with a position text of Herbalism, or with a seat's view: field, reason, place and mends, in the
line's order."""

from __future__ import annotations

import re

from fastcore.games.herbalism.phases import misfit, misplaced
from fastcore.games.herbalism.reading import CURE, MEDICINE, PREDICTIONS, Line, Spec, whole_number
from fastcore.games.herbalism.texts import COLOURS, DECK, FIELDS, LAST_ROUND, hand_of
from fastcore.values import Mend, Problem, quoted


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


class _Check(Line):
    """The checks of one line, a field a method."""

    def __init__(self, spec: Spec, parts: list[str], viewer: int) -> None:
        super().__init__(spec, parts, viewer)
        self.found: list[Problem] = []
        self.starts = {name: sum(len(part) + 1 for part in parts[:n]) for n, name in enumerate(self.parts)}

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
            if not re.fullmatch(self.hand_form(seat), hand):
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
            score = whole_number(entry, 0, 99)
            if score is None:
                self.say("scores", f"{quoted(entry)} is not a number from 0 to 99", seat)
            elif score >= self.spec.target and self.step is not None and self.step != ["over"]:
                self.say("scores", f"{score} points end the game, as the target is {self.spec.target}", seat)

    def round(self) -> None:
        if whole_number(self.parts["round"], 1, LAST_ROUND) is None:
            self.say("round", f"{quoted(self.parts['round'])} is not a number from 1 to {LAST_ROUND}")

    def start(self) -> None:
        if whole_number(self.parts["start"], 1, self.spec.seats) is None:
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
        reason = misfit(self, self.step)
        if reason:
            self.say("phase", reason)

    def medicine(self) -> None:
        self.entries("medicine", MEDICINE, "a medicine card or -")
        if self.markers is not None and self.step is not None and self.step[0] in ("give", "predict"):
            seat = int(self.step[2 if self.step[0] == "give" else 1]) - 1
            if self.markers[seat] == "-":
                self.say("medicine", f"seat {seat + 1} has acted, so its marker is on a card", seat)

    def cure(self) -> None:
        self.entries("cure", CURE, "-, a=, f=, A= or F= with a medicine card")
        if self.marks is None:
            return
        for seat, reason in misplaced(self, self.marks):
            self.say("cure", reason, seat)

    def predictions(self) -> None:
        self.entries("predictions", PREDICTIONS, "letters of rygb in this order, or -")
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

