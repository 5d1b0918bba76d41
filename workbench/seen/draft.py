"""A seat's turn before it is played: editable lines that are checked against the rules.

A draft uses only what the seat knows and changes no session. `Session.play_turn` plays the whole turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import NamedTuple

from fastcore import Conflict, Viewpoint
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.seen.seen_tree import SeenTree
from workbench.system.translation import tr

WHOLE = tr("the plan of this turn is already complete")
EMPTY = tr("the plan is empty here")


class Draft:
    """The lines of a turn with their problems, and an undo history.

    A line below a faulty one is checked as if the faulty line were absent. If the line is then illegal, some legal move
    is assumed in place of the faulty line.

    Attributes:
        start: What the seat knew when the turn began.
        moves: The text of each line. Empty lines are "".
        faults: Why each line cannot be played, or "".
        chosen: The index of the line that the next written move replaces, or None for the default.
    """

    def __init__(self, start: Viewpoint, moves: Iterable[str] = ()) -> None:
        self.start = start
        self.moves: tuple[str, ...] = ()
        self.faults: tuple[str, ...] = ()
        self.chosen: int | None = None
        self._points: list[Viewpoint] = []  # the assumed point before each line
        self._end: Viewpoint | None = start  # the point after all lines, or None if it depends on other seats
        self._undo_stack: list[tuple[str, ...]] = []
        self._redo_stack: list[tuple[str, ...]] = []
        self._set_moves(tuple(moves))

    # Status -----------------------------------------------------------------------------------------------------------

    @property
    def next_line(self) -> int | None:
        """The index of the line to be written next, or None if the turn is complete.

        The chosen line comes first, then the first faulty one, then the one below the last.
        """
        if self.chosen is not None:
            return self.chosen
        faulty = next((number for number, reason in enumerate(self.faults) if reason), None)
        if faulty is not None:
            return faulty
        return None if self._turn_is_over(self._end) else len(self.moves)

    @property
    def complete(self) -> bool:
        """Whether all lines are legal and end the turn."""
        return not any(self.faults) and self._turn_is_over(self._end)

    @property
    def point(self) -> Viewpoint:
        """The point before the next line, after all legal lines above it. For a complete turn: before the last line."""
        line = self.next_line
        if line is not None and line == len(self.moves):
            assert self._end is not None
            return self._end
        return self._points[-1 if line is None else line]

    def why_not(self, move: str) -> str:
        """Return why a move cannot be written next, or ""."""
        return WHOLE if self.next_line is None else self.point.why_not(move)

    # Writing ----------------------------------------------------------------------------------------------------------

    def choose(self, number: int | None) -> None:
        """Let the next written move replace this line. None or an index without a line selects the default."""
        self.chosen = number if number is not None and 0 <= number < len(self.moves) else None

    def write(self, move: str) -> str:
        """Write a move in the next line. Return why it is illegal, or "" on success."""
        reason = self.why_not(move)
        if not reason:
            line = self.next_line
            assert line is not None
            self.replace(line, move)
        return reason

    def replace(self, number: int, move: str) -> None:
        """Write a move, legal or not, in a line or below the last one."""
        self._change((*self.moves[:number], move, *self.moves[number + 1 :]))

    def remove(self, number: int) -> None:
        """Empty a line, so that the lines below keep their places. Empty lines at the end are dropped.

        Another chosen line stays chosen.
        """
        lines, chosen = [*self.moves[:number], "", *self.moves[number + 1 :]], self.chosen
        while lines and not lines[-1]:
            del lines[-1]
        self._change(tuple(lines))
        self.choose(chosen if chosen != number else None)

    def shift(self, number: int, by: int) -> int:
        """Move a line by a number of places (negative: up). Return its new index, or the old one at the edges."""
        if not 0 <= number + by < len(self.moves):
            return number
        self._change(self._shifted(number, by))
        return number + by

    def shift_fault(self, number: int, by: int) -> str:
        """Return a fault that moving a line would introduce, or ""."""
        lines = self._shifted(number, by)
        wrong = {move for move, why in zip(self.moves, self.faults, strict=True) if why}
        after = zip(lines, Draft(self.start, lines).faults, strict=True)
        return next((why for move, why in after if why and move not in wrong), "")

    def _shifted(self, number: int, by: int) -> tuple[str, ...]:
        lines = list(self.moves)
        lines.insert(number + by, lines.pop(number))
        return tuple(lines)

    def _change(self, moves: tuple[str, ...]) -> None:
        if moves != self.moves:
            self._undo_stack.append(self.moves)
            self._redo_stack.clear()
            self._set_moves(moves)
        self.chosen = None

    def _set_moves(self, moves: tuple[str, ...]) -> None:
        self.moves, self.chosen = moves, None
        self._check()

    # Undo and redo ----------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether a change can be undone."""
        return bool(self._undo_stack)

    @property
    def is_touched(self) -> bool:
        """Whether the draft has an undo history or a chosen line."""
        return self.can_undo or self.can_redo or self.chosen is not None

    @property
    def can_redo(self) -> bool:
        """Whether an undone change can be restored."""
        return bool(self._redo_stack)

    def undo(self) -> None:
        """Undo the last change of the lines. There must be one."""
        self._redo_stack.append(self.moves)
        self._set_moves(self._undo_stack.pop())

    def redo(self) -> None:
        """Restore the last undone change. There must be one."""
        self._undo_stack.append(self.moves)
        self._set_moves(self._redo_stack.pop())

    # Checking ---------------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        point: Viewpoint | None = self.start
        last, unreplaced = self.start, 0  # the last known point, and the faulty lines above without a substitute
        points, faults = [], []
        for move in self.moves:
            reason = self._fault_of(point, move)
            assumed = point
            for substitutes in range(1, unreplaced + 1 if reason else 1):
                assumed = assumed and self._after_some_move(assumed)
                if assumed is not None and not self._fault_of(assumed, move):
                    point, reason, unreplaced = assumed, "", unreplaced - substitutes
                    break
            last = point or last
            points.append(last)
            faults.append(reason)
            if reason:
                unreplaced += 1
            elif point is not None:
                point = _after(point, move)
        self._points, self._end, self.faults = points, point, tuple(faults)

    def _fault_of(self, point: Viewpoint | None, move: str) -> str:
        if not move:
            return EMPTY
        return WHOLE if point is None or self._turn_is_over(point) else point.why_not(move)

    def _turn_is_over(self, point: Viewpoint | None) -> bool:
        """Return whether the turn is over at this point."""
        return point is None or (point.actor, point.turn) != (self.start.actor, self.start.turn)

    def _after_some_move(self, point: Viewpoint) -> Viewpoint | None:
        """Return the point after the move that leaves the most moves, or None if every move ends the turn."""
        moves = point.moves()
        best, most = None, -1
        for move in moves:
            after = _after(point, point.move_text(move))
            if after is not None and not self._turn_is_over(after) and len(after.moves()) > most:
                best, most = after, len(after.moves())
                if most >= len(moves):
                    break
        return best


