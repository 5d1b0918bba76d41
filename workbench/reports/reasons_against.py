"""The selection of the reasons against a candidate, from a bot's report and the position."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from bots import reasoning
from bots.reasoning import CandidateTurn, group_turns
from bots.report import Candidate, Fact, Report, is_review
from fastcore import Viewpoint
from workbench import boards
from workbench.reports import sentences as words
from workbench.reports.reasons import MAX, Reason, instead_phrase, phrase

DEEP = "depth"  # the fact of an iterative deepening search


def reasons_against(point: Viewpoint, report: Report, move: str) -> tuple[Reason, ...]:
    """Return the most important sentences about a candidate that was not chosen.

    The result is empty if the report does not include the move, or if it was chosen. `point` is the deciding seat's
    view.
    """
    best = chosen(report)
    rejected = next((candidate for candidate in report.candidates if candidate.move == move), None)
    if best is None or rejected is None or rejected.move == best.move:
        return ()
    turns = group_turns(point, report.candidates)
    chosen_turn, turn = (next(turn for turn in turns if one in turn.candidates) for one in (best, rejected))
    builder = _ReasonBuilder(point, report, chosen_turn, turn)
    if turn is chosen_turn:
        return (Reason("same", words.SAME_TURN, builder.facts),)
    found: list[Reason] = []
    for make in (builder.value, builder.mixed_choice, builder.reply, builder.terms, builder.share):
        with suppress(LookupError, ValueError, TypeError, ArithmeticError):
            # the report of an unknown bot may contain illegal moves or incomplete facts
            found += make()
    return tuple(found[:MAX])


def chosen(report: Report) -> Candidate | None:
    """Return the candidate that the bot chose, or None if there are no candidates."""
    return next(
        (candidate for candidate in report.candidates if candidate.move == report.move),
        report.candidates[0] if report.candidates else None,
    )


class _ReasonBuilder:
    """A builder of the reasons against one turn, with one method for each kind of sentence."""

    def __init__(self, point: Viewpoint, report: Report, best: CandidateTurn, rejected: CandidateTurn) -> None:
        self.point, self.report = point, report
        self.turns, self.best, self.rejected = (rejected, best), best.lead, rejected.lead
        self.seat, self.seats = point.actor, point.seats
        self.side = boards.seat_name(point.info, self.seat)
        self.total = max(report.simulations + report.kept, 1)
        self.own = boards.words(point.info.id)
        self.instead = instead_phrase(point.info, self.seat, best.moves, rejected.moves)
        self.facts = self.fact("this", rejected), self.fact("best", best)

    def fact(self, key: str, turn: CandidateTurn) -> Fact:
        lead = turn.lead
        return Fact(key, {"move": lead.move, "value": lead.value[self.seat], "share": self.share_of(turn)})

    def share_of(self, turn: CandidateTurn) -> float:
        return min(turn.visits / self.total, 1.0)

    def phrase(self, move: str, seat: int | None = None) -> str:
        return phrase(self.point.info, self.seat if seat is None else seat, move)

    def first_fact(self, key: str) -> Fact | None:
        return next((fact for fact in self.report.facts if fact.key == key), None)

    def value(self) -> Iterator[Reason]:
        """Compare the candidate's value with that of the chosen move, as precisely as the search allows."""
        mine, best = self.rejected.value[self.seat], self.best.value[self.seat]
        losing, proof, depth = self.first_fact("losing"), self.first_fact("proof"), self.first_fact(DEEP)
        if mine <= -1 and losing is not None:
            yield Reason("value", words.LOSES, (self.facts[0], losing))
        elif proof is not None and proof.values["result"] == 1:
            yield Reason("value", words.misses_win(self.side, mine, self.instead, self.seats), (*self.facts, proof))
        elif depth is not None:
            if self.report.candidates.index(self.rejected) < int(depth.values["alike"]):
                yield Reason(
                    "value",
                    words.bounded(self.side, int(depth.values["reached"]), mine, self.instead, best, self.seats),
                    (depth, *self.facts),
                )
        elif mine > best and self.turns[0].visits < self.turns[1].visits:
            yield Reason("value", words.looks_better(self.side, mine, self.instead, best, self.seats), self.facts)
        else:
            yield Reason("value", words.compared(self.side, mine, self.instead, best, self.seats), self.facts)

    def mixed_choice(self) -> Iterator[Reason]:
        """Compare the weights in a mixed strategy. A review has no such reason, because no move was drawn."""
        if is_review(self.report):
            return
        weights = {self.rejected.move: 0.0, self.best.move: 0.0}
        steps = len(self.report.plan) or 1
        for plan, weight in self.report.mixture:
            parts = plan.split(",")
            first = parts[max(0, len(parts) - steps)]
            if first in weights:
                weights[first] += weight
        mine, best = weights[self.rejected.move], weights[self.best.move]
        if mine and best:
            facts = tuple(Fact("mixture", {"plan": plan, "weight": weight}) for plan, weight in self.report.mixture)
            yield Reason("lot", words.mixed_weights(mine, self.instead, best), facts)

    def reply(self) -> Iterator[Reason]:
        """Name the first move of another seat in the candidate's line."""
        state = self.point.state
        if state is None:
            return
        state = state.copy()
        for move in self.rejected.line:
            if state.actor != self.seat:
                if state.actor >= 0:
                    side = boards.seat_name(self.point.info, state.actor)
                    fact = Fact("reply", {"seat": state.actor, "move": move})
                    yield Reason("reply", words.then_reply(side, self.phrase(move, state.actor)), (fact,))
                return
            state.play(move)

    def terms(self) -> Iterator[Reason]:
        facts = tuple(reasoning.terms(self.point, *(turn.moves for turn in self.turns)))
        if facts:
            changes = [
                (self.own.report_name("term", str(fact.values["name"])), float(fact.values["change"])) for fact in facts
            ]
            yield Reason("terms", words.terms(changes, self.instead), (*facts, self.facts[1]))

    def share(self) -> Iterator[Reason]:
        if self.report.simulations:
            mine, best = map(self.share_of, self.turns)
            yield Reason("share", words.effort(mine, self.instead, best), self.facts)
