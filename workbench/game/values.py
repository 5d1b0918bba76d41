"""The value of the game for each seat after every turn, from the bots' reports and from static evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from time import monotonic
from typing import NamedTuple

from bots.report import Report
from fastcore import OVER
from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.game.session import Session

Values = tuple[float, ...]  # for each seat, in [-1, 1]


class Value(NamedTuple):
    """The value of the position after a turn.

    `reported` is from the last bot to decide in the turn, or from an analysis if `analysed` is set, else None.
    """

    node: int
    turn: int
    static: Values
    reported: Values | None
    analysed: bool = False


def turn_name(session: Session, value: Value) -> str:
    """Return the name of a value's turn, or "" for the start."""
    point = session.document.point_at(max(session.document.tree.nodes[value.node].parent, ROOT))
    return boards.turn_text(point.info, point.fields, value.turn) if value.node != ROOT else ""


class ValueCurve:
    """The values along lines of one session. Static evaluations use public knowledge and are cached.

    `is_incomplete` is True if the time ran out before the end of the last line.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.is_incomplete = False
        self._static: dict[int, Values] = {}

    def along(self, line: Sequence[int], thoughts: bool, seconds: float = inf) -> list[Value]:
        """Return the values at the start and after every completed turn of a line.

        Args:
            line: The nodes of the line.
            thoughts: Whether to include the bots' values.
            seconds: The time for new evaluations. Repeated calls continue where the last one ended.
        """
        nodes, end_of_time = self.session.document.tree.nodes, monotonic() + seconds
        values = [Value(ROOT, 0, self._evaluated(ROOT), None)]
        self.is_incomplete, fresh = False, 0
        for first, last in self._ends(line):
            fresh += line[last] not in self._static
            if fresh > 1 and monotonic() > end_of_time:  # the next call continues here
                self.is_incomplete = True
                break
            decided = [_reported_values(nodes[node].reports) for node in line[first : last + 1]] if thoughts else []
            reported = next(filter(None, reversed(decided)), None)
            end = line[last]
            values.append(Value(end, nodes[end].turn, self._evaluated(end), reported))
        return values

    def _ends(self, line: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the indices of the first and last move of every completed turn."""
        nodes, begin = self.session.document.tree.nodes, 0
        for number, node in enumerate(line):
            if number + 1 < len(line):
                ended = nodes[line[number + 1]].turn != nodes[node].turn
            else:
                point = self.session.document.point_at(node)
                ended = point.actor == OVER or point.turn != nodes[node].turn
            if ended:
                yield begin, number
                begin = number + 1

    def _evaluated(self, node: int) -> Values:
        if node not in self._static:
            follows = self.session.follows
            self._static[node] = tuple(self.session.document.viewpoint_at(node, follows).evaluate().values)
        return self._static[node]


def _reported_values(reports: Sequence[Report]) -> Values | None:
    """Return a bot's value of its choice, or None if it did not search."""
    candidates = reports[-1].candidates if reports else ()
    return candidates[0].value if candidates and candidates[0].visits else None
