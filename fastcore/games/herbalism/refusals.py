"""What may be wrong with a position text of Herbalism, or with a seat's view: field, reason, place and mends, in the
line's order."""

from __future__ import annotations

import re
from collections.abc import Callable

from fastcore import lines, nearest
from fastcore.games.herbalism import mends
from fastcore.games.herbalism.cards_laid import NAMES, Laid, adding_up
from fastcore.games.herbalism.phases import misfit, misplaced
from fastcore.games.herbalism.reading import CURE, MEDICINE, PREDICTIONS, Line, Spec, whole_number
from fastcore.games.herbalism.texts import CARDS, COLOURS, DECK, FIELDS, FORMS, LAST_ROUND, hand_of
from fastcore.lines import Way
from fastcore.values import Mend, Problem, counted, quoted

MOST_TARGET = 20


def problems(spec: Spec, text: str, viewer: int) -> list[Problem]:
    """All that is wrong with a text as `viewer` has it (a seat, WHOLE or PUBLIC), the first faulty field first."""
    parts = text.split(" ")
    if len(parts) != len(FIELDS):
        nobody = ",".join("-" * spec.seats)
        start = {field.name: field.default for field in FIELDS}
        start |= {"hands": nobody.replace(",", "/"), "scores": nobody.replace("-", "0")}
        start |= dict.fromkeys(("medicine", "cure", "predictions"), nobody)
        return lines.Line(spec.text, FIELDS, text).miscounted(FORMS, start)
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

    def say(self, field: str, reason: str, entry: int | None = None, *ways: Way, unread: bool = False) -> None:
        """Note a problem with a field, or with one of its entries."""
        text, start = self.parts[field], self.starts[field]
        span = start, start + len(text)
        if entry is not None:
            entries = text.split("/" if field == "hands" else "," if field != "phase" else ":")
            if entry < len(entries):
                at = start + sum(len(one) + 1 for one in entries[:entry])
                span = at, at + len(entries[entry])
        situations = [(words, {"spec": self.spec.text, **self.parts, **changed}) for words, changed in ways]
        made = tuple(Mend(words, " ".join(parts.values())) for words, parts in situations)
        self.found.append(Problem(field, reason, (), span, unread, mends=made))

    def entries(self, field: str, form: str, meaning: str, near: Callable[[Line, int, str], list[Way]]) -> None:
        """Say what cannot be read in a list with an entry a seat."""
        entries = self.parts[field].split(",")
        if len(entries) != self.spec.seats:
            reason = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'} for {self.spec.seats} seats"
            self.say(field, reason, None, *mends.as_many(self, field, "-"), unread=True)
            return
        for seat, entry in enumerate(entries):
            if not re.fullmatch(form, entry):
                reason = f"seat {seat + 1}'s entry {quoted(entry)} is not {meaning}"
                self.say(field, reason, seat, *near(self, seat, entry), unread=True)

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
            self.say("hidden", "this seat does not see the hidden pair", None, *mends.pairs(self))
            return
        wanted = "'-'" if dealing else "'??'" if covered else "two letters of rygb in this order"
        self.say("hidden", f"{quoted(text)} is not {wanted}", None, *mends.pairs(self), unread=True)

    def hands(self) -> None:
        if self.held is None:
            self._unreadable_hands()
            return
        hidden = self.parts["hidden"]
        dealing = self.step == ["deal"]
        if dealing and (set(self.held) != {"-"} or self.pair is not None or hidden == "??"):
            if hidden == "-" or self.pair is not None or hidden == "??":
                ways: list[Way] = [("take the cards away", {"hidden": "-", "hands": "/".join("-" * self.spec.seats)})]
                if self.number == 0:
                    start = whole_number(self.parts["start"], 1, self.spec.seats) or 1
                    ways.append((f"begin turn 1 with seat {start}", {"turn": "1", "phase": f"act:{start}"}))
                self.say("hands", "before the deal nobody has cards", None, *ways)
            return
        if self.step is None and hidden == "-":
            if set(self.held) != {"-"}:
                reason = "there are cards in the hands, but no hidden pair"
                self.say(
                    "hands",
                    reason,
                    None,
                    *mends.pairs(self),
                    ("take the cards away", {"hands": "/".join("-" * self.spec.seats)}),
                )
            return
        if dealing or (self.pair is None and hidden != "??"):
            return
        self._counted(self.held)

    def _counted(self, held: list[str]) -> None:
        """Whether the cards add up."""
        pair = self.parts["hidden"]
        sizes = [0 if hand == "-" else len(hand) for hand in held]
        covered = [bool(self.covers(seat)) for seat in range(self.spec.seats)]
        seen = [hand_of(hand) for hand in held] + ([self.pair] if self.pair is not None else [])
        whole = self.pair is not None and not any("?" in hand for hand in held)
        numbers = [sum(hand[colour] for hand in seen) for colour in range(len(COLOURS))]
        dealt = (sum(DECK) - 2) // self.spec.seats
        reasons = []
        if sum(sizes) != sum(DECK) - 2:
            reasons = [f"{sum(sizes)} cards in the hands, but there are {sum(DECK) - 2}"]
        for name, number, there in zip(NAMES.values(), numbers, DECK, strict=True):
            if number > there or (whole and number != there and not reasons):
                reasons.append(f"{counted(number, f'{name} card')}, but there are {there}")
        if reasons:
            self.say("hands", "; ".join(reasons), None, *adding_up(held, pair, covered))
        elif self.number == 1 and self.step is not None and self.step[0] != "predict" and set(sizes) != {dealt}:
            ways: list[Way] = [("make it turn 2", {"turn": "2"}), Laid(held, pair, covered).level(dealt).way]
            self.say("hands", f"on turn 1 every hand has {dealt} cards", None, *ways)

    def _unreadable_hands(self) -> None:
        hands = self.parts["hands"].split("/")
        if len(hands) != self.spec.seats:
            ways = mends.as_many(self, "hands", "-")
            if len(hands) in (3, 4):
                ways.insert(
                    0, (f"make it a game of {len(hands)} players", {"spec": mends.spec(self, players=str(len(hands)))})
                )
            self.say("hands", f"{counted(len(hands), 'hand')} for {self.spec.seats} seats", None, *ways, unread=True)
            return
        for seat, hand in enumerate(hands):
            wanted = "covered cards, a ? for each" if self.covers(seat) else "letters of rygb in this order, or '-'"
            if not re.fullmatch(self.hand_form(seat), hand):
                reason = f"seat {seat + 1}'s hand {quoted(hand)} is not {wanted}"
                if len(hand) > sum(DECK):
                    reason = f"seat {seat + 1}'s hand has {len(hand)} cards, but there are {sum(DECK)} in all"
                self.say("hands", reason, seat, *mends.hand(self, seat, hand), unread=True)

    def scores(self) -> None:
        entries = self.parts["scores"].split(",")
        if len(entries) != self.spec.seats:
            ways = mends.as_many(self, "scores", "0")
            self.say("scores", f"{len(entries)} scores for {self.spec.seats} seats", None, *ways, unread=True)
            return
        for seat, entry in enumerate(entries):
            score, target = whole_number(entry, 0, 99), self.spec.target
            if score is None:
                most = 99 if self.step == ["over"] else target - 1
                way = mends.number_entry(self, "scores", seat, entry, 0, most)
                self.say(
                    "scores",
                    f"seat {seat + 1}'s score {quoted(entry)} is not a number from 0 to 99",
                    seat,
                    way,
                    unread=True,
                )
            elif score >= target and self.step is not None and self.step != ["over"]:
                fewer = (f"make it {counted(target - 1, 'point')}", mends.entry(self, "scores", seat, str(target - 1)))
                ways = [fewer, mends.to_phase(self, "over")]
                if score < MOST_TARGET:
                    ways.append((f"play to {score + 1} points", {"spec": mends.spec(self, target=str(score + 1))}))
                reason = f"seat {seat + 1}'s {counted(score, 'point')} end the game, as the target is {target}"
                self.say("scores", reason, seat, *ways)

    def _whole(self, field: str, least: int, most: int, meaning: str) -> None:
        """Say that a number cannot be read."""
        near = str(nearest.number(self.parts[field], least, most))
        way = f"make it {field} {near}" if field != "start" else f"let seat {near} start the round", {field: near}
        self.say(
            field, f"{quoted(self.parts[field])} is not a {meaning} from {least} to {most}", None, way, unread=True
        )

    def round(self) -> None:
        if whole_number(self.parts["round"], 1, LAST_ROUND) is None:
            self._whole("round", 1, LAST_ROUND, "number")

    def start(self) -> None:
        if whole_number(self.parts["start"], 1, self.spec.seats) is None:
            self._whole("start", 1, self.spec.seats, "seat")

    def turn(self) -> None:
        if self.number is None:
            self._whole("turn", 0, self.last_turn, "number")
        elif self.number == 0 and self.step is not None and self.step != ["deal"]:
            ways = [(f"make it turn {turn}", {"turn": str(turn)}) for turn in (1, 2)]
            self.say("turn", "turn 0 is before the deal", None, *ways)

    def phase(self) -> None:
        if self.step is None:
            reason = f"{quoted(self.parts['phase'])} is no phase of a game with {self.spec.seats} seats"
            self.say("phase", reason, None, *mends.near_phases(self), unread=True)
            return
        reason = misfit(self, self.step)
        if reason:
            self.say("phase", reason, None, *mends.fitting(self, self.step))

    def medicine(self) -> None:
        self.entries("medicine", MEDICINE, "a medicine card or '-'", mends.medicine)
        if self.markers is not None and self.step is not None and self.step[0] in ("give", "predict"):
            seat = int(self.step[2 if self.step[0] == "give" else 1]) - 1
            if self.markers[seat] == "-" and self.step[0] == "predict":
                card = next(card for card in CARDS if card not in self.markers)
                put: Way = (
                    f"put seat {seat + 1}'s medicine marker on {card}",
                    mends.entry(self, "medicine", seat, card),
                )
                self.say(
                    "medicine", f"seat {seat + 1} has acted, so its marker is on a card", seat, put, *mends.acting(self)
                )

    def cure(self) -> None:
        self.entries("cure", CURE, "'-', a=, f=, A= or F= with a medicine card", mends.cure)
        if self.marks is None:
            return
        for seat, reason in misplaced(self, self.marks):
            self.say("cure", f"seat {seat + 1}: {reason}", seat, *mends.replaced(self, seat, self.marks[seat]))

    def predictions(self) -> None:
        self.entries(
            "predictions",
            PREDICTIONS,
            "letters of rygb in this order, or '-'",
            lambda *entry: [mends.predicted(*entry)],
        )
        if self.taken is None:
            return
        if not self.spec.predictions:
            nobody = ",".join("-" * self.spec.seats)
            taken = [seat for seat, colours in enumerate(self.taken) if colours != "-"]
            if taken:
                ways: list[Way] = [
                    ("take them away", {"predictions": nobody}),
                    ("play with predictions", {"spec": mends.spec(self, predictions="1")}),
                ]
                only = taken[0] if len(taken) == 1 else None
                self.say("predictions", "there are no predictions in this game", only, *ways)
            return
        for colour, name in NAMES.items():
            number = sum(colour in one for one in self.taken)
            if number > 2:
                ways = mends.fewer_predictions(self, colour)
                self.say("predictions", f"{number} {name} prediction markers, but there are 2", None, *ways)
