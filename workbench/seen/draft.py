"""A seat's turn before it is played: lines that can be written, moved and deleted, and are checked against the rules.

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

WHOLE = "all of this turn is written already"
EMPTY = "nothing is written here"


class Draft:
    """The lines of a turn with their problems, and an undo history.

    A line below a faulty line is checked as if the faulty one were absent. If only that makes it illegal, it is checked
    as if some legal move were in the place of the faulty one.

    Attributes:
        start: What the seat knew when the turn began.
        moves: The text of each line; "" for an empty line.
        faults: Why each line cannot be played; "" if it can.
        chosen: The line that the next written move replaces; None for the default.
    """

    def __init__(self, start: Viewpoint, moves: Iterable[str] = ()) -> None:
        self.begun = start
        self.moves: tuple[str, ...] = ()
        self.faults: tuple[str, ...] = ()
        self.chosen: int | None = None
        self._points: list[Viewpoint] = []  # the assumed point before each line
        self._end: Viewpoint | None = start  # the point after all lines; None if it depends on what others do
        self._undo_stack: list[tuple[str, ...]] = []
        self._redo_stack: list[tuple[str, ...]] = []
        self._set_moves(tuple(moves))

    # Status -----------------------------------------------------------------------------------------------------------

    @property
    def next_line(self) -> int | None:
        """The index of the line to be written next, or None if the turn is complete.

        It is the chosen line, else the first faulty one, else the one below the last.
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
        """The point at which the next line is played, after all legal lines above; the last line's if complete."""
        at = self.next_line
        if at is not None and at == len(self.moves):
            assert self._end is not None
            return self._end
        return self._points[-1 if at is None else at]

    def why_not(self, move: str) -> str:
        """Return why a line with this text cannot be written next, or "" if it can."""
        return WHOLE if self.next_line is None else self.point.why_not(move)

    # Writing ----------------------------------------------------------------------------------------------------------

    def choose(self, number: int | None) -> None:
        """Let the next written move replace this line; None or the index below the last for the default."""
        self.chosen = number if number is not None and 0 <= number < len(self.moves) else None

    def write(self, move: str) -> str:
        """Write a move in the next line. Return why it is illegal, or "" if it was written."""
        reason = self.why_not(move)
        if not reason:
            at = self.next_line
            assert at is not None
            self.replace(at, move)
        return reason

    def replace(self, number: int, move: str) -> None:
        """Write a move, legal or not, in a line or below the last one."""
        self._change((*self.moves[:number], move, *self.moves[number + 1 :]))

    def remove(self, number: int) -> None:
        """Empty a line, so that the lines below keep their places. Empty lines at the end are dropped.

        A line that was chosen stays chosen, unless it is this one.
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
        """Return a fault that moving a line would introduce, or "" for none."""
        lines = self._shifted(number, by)
        wrong = {move for move, why in zip(self.moves, self.faults, strict=True) if why}
        after = zip(lines, Draft(self.begun, lines).faults, strict=True)
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
        point: Viewpoint | None = self.begun
        last, unreplaced = self.begun, 0  # the last known point, and the faulty lines above without a substitute
        points, faults = [], []
        for move in self.moves:
            reason = self._fault_of(point, move)
            other = point
            for substitutes in range(1, unreplaced + 1 if reason else 1):
                other = other and self._after_some_move(other)
                if other is not None and not self._fault_of(other, move):
                    point, reason, unreplaced = other, "", unreplaced - substitutes
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
        return point is None or (point.actor, point.turn) != (self.begun.actor, self.begun.turn)

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
    """The node where a turn to be written begins, and its moves that were already played or undone."""

    node: int
    moves: tuple[str, ...]


def find_turn_start(session: Session, at: int, seat: int, collects: Callable[[Viewpoint], bool]) -> TurnStart:
    """Find the turn of a seat that is decided at a node.

    The moves include those already played and those ahead on the line that was played last.

    Args:
        session: The session.
        at: The node.
        seat: The seat.
        collects: Whether the moves at a point belong to such a turn.
    """
    nodes, turn, start = session.document.tree.nodes, session.document.point_at(at).turn, at

    def belongs(node: int) -> bool:
        return (nodes[node].actor, nodes[node].turn) == (seat, turn) and collects(
            session.document.viewpoint_at(nodes[node].parent, seat)
        )

    made: list[int] = []
    while start != ROOT and belongs(start):
        made.insert(0, start)
        start = nodes[start].parent
    seen = SeenTree(session, seat)  # Use the seat's tree: the result must not depend on the hidden moves of others.
    line = (ROOT, *seen.line())
    face = seen.representative(at)
    ahead = line[line.index(face) + 1 :] if face in line else seen.tree.line_from(face)
    made += takewhile(belongs, ahead)
    return TurnStart(start, tuple(nodes[node].move for node in made))
