"""A sentence read back against the report it was made from: its numbers, moves and names."""

from __future__ import annotations

import re
from typing import Any

from bots.report import Candidate
from tests.kit.decisions import Decision
from workbench import boards
from workbench.reports.reasons import Reason

PERCENT = r"(\d+(?:\.\d+)?) %"
NUMBER = r"(\u2212?\d+(?:\.\d+)?)"
SIGNED = r"([+\u2212]\d+\.\d\d)"
SHORT = r"([+\u2212]1?\.\d{2,4})"  # a value where it is no chance


def is_percent(text: str, share: float) -> None:
    digits = len(text.partition(".")[2])
    assert abs(float(text) - 100 * share) <= 0.5 * 10**-digits + 2e-3, (text, share)
    assert float(text) not in (0, 100) or abs(100 * share - float(text)) < 0.01, f"{text} % is said of {share}"


def is_score(text: str, value: float) -> None:
    is_percent(text, (value + 1) / 2)


def parsed(text: str) -> float:
    return float(text.replace("\u2212", "-"))


def is_short(text: str, value: float) -> None:
    digits = len(text.partition(".")[2])
    assert abs(parsed(text) - value) <= 0.5 * 10**-digits + 1e-4, (text, value)
    assert abs(parsed(text)) < 1 or abs(value) > 1 - 1e-5, f"{text} is said of {value}"


def is_number(text: str, number: float) -> None:
    assert abs(float(text.replace("\u2212", "-")) - number) <= 0.0051, (text, number)


class Reading:
    """One sentence read back against the report it was made from."""

    def __init__(self, one: Decision, reason: Reason) -> None:
        self.info, self.seat, self.report = one.info, one.seat, one.report
        self.one, self.text, self.seats = one, reason.text, one.point.seats
        self.figure = PERCENT if self.seats == 2 else SHORT
        self.mine = f"my chances are {PERCENT}" if self.seats == 2 else rf"the position is worth {SHORT} to me"
        self.beside = f"they are {PERCENT}" if self.seats == 2 else SHORT
        assert self.seats == 2 or "chances" not in self.text, f"of {self.seats} seats a value is no chance: {self.text}"
        self.facts: dict[str, Any] = {fact.key: dict(fact.values) for fact in reversed(one.report.facts)}

    def __call__(self, pattern: str) -> tuple[str, ...] | None:
        found = re.fullmatch(pattern, self.text)
        return None if found is None else found.groups()

    def phrase(self, said: str, move: Any, seat: int | None = None) -> None:
        whole = boards.say(self.info, self.seat if seat is None else seat, (str(move),))
        assert said in (whole, f"play {whole}"), (said, whole)

    def planned(self, said: str, plan: Any, seat: int) -> None:
        """A plan as it is written, or a choice of one step in words."""
        if "," in str(plan):
            assert said == f"\u201c{str(plan).replace(',', ', ')}\u201d"
        else:
            self.phrase(said, plan, seat)

    def worth(self, text: str, value: float) -> None:
        """A value as the number of seats has it told."""
        (is_score if self.seats == 2 else is_short)(text, value)

    def candidate(self, place: int) -> Candidate:
        if place == 0 or not self.report.plan:
            return self.report.candidates[place]
        mixed = [plan.split(",")[-1] for plan, _ in self.report.mixture]
        return next(one for one in self.report.candidates[1:] if one.move not in mixed)

    def value(self, place: int) -> float:
        return self.candidate(place).value[self.seat]

    def share(self, place: int) -> float:
        return float(self.facts[("best", "second")[place]]["share"])

    def name(self, kind: str, what: Any) -> str:
        return boards.words(self.info.id).name(kind, str(what))