def _after(point: Viewpoint, move: str) -> Viewpoint | None:
    """Return what the seat knows after its own move, or None if the move reveals something unpredictable."""
    after = point.copy()
    try:
        after.observe(move)
    except Conflict:
        return None
    return after


class TurnStart(NamedTuple):
    """The node where a written turn begins, and those of its moves that were already played or undone."""

    node: int
    moves: tuple[str, ...]


def find_turn_start(session: Session, node: int, seat: int, collects: Callable[[Viewpoint], bool]) -> TurnStart:
    """Find the turn of a seat that is decided at a node.

    The result includes moves already played and those ahead on the line that was played last.

    Args:
        session: The session.
        node: The node.
        seat: The seat.
        collects: Returns whether moves at a point are written as part of a turn.
    """
    nodes, turn, start = session.document.tree.nodes, session.document.point_at(node).turn, node

    def belongs(node: int) -> bool:
        return (nodes[node].actor, nodes[node].turn) == (seat, turn) and collects(
            session.document.viewpoint_at(nodes[node].parent, seat)
        )

    nodes_of_turn: list[int] = []
    while start != ROOT and belongs(start):
        nodes_of_turn.insert(0, start)
        start = nodes[start].parent
    seen = SeenTree(session, seat)  # the result must not depend on the hidden moves of other seats
    line = (ROOT, *seen.line())
    face = seen.representative(node)
    ahead = line[line.index(face) + 1 :] if face in line else seen.tree.line_from(face)
    nodes_of_turn += takewhile(belongs, ahead)
    return TurnStart(start, tuple(nodes[node].move for node in nodes_of_turn))
