"""Adjudication: ending a game early by the rules of its plan."""

from __future__ import annotations

from typing import NamedTuple

from bots.report import Report
from workbench.matches.planning.plan import Adjudication


class Verdict(NamedTuple):
    """The returns by seat, and the rule that decided them."""

    returns: tuple[float, ...]
    reason: str


class Adjudicator:
    """The rules of a plan, applied to the reports of one game.

    Args:
        rules: The rules of the plan.
        seats: The number of seats.
        slack: A tolerance for the bounds. If positive, values that miss a bound by this much still count. If negative,
            values must exceed it by this much.
    """

    def __init__(self, rules: Adjudication, seats: int, slack: float = 0.0) -> None:
        self.rules, self.seats, self.slack = rules, seats, slack
        self.values: list[list[tuple[float, ...] | None]] = [[] for _ in range(seats)]

    def verdict_after(self, seat: int, report: Report, decisions: int) -> Verdict | None:
        """Return the verdict after a seat's decision, or None if the game continues."""
        return next(iter(self.verdicts_after(seat, report, decisions)), None)

    def verdicts_after(self, seat: int, report: Report, decisions: int) -> list[Verdict]:
        """Return the verdicts of all rules that apply after a seat's decision. The first one counts."""
        searched = report.candidates and report.simulations  # bots that did not search are ignored
        self.values[seat].append(report.candidates[0].value if searched else None)
        return [
            verdict
            for verdict in (self._resigned(seat), self._agreed(), self._drawn(), self._too_long(decisions))
            if verdict is not None
        ]

    def possible_returns(self, decisions: int) -> set[tuple[float, ...]]:
        """Return all returns that the rules can give after this many decisions, for any reports of the bots."""
        rules, drawn = self.rules, (0.0,) * self.seats
        found = {drawn} if rules.draw is not None or self._too_long(decisions) else set()
        if rules.agree is not None or (rules.resign is not None and self.seats == 2):
            found |= {self._won_by(seat) for seat in range(self.seats)}
        return found

    def _too_long(self, decisions: int) -> Verdict | None:
        if self.rules.longest is None or decisions < self.rules.longest:
            return None
        return Verdict((0.0,) * self.seats, f"a draw after {decisions} decisions")

    def _last_values(self, seat: int, moves: int) -> list[tuple[float, ...]] | None:
        """Return the values of a seat's last decisions, or None if there are too few."""
        last = self.values[seat][-moves:]
        known = [value for value in last if value is not None]
        return known if len(known) == moves else None

    def _resigned(self, seat: int) -> Verdict | None:
        bound, moves = self.rules.resign, self.rules.resign_moves
        if bound is None or self.seats != 2:
            return None
        last = self._last_values(seat, moves)
        if last is None or any(value[seat] > -bound + self.slack for value in last):
            return None
        return Verdict(self._won_by(1 - seat), f"seat {seat + 1} gave up: at most {-bound:g} in {moves} decisions")

    def _agreed(self) -> Verdict | None:
        bound, moves = self.rules.agree, self.rules.agree_moves
        if bound is None:
            return None
        last_values = [self._last_values(seat, moves) for seat in range(self.seats)]
        for winner in range(self.seats):
            if all(
                last is not None and all(value[winner] >= bound - self.slack for value in last) for last in last_values
            ):
                return Verdict(
                    self._won_by(winner),
                    f"all agreed that seat {winner + 1} wins: at least {bound:g} in {moves} decisions",
                )
        return None

    def _drawn(self) -> Verdict | None:
        bound, moves = self.rules.draw, self.rules.draw_moves
        if bound is None:
            return None
        last_values = [self._last_values(seat, moves) for seat in range(self.seats)]
        if any(
            last is None or any(abs(number) > bound + self.slack for value in last for number in value)
            for last in last_values
        ):
            return None
        return Verdict((0.0,) * self.seats, f"all agreed on a draw: at most {bound:g} from 0 in {moves} decisions")

    def _won_by(self, winner: int) -> tuple[float, ...]:
        return tuple(1.0 if seat == winner else -1.0 / (self.seats - 1) for seat in range(self.seats))
