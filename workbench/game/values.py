"""The chances of each seat after every turn: by the bots' own reports, and by the game's static evaluation."""

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

Values = tuple[float, ...]  # per seat in [-1, 1]


class Value(NamedTuple):
    """What a position at the end of a turn is worth: `told` by the bot that decided last in that turn, or where none
    did by an analysis (`analysed`); None where there is neither."""

    node: int
    turn: int
    static: Values
    told: Values | None
    analysed: bool = False


def stands(session: Session, value: Value) -> str:
    """The turn of a value as its game calls it, "" at the start: as it was before the last move of that turn."""
    point = session.document.point_at(max(session.document.tree.nodes[value.node].parent, ROOT))
    return boards.stands(point.info, point.fields, value.turn) if value.node != ROOT else ""


class ValueCurve:
    """The values along lines of one session. A static evaluation sees what everybody may see, and is made once. `more`
    says that the last line that was asked for goes on beyond what has been worked out."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.more = False
        self._static: dict[int, Values] = {}

    def along(self, line: Sequence[int], thoughts: bool, seconds: float = inf) -> list[Value]:
        """The values at the start and after every turn of a line that was ended; without `thoughts` the
        static ones alone. Of those that were never asked for before, the first as far as they can be
        worked out in so many seconds."""
        nodes, end_of_time = self.session.document.tree.nodes, monotonic() + seconds
        found = [Value(ROOT, 0, self._evaluated(ROOT), None)]
        self.more, fresh = False, 0
        for first, last in self._ends(line):
            fresh += line[last] not in self._static
            if fresh > 1 and monotonic() > end_of_time:  # it goes on with each time that it is asked
                self.more = True
                break
            decided = [_told(nodes[node].reports) for node in line[first : last + 1]] if thoughts else []
            told = next(filter(None, reversed(decided)), None)
            end = line[last]
            found.append(Value(end, nodes[end].turn, self._evaluated(end), told))
        return found

    def _ends(self, line: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The turns of a line that were ended: the numbers of their first and last moves."""
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


def _told(reports: Sequence[Report]) -> Values | None:
    """What a bot thought of its chances when it had decided, if it had looked ahead."""
    candidates = reports[-1].candidates if reports else ()
    return candidates[0].value if candidates and candidates[0].visits else None
