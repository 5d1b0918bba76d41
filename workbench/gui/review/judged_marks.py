"""The judgements of a review among the moves, in the value graph and in the evaluation bar."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bots.report import Report
from workbench.game.move_tree import ROOT
from workbench.game.values import Value, Values
from workbench.gui.review.game_review import GameReview
from workbench.review.judging import Judged, judged_values


class JudgedMarks:
    """Marks of mistakes, and values of positions, so that all parts of the window show the same numbers."""

    def __init__(self, review: GameReview) -> None:
        self.review = review

    def sizes(self) -> Mapping[int, str]:
        """Return the size of each mistake by the node that it led to."""
        return self.review.sizes()

    def state(self) -> object:
        """Return a value that changes whenever `sizes` or `dots` can change although the game does not."""
        return self.review.running

    def with_judgements(self, values: list[Value]) -> list[Value]:
        """Return the values with those of the review, so that the graph and the review show the same numbers."""
        judged = self._values()
        return [
            value._replace(reported=judged[value.node], analysed=True) if value.node in judged else value
            for value in values
        ]

    def _values(self) -> Mapping[int, Values]:
        """Return the judged values by node; none in a game that hides something or has more than two players."""
        review, point = self.review.review, self.review.session.point
        if review is None or point.seats != 2 or point.info.has.covered:
            return {}
        return judged_values(review.judged, self.review.retry.found.get(self.review.session, {}))

    def value_at(self, node: int, searched: bool) -> Values | None:
        """Return the judged value of a position, or of the last one before it in its turn, or None.

        Args:
            node: The position.
            searched: Whether the window shows a search of it, which counts more on other pages.
        """
        if searched and not self.review.on_page:
            return None
        judged, nodes = self._values(), self.review.session.document.tree.nodes
        while node not in judged and node != ROOT and nodes[node].actor >= 0:
            parent = nodes[node].parent
            if nodes[parent].turn != nodes[node].turn:
                return None
            node = parent
        return judged.get(node)

    def report_at(self, node: int) -> Report | None:
        """Return the report on the best decision at a position, with the value that the review shows, or None."""
        review = self.review.review
        decision = next((one for one in review.judged if one.node == node), None) if review is not None else None
        if decision is None or not decision.judgement.report.candidates:
            return None
        report, seat = decision.judgement.report, decision.seat
        best = report.candidates[0]
        if len(best.value) == 2:
            value = max(decision.judgement.best_value, decision.judgement.value)
            best = replace(best, value=(value, -value) if seat == 0 else (-value, value))
        return replace(report, candidates=(best, *report.candidates[1:]))

    def dots(self, values: list[Value]) -> dict[int, tuple[int, str]]:
        """Return the seat and size of the largest mistake of each turn, keyed by the index of the turn's value."""
        review = self.review.review
        if review is None or not values:
            return {}
        line = self.review.session.document.line_to(values[-1].node)
        ends = [-1, *(line.index(value.node) for value in values[1:] if value.node in line)]
        places = {node: place for place, node in enumerate(line)}
        largest: dict[int, Judged] = {}
        for decision in review.judged:
            place = places.get(decision.decided[0])
            if not decision.size or place is None or place > ends[-1]:
                continue
            number = next(number for number, end in enumerate(ends) if end >= place)
            if number not in largest or largest[number].loss < decision.loss:
                largest[number] = decision
        return {number: (decision.seat, decision.size) for number, decision in largest.items()}
