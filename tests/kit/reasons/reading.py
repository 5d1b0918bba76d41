"""A reason that is parsed and compared with its report: numbers, moves and names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bots.report import Candidate
from fastcore import State
from tests.kit.decisions import Decision
from workbench import boards
from workbench.reports.reasons import Reason

PERCENT = r"(\d+(?:\.\d+)?) %"
NUMBER = r"(\u2212?\d+(?:\.\d+)?)"
SHORT = r"([+\u2212]1?\.\d{2,4})"  # a value that is not shown as chances


def check_percent(text: str, share: float) -> None:
    digits = len(text.partition(".")[2])
    assert abs(float(text) - 100 * share) <= 0.5 * 10**-digits + 2e-3, (text, share)
    assert float(text) not in (0, 100) or abs(100 * share - float(text)) < 0.01, f"{text} % is said of {share}"


def check_score(text: str, value: float) -> None:
    check_percent(text, (value + 1) / 2)


def to_float(text: str) -> float:
    return float(text.replace("\u2212", "-"))


def check_short_value(text: str, value: float) -> None:
    digits = len(text.partition(".")[2])
    assert abs(to_float(text) - value) <= 0.5 * 10**-digits + 1e-4, (text, value)
    assert abs(to_float(text)) < 1 or abs(value) > 1 - 1e-5, f"{text} is said of {value}"


def check_number(text: str, number: float) -> None:
    assert abs(float(text.replace("\u2212", "-")) - number) <= 0.0051, (text, number)


class Reading:
    """One reason, parsed with patterns and compared with the report from which it was derived."""

    def __init__(self, decision: Decision, reason: Reason) -> None:
        self.info, self.seat, self.report = decision.info, decision.seat, decision.report
        self.decision, self.text, self.seats = decision, reason.text, decision.point.seats
        self.value_pattern = PERCENT if self.seats == 2 else SHORT
        self.own_value_pattern = (
            rf"{boards.seat_name(self.info, self.seat)}'s chances are {PERCENT}"
            if self.seats == 2
            else rf"{boards.seat_name(self.info, self.seat)}'s position is worth {SHORT}"
        )
        self.gives = f"This gives me {PERCENT}" if self.seats == 2 else rf"This is worth {SHORT} to me"
        self.gives_at_most = self.gives.replace("me ", "me at most ").replace("worth ", "worth at most ")
        assert self.seats == 2 or "chances" not in self.text, f"of {self.seats} seats a value is no chance: {self.text}"
        self.facts: dict[str, Any] = {fact.key: dict(fact.values) for fact in reversed(decision.report.facts)}

    def __call__(self, pattern: str) -> tuple[str, ...] | None:
        match = re.fullmatch(pattern, self.text)
        return None if match is None else match.groups()

    def check_phrase(self, words: str, move: Any, seat: int | None = None) -> None:
        expected = boards.describe_moves(self.info, self.seat if seat is None else seat, (str(move),))
        assert words in (expected, f"play {expected}"), (words, expected)

    def check_plan(self, words: str, plan: Any, seat: int) -> None:
        """Check a plan in quotation marks, or one step in words."""
        if "," in str(plan):
            assert words == f"\u201c{str(plan).replace(',', ', ')}\u201d"
        else:
            self.check_phrase(words, plan, seat)

    def check_value(self, text: str, value: float) -> None:
        """Check a value in the form used for this number of seats."""
        (check_score if self.seats == 2 else check_short_value)(text, value)

    def turn(self, place: int) -> tuple[str, ...]:
        """Return the moves of the best turn (0) or of the second (1), by the facts of the report.

        A record keeps only the beginnings of lines.
        """
        fact = self.facts[("best", "second")[place]]
        moves = tuple(str(fact.get("turn", fact["move"])).split())
        line = self.candidate(place).line
        assert moves[: len(line)] == line[: len(moves)] and moves[0] == fact["move"]
        return moves

    def check_second(self, words: str) -> None:
        """Check the words for the second turn."""
        if self.report.plan:
            self.check_phrase(words, self.candidate(1).move)
        else:
            self.check_turn(words, self.turn(1), self.turn(0))

    def check_turn(self, words: str, turn: Sequence[str], than: Sequence[str]) -> None:
        """Check the words for a turn: its moves that another turn does not have, followed by "instead"."""
        left, moves = list(than), []
        for move in turn:
            if move in left:
                left.remove(move)
            else:
                moves.append(move)
        ending = " instead" if 0 < len(moves) < len(turn) else ""
        expected = boards.describe_moves(self.info, self.seat, tuple(moves or turn))
        assert words in (f"{expected}{ending}", f"play {expected}{ending}"), (words, expected)

    def ends(self, *turns: Sequence[str]) -> list[State]:
        """Return the positions at the ends of turns, or after their first moves if a turn is incomplete."""
        state = self.decision.point.state
        assert state is not None
        ends = [state.copy() for _ in turns]
        for end, turn in zip(ends, turns, strict=True):
            for move in turn:
                end.play(move)
        if any((end.actor, end.turn) == (state.actor, state.turn) for end in ends):
            return [state.after(turn[0]) for turn in turns]
        return ends

    def candidate(self, place: int) -> Candidate:
        if place and "second" in self.facts:
            move = self.facts["second"]["move"]
            return next(candidate for candidate in self.report.candidates if candidate.move == move)
        if place == 0 or not self.report.plan:
            return self.report.candidates[place]
        mixed = [plan.split(",")[-1] for plan, _ in self.report.mixture]
        return next(candidate for candidate in self.report.candidates[1:] if candidate.move not in mixed)

    def value(self, place: int) -> float:
        return self.candidate(place).value[self.seat]

    def share(self, place: int) -> float:
        return float(self.facts[("best", "second")[place]]["share"])

    def name(self, kind: str, value: Any) -> str:
        return boards.words(self.info.id).report_name(kind, str(value))
