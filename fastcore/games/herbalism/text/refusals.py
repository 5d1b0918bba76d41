"""The problems of a Herbalism position text or view, in the order of the line."""

from __future__ import annotations

import re

from fastcore.games.herbalism.text.phases import broken_rule, wrong_cure_markers
from fastcore.games.herbalism.text.reading import CURE, MEDICINE, PREDICTIONS, Reading, Spec, whole_number
from fastcore.games.herbalism.text.texts import COLOURS, DECK, FIELDS, LAST_ROUND, NAMES, hand_of
from fastcore.text.position_line import PositionLine
from fastcore.values import Problem, counted, quoted


def problems(spec: Spec, text: str, viewer: int) -> list[Problem]:
    """Return all problems of a text as `viewer` sees it (a seat, WHOLE or PUBLIC)."""
    line = PositionLine(spec.text, FIELDS, text)
    if line.parts:
        judge = _Judge(spec, line, viewer)
        for field in FIELDS:
            getattr(judge, field.name)()
    return line.problems


class _Judge:
    """The checks of one text, a method for each field."""

    def __init__(self, spec: Spec, line: PositionLine, viewer: int) -> None:
        self.spec, self.line, self.texts = spec, line, line.parts
        self.reading = Reading(spec, line.parts, viewer)

    def report(
        self, field: str, rule: str, reason: str, entry: int | None = None, *, unread: bool = False, **values: object
    ) -> None:
        """Report a problem with a field, or with one of its entries."""
        span = None
        if entry is not None:
            entries = self.texts[field].split("/" if field == "hands" else ",")
            start = sum(len(one) + 1 for one in entries[:entry])
            span = start, start + len(entries[entry])
        self.line.report(field, rule, reason, span=span, cells=(), unread=unread, **values)

    def check_entries(self, field: str, rule: str, form: str, meaning: str) -> None:
        """Report the entries of a list that cannot be read."""
        entries = self.texts[field].split(",")
        if len(entries) != self.spec.seats:
            reason = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'} for {self.spec.seats} seats"
            self.report(field, "entry-count", reason, unread=True)
            return
        for seat, entry in enumerate(entries):
            if not re.fullmatch(form, entry):
                reason = f"seat {seat + 1}'s entry {quoted(entry)} is not {meaning}"
                self.report(field, rule, reason, seat, unread=True, seat=seat)

    # The cards --------------------------------------------------------------------------------------------------------

    def hidden(self) -> None:
        """Check the hidden pair."""
        reading, text = self.reading, self.texts["hidden"]
        covered, dealing = reading.covered_pair, reading.phase == ["deal"]
        if text == "-" and (dealing or reading.phase is None):
            return
        if text == "??" and covered is not False:
            return
        if reading.pair is not None and covered is not True:
            return
        if dealing and text not in ("-", "??") and reading.pair is not None:
            return  # cards before the deal are reported with the hands
        if reading.pair is not None:
            self.report("hidden", "visible-pair", "this seat does not see the hidden pair")
            return
        wanted = "'-'" if dealing else "'??'" if covered else "two letters of rygb in this order"
        self.report("hidden", "pair-text", f"{quoted(text)} is not {wanted}", unread=True)

    def hands(self) -> None:
        """Check the hands."""
        reading, hidden = self.reading, self.texts["hidden"]
        if reading.hands is None:
            self._check_hand_texts()
            return
        dealing, empty = reading.phase == ["deal"], set(reading.hands) == {"-"}
        if dealing and (not empty or reading.pair is not None or hidden == "??"):
            if hidden == "-" or reading.pair is not None or hidden == "??":
                self.report("hands", "cards-before-deal", "before the deal, all hands must be empty")
            return
        if reading.phase is None and hidden == "-":
            if not empty:
                self.report("hands", "cards-without-pair", "the hands have cards, but the hidden pair is missing")
            return
        if dealing or (reading.pair is None and hidden != "??"):
            return
        self._count_cards(reading.hands)

    def _count_cards(self, hands: list[str]) -> None:
        """Check the numbers of cards."""
        reading = self.reading
        sizes = [0 if hand == "-" else len(hand) for hand in hands]
        seen = [hand_of(hand) for hand in hands] + ([reading.pair] if reading.pair is not None else [])
        whole = reading.pair is not None and not any("?" in hand for hand in hands)
        numbers = [sum(hand[colour] for hand in seen) for colour in range(len(COLOURS))]
        dealt = (sum(DECK) - 2) // self.spec.seats
        reasons = []
        if sum(sizes) != sum(DECK) - 2:
            reasons = [f"the hands have {sum(sizes)} cards in all, but must have {sum(DECK) - 2}"]
        for name, number, there in zip(NAMES.values(), numbers, DECK, strict=True):
            if number > there or (whole and number != there and not reasons):
                reasons.append(f"{counted(number, f'{name} card')}, but the deck has {there}")
        if reasons:
            self.report("hands", "card-count", "; ".join(reasons))
        elif (
            reading.turn == 1 and reading.phase is not None and reading.phase[0] != "predict" and set(sizes) != {dealt}
        ):
            self.report("hands", "hand-size", f"on turn 1, every hand must have {dealt} cards", size=dealt)

    def _check_hand_texts(self) -> None:
        """Report the hands that cannot be read."""
        hands = self.texts["hands"].split("/")
        if len(hands) != self.spec.seats:
            self.report(
                "hands", "hand-count", f"{counted(len(hands), 'hand')} for {self.spec.seats} seats", unread=True
            )
            return
        for seat, hand in enumerate(hands):
            covered = self.reading.covers(seat)
            wanted = "one ? for each hidden card" if covered else "letters of rygb in this order, or '-'"
            if not re.fullmatch(self.reading.hand_form(seat), hand):
                reason = f"seat {seat + 1}'s hand {quoted(hand)} is not {wanted}"
                if seat == self.reading.viewer and re.fullmatch(r"\?+", hand):
                    reason = f"seat {seat + 1} knows their own cards: write a letter of rygb for each ?"
                if len(hand) > sum(DECK):
                    reason = f"seat {seat + 1}'s hand has {len(hand)} cards, but the deck has only {sum(DECK)}"
                self.report("hands", "hand-text", reason, seat, unread=True, seat=seat)

    # Numbers and the phase --------------------------------------------------------------------------------------------

    def scores(self) -> None:
        """Check the scores."""
        phase, target = self.reading.phase, self.spec.target
        entries = self.texts["scores"].split(",")
        if len(entries) != self.spec.seats:
            self.report("scores", "entry-count", f"{len(entries)} scores for {self.spec.seats} seats", unread=True)
            return
        for seat, entry in enumerate(entries):
            score = whole_number(entry, 0, 99)
            if score is None:
                reason = f"seat {seat + 1}'s score {quoted(entry)} is not a number from 0 to 99"
                self.report("scores", "score-text", reason, seat, unread=True, seat=seat)
            elif score >= target and phase is not None and phase != ["over"]:
                reason = f"seat {seat + 1}'s {counted(score, 'point')} end the game, because the target is {target}"
                self.report("scores", "target-reached", reason, seat, seat=seat, score=score)

    def _report_number(self, field: str, least: int, most: int, meaning: str) -> None:
        """Report a number that cannot be read."""
        reason = f"{quoted(self.texts[field])} is not a {meaning} from {least} to {most}"
        self.report(field, "number-text", reason, unread=True, least=least, most=most)

    def round(self) -> None:
        """Check the number of the round."""
        if whole_number(self.texts["round"], 1, LAST_ROUND) is None:
            self._report_number("round", 1, LAST_ROUND, "number")

    def start(self) -> None:
        """Check the seat that starts the round."""
        if whole_number(self.texts["start"], 1, self.spec.seats) is None:
            self._report_number("start", 1, self.spec.seats, "seat")

    def turn(self) -> None:
        """Check the number of the turn."""
        reading = self.reading
        if reading.turn is None:
            self._report_number("turn", 0, reading.last_turn, "number")
        elif reading.turn == 0 and reading.phase is not None and reading.phase != ["deal"]:
            self.report("turn", "turn-zero", "turn 0 is only for the time before the deal")

    def phase(self) -> None:
        """Check the phase against the rest of the text."""
        phase = self.reading.phase
        if phase is None:
            reason = f"{quoted(self.texts['phase'])} is not a phase of a game with {self.spec.seats} seats"
            self.report("phase", "phase-text", reason, unread=True)
            return
        rule, reason = broken_rule(self.reading, phase)
        if reason:
            self.report("phase", rule, reason)

    # Markers ----------------------------------------------------------------------------------------------------------

    def medicine(self) -> None:
        """Check the medicine markers."""
        self.check_entries("medicine", "medicine-text", MEDICINE, "a medicine card or '-'")
        phase, medicines = self.reading.phase, self.reading.medicines
        if medicines is not None and phase is not None and phase[0] == "predict":
            seat = int(phase[1]) - 1
            if medicines[seat] == "-":
                reason = f"seat {seat + 1} has acted, so its marker must be on a card"
                self.report("medicine", "missing-medicine", reason, seat, seat=seat)

    def cure(self) -> None:
        """Check the cure markers."""
        self.check_entries("cure", "cure-text", CURE, "'-', a=, f=, A= or F= with a medicine card")
        if self.reading.cures is not None:
            for seat, reason in wrong_cure_markers(self.reading, self.reading.cures):
                self.report("cure", "cure-marker", f"seat {seat + 1}: {reason}", seat, seat=seat)

    def predictions(self) -> None:
        """Check the prediction markers."""
        self.check_entries("predictions", "predictions-text", PREDICTIONS, "letters of rygb in this order, or '-'")
        predictions = self.reading.predictions
        if predictions is None:
            return
        if not self.spec.predictions:
            seats = [seat for seat, colours in enumerate(predictions) if colours != "-"]
            if seats:
                entry = seats[0] if len(seats) == 1 else None
                self.report("predictions", "no-predictions", "this game has no predictions", entry)
            return
        for colour, name in NAMES.items():
            number = sum(colour in one for one in predictions)
            if number > 2:
                reason = f"{number} {name} prediction markers, but the game has only 2"
                self.report("predictions", "prediction-count", reason, colour=colour)
