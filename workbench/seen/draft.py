"""A turn of one seat before it is made: lines that are written, moved and deleted, and checked by the rules.

It asks only what the seat knows, and what is written is made nowhere: `Session.play_turn` does that at one go.
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
    """`begun` is what the seat knew when its turn began, `moves` the texts of the lines ("" for one that is left
    empty), `faults` why each of them cannot be made there ("" if it can).

    A line below a faulty one is judged as if that were not there, or where only that stands in its way, as if something
    that can be made stood in its place.
    """

    def __init__(self, begun: Viewpoint, moves: Iterable[str] = ()) -> None:
        self.begun = begun
        self.moves: tuple[str, ...] = ()
        self.faults: tuple[str, ...] = ()
        self.chosen: int | None = None  # the line that the next one takes the place of
        self._points: list[Viewpoint] = []  # before each line, as it is judged
        self._end: Viewpoint | None = begun  # after them, None if what others do would have to be known
        self._done: list[tuple[str, ...]] = []
        self._undone: list[tuple[str, ...]] = []
        self._write(tuple(moves))

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def at(self) -> int | None:
        """The number of the line that is written next: the one that was chosen, else the first faulty one, else the one
        below the last; None where nothing is missing."""
        if self.chosen is not None:
            return self.chosen
        faulty = next((number for number, reason in enumerate(self.faults) if reason), None)
        if faulty is not None:
            return faulty
        return None if self._ended(self._end) else len(self.moves)

    @property
    def complete(self) -> bool:
        """Whether nothing is wrong, and somebody else decides after these."""
        return not any(self.faults) and self._ended(self._end)

    @property
    def point(self) -> Viewpoint:
        """Where the next line is made, after all above it that can be; the last line's where nothing is missing."""
        at = self.at
        if at is not None and at == len(self.moves):
            assert self._end is not None
            return self._end
        return self._points[-1 if at is None else at]

    def why_not(self, move: str) -> str:
        """Why a line of this text cannot be written next, "" if it can."""
        return WHOLE if self.at is None else self.point.why_not(move)

    # Writing ----------------------------------------------------------------------------------------------------------

    def choose(self, number: int | None) -> None:
        """Let the next line take the place of this one; None, or the one below the last: as it comes."""
        self.chosen = number if number is not None and 0 <= number < len(self.moves) else None

    def write(self, move: str) -> str:
        """Write a line where the next one belongs; returns why it cannot be, "" if it was written."""
        reason = self.why_not(move)
        if not reason:
            at = self.at
            assert at is not None
            self.replace(at, move)
        return reason

    def replace(self, number: int, move: str) -> None:
        """Write a line in the place of another, or below the last. It may be a faulty one."""
        self._change((*self.moves[:number], move, *self.moves[number + 1 :]))

    def remove(self, number: int) -> None:
        """Take a line away. Its place is left empty, so that those below it stay where they are;
        one that was chosen stays so."""
        lines, chosen = [*self.moves[:number], "", *self.moves[number + 1 :]], self.chosen
        while lines and not lines[-1]:
            del lines[-1]
        self._change(tuple(lines))
        self.choose(chosen if chosen != number else None)

    def shift(self, number: int, by: int) -> int:
        """Move a line so many places up (`by` is negative) or down;
        returns its number then, the same where it cannot go on."""
        if not 0 <= number + by < len(self.moves):
            return number
        self._change(self._shifted(number, by))
        return number + by

    def why_no_shift(self, number: int, by: int) -> str:
        """Why a move of a line would make something wrong that is not so now, "" if it would not."""
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
            self._done.append(self.moves)
            self._undone.clear()
            self._write(moves)
        self.chosen = None

    def _write(self, moves: tuple[str, ...]) -> None:
        self.moves, self.chosen = moves, None
        self._judge()

    # Undo and redo ----------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def touched(self) -> bool:
        """Whether somebody has done something with it."""
        return self.can_undo or self.can_redo or self.chosen is not None

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last change of the lines back; there must be one."""
        self._undone.append(self.moves)
        self._write(self._done.pop())

    def redo(self) -> None:
        """Make the change that was taken back last once more; there must be one."""
        self._done.append(self.moves)
        self._write(self._undone.pop())

    # Judging ----------------------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        point: Viewpoint | None = self.begun
        last, owed = self.begun, 0  # the last point known, and the faulty lines above that nothing stands in for
        points, faults = [], []
        for move in self.moves:
            reason = self._refused(point, move)
            other = point
            for stand_ins in range(1, owed + 1 if reason else 1):
                other = other and self._with_any(other)
                if other is not None and not self._refused(other, move):
                    point, reason, owed = other, "", owed - stand_ins
                    break
            last = point or last
            points.append(last)
            faults.append(reason)
            if reason:
                owed += 1
            elif point is not None:
                point = _after(point, move)
        self._points, self._end, self.faults = points, point, tuple(faults)

    def _refused(self, point: Viewpoint | None, move: str) -> str:
        if not move:
            return EMPTY
        return WHOLE if point is None or self._ended(point) else point.why_not(move)

    def _ended(self, point: Viewpoint | None) -> bool:
        """Whether the turn is over there."""
        return point is None or (point.actor, point.turn) != (self.begun.actor, self.begun.turn)

    def _with_any(self, point: Viewpoint) -> Viewpoint | None:
        """The point after the first move that leaves as much open as there is, or else the most;
        None if each would end the turn."""
        moves = point.moves()
        best, most = None, -1
        for move in moves:
            after = _after(point, point.move_text(move))
            if after is not None and not self._ended(after) and len(after.moves()) > most:
                best, most = after, len(after.moves())
                if most >= len(moves):
                    break
        return best


def _after(point: Viewpoint, move: str) -> Viewpoint | None:
    """What the seat knows after its own move, None if it would learn more by it than can be known before."""
    after = point.copy()
    try:
        after.observe(move)
    except Conflict:
        return None
    return after


class Begun(NamedTuple):
    """Where in a session a turn begins that is to be written, and what of it has been made or was taken back."""

    node: int
    moves: tuple[str, ...]


def begun(session: Session, at: int, seat: int, collects: Callable[[Viewpoint], bool]) -> Begun:
    """The turn of a seat that is decided at a node: its start, and the moves that the seat has made in it already, with
    those that lie ahead on the way that was gone last. `collects` tells the points whose moves belong to it."""
    nodes, turn, start = session.document.tree.nodes, session.document.point_at(at).turn, at

    def belongs(node: int) -> bool:
        return (nodes[node].actor, nodes[node].turn) == (seat, turn) and collects(
            session.document.viewpoint_at(nodes[node].parent, seat)
        )

    made: list[int] = []
    while start != ROOT and belongs(start):
        made.insert(0, start)
        start = nodes[start].parent
    seen = SeenTree(session, seat)  # what others have covered must not tell what is found here
    line = (ROOT, *seen.line())
    face = seen.face(at)
    ahead = line[line.index(face) + 1 :] if face in line else seen.tree.line_from(face)
    made += takewhile(belongs, ahead)
    return Begun(start, tuple(nodes[node].move for node in made))
