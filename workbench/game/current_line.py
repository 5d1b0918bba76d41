"""The line from the start of a game to its current position: positions, steps, and what each seat saw of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bots.report import Report
from fastcore import Event, State, Viewpoint
from workbench.game import form_notes
from workbench.game.move_tree import ROOT, MoveTree
from workbench.records import steps as records_steps

Point = State | Viewpoint
KEPT = 16  # of so many positions one is kept as each seat knew it


class Step(NamedTuple):
    """One move: who made it (a seat, CHANCE, or SET_UP for a position that was set up by hand), its text, the
    turn it belongs to, what everybody saw of it, and what the bot that chose it reported (the last being its
    choice, none for persons and chance).

    A step as one seat saw it has its observation for the text of the move.
    """

    actor: int
    move: str
    turn: int
    events: tuple[Event, ...]
    reports: tuple[Report, ...] = ()

    @property
    def report(self) -> Report | None:
        """What the bot that chose it reported last."""
        return self.reports[-1] if self.reports else None


def step_from(before: Point, move: str, reports: tuple[Report, ...] = ()) -> tuple[Step, Point]:
    """The step that a move (or what a seat learned of one) makes, and the point after it. IllegalMove or Conflict says
    why it cannot be."""
    if isinstance(before, State) or records_steps.is_set_up(move):
        after = records_steps.after(before, move)
        events = records_steps.events(before, move, after)
    else:
        after = before.copy()
        events = tuple(after.observe(move))
    actor, turn = records_steps.whose(before, move, after)
    return Step(actor, move, turn, events, reports), after


class CurrentLine:
    """The line of a move tree from the start to the current node:
    its `nodes` and `steps`, and the `points` before and after each."""

    def __init__(self, tree: MoveTree, start: Point) -> None:
        self.tree = tree
        self.nodes: tuple[int, ...] = ()
        self.points = [start]
        self.steps: tuple[Step, ...] = ()
        self._made: dict[int, Step] = {}  # by node, of those that were looked at
        self._looked: tuple[int, Point] = (ROOT, start)  # the last position looked at beside the line
        self._known: dict[int | None, tuple[int, Viewpoint]] = {}  # seat -> (steps taken in, viewpoint)
        self._views: dict[int | None, dict[int, Viewpoint]] = {}  # seat -> node -> viewpoint, at some nodes
        self._texts: dict[int | None, dict[int, str]] = {}  # seat -> node -> the move to it as it reads
        self._seen: dict[int | None, list[Step | None]] = {}  # seat -> the steps as it saw them, None for nothing

    def walk(self) -> None:
        """Go where the tree's view stands now."""
        line = self.tree.line_to(self.tree.head.view.here)
        made = (node for node, step in zip(self.nodes, self.steps, strict=True) if self._still(node, step))
        self._cut(shared(line, tuple(made)))
        steps = list(self.steps)
        try:
            for node in line[len(self.nodes) :]:
                step, after = self.step(node, self.points[-1])
                steps.append(step)
                self.points.append(after)
        finally:  # also where a step cannot be made
            self.nodes, self.steps = line[: len(steps)], tuple(steps)

    def follow(self) -> None:
        """Go to the current node. Help with forms that is switched on counts as used up to the position before."""
        before = len(self.steps)
        self.walk()
        if len(self.steps) not in (before, before + 1):
            self.tree.set_head("notes", form_notes.gone(self.tree.head.notes, before, len(self.steps)))

    def _still(self, node: int, step: Step) -> bool:
        """Whether a step has what the tree has: reports may have come or gone."""
        return step.reports is self.tree.nodes[node].reports

    def _cut(self, length: int) -> None:
        """Keep the first steps only."""
        self.nodes, self.steps = self.nodes[:length], self.steps[:length]
        del self.points[length + 1 :]
        self._known = {seat: known for seat, known in self._known.items() if known[0] <= length}
        for seen in self._seen.values():
            del seen[length:]

    def step(self, node: int, before: Point) -> tuple[Step, Point]:
        """The step to a node from the position before it, and the position after it."""
        one, step = self.tree.nodes[node], self._made.get(node)
        if step is None or not isinstance(before, State):
            step, after = step_from(before, one.move, one.reports)
        else:
            step, after = step._replace(reports=one.reports), records_steps.after(before, one.move)
        self._made[node] = step
        return step, after

    def keep(self, node: int, step: Step) -> None:
        """The step to a new node is known already."""
        self._made[node] = step

    def future(self) -> tuple[Step, ...]:
        """The steps on from here."""
        point, steps = self.points[-1], []
        for node in self.tree.ahead():
            step, point = self.step(node, point)
            steps.append(step)
        return tuple(steps)

    def point_at(self, node: int) -> Point:
        """The position at any node."""
        if node == ROOT or node in self.nodes:
            return self.points[self.nodes.index(node) + 1 if node != ROOT else 0]
        line = self.tree.line_to(node)
        same = shared(line, self.nodes)
        begin, point = same, self.points[same]
        if self._looked[0] in line[same:]:
            begin, point = line.index(self._looked[0]) + 1, self._looked[1]
        for one in line[begin:]:
            move = self.tree.nodes[one].move
            point = records_steps.after(point, move)
        self._looked = (node, point)
        return point

    def viewpoint(self, seat: int | None) -> Viewpoint:
        """What a seat (None: everybody) knows at the end of the line, grown from its observations alone."""
        start, now = self.points[0], self.points[-1]
        if isinstance(now, Viewpoint):
            return self._followed(now, seat)
        taken, point = self._known.get(seat, (0, None))
        if point is None:
            point = start.viewpoint(seat) if isinstance(start, State) else start.copy()
        for before, step in zip(self.points[taken:], self.steps[taken:], strict=False):
            if isinstance(before, State) and (seen := records_steps.observation(before, step.move, seat)):
                point = records_steps.learned(point, seen)
        self._known[seat] = (len(self.steps), point)
        return point.copy()

    def _followed(self, point: Viewpoint, seat: int | None) -> Viewpoint:
        if seat != point.seat:
            raise ValueError(f"this game is known to seat {_named(point.seat)} alone, not to {_named(seat)}")
        return point.copy()

    def viewpoint_at(self, node: int, seat: int | None) -> Viewpoint:
        """What a seat (None: everybody) knew at any node, grown from its observations alone."""
        point = self.point_at(node)
        if isinstance(point, Viewpoint):
            return self._followed(point, seat)
        if not point.info.has.covered:
            return point.viewpoint(seat)
        kept = self._views.setdefault(seat, {})
        line = (ROOT, *self.tree.line_to(node))
        begin = next((n for n in reversed(range(len(line))) if line[n] in kept), 0)
        known = kept[line[begin]].copy() if line[begin] in kept else _state(self.points[0]).viewpoint(seat)
        before = _state(self.point_at(line[begin]))
        for number, one in enumerate(line[begin + 1 :], begin + 1):
            move = self.tree.nodes[one].move
            if seen := records_steps.observation(before, move, seat):
                known = records_steps.learned(known, seen)
            before = _state(records_steps.after(before, move))
            if number % KEPT == 0:
                kept[one] = known.copy()
        return known

    def seen_at(self, node: int, seat: int | None) -> Step | None:
        """The step to any node as a seat (None: everybody) saw it, None if it learned nothing of it."""
        return self._seen_step(node, self.point_at(self.tree.nodes[node].parent), seat)

    def text_at(self, node: int, seat: int | None) -> str:
        """The move to any node as a seat reads it, "" if it learned nothing of it. The move of a node never changes, so
        that each is looked at once."""
        start = self.points[0]
        if isinstance(start, Viewpoint) or not start.info.has.covered:
            return self.tree.nodes[node].move
        known = self._texts.setdefault(seat, {})
        if node not in known:
            known.update(
                (one, records_steps.observation(_state(before), self.tree.nodes[one].move, seat))
                for before, one in zip(self.points, self.nodes, strict=False)
                if one not in known
            )
        if node not in known:
            one = self.tree.nodes[node]
            known[node] = records_steps.observation(_state(self.point_at(one.parent)), one.move, seat)
        return known[node]

    def _seen_step(self, node: int, before: Point, seat: int | None) -> Step | None:
        step = self.step(node, before)[0]
        if isinstance(before, Viewpoint) or not before.info.has.covered:
            return step
        text = records_steps.observation(before, step.move, seat)
        return step._replace(move=text, events=seen_events(before, step.move, seat)) if text else None

    def seen(self, seat: int | None) -> tuple[Step, ...]:
        """The steps as a seat (None: everybody) saw them; those that it learned nothing of are left out."""
        start = self.points[0]
        if isinstance(start, Viewpoint) or not start.info.has.covered:
            return self.steps
        known = self._seen.setdefault(seat, [])
        for before, node in zip(self.points[len(known) :], self.nodes[len(known) :], strict=False):
            known.append(self._seen_step(node, before, seat))
        return tuple(step for step in known if step is not None)


def seen_events(before: State, move: str, seat: int | None) -> tuple[Event, ...]:
    """What a move did, as a seat saw it."""
    return records_steps.events(
        before, move, records_steps.after(before, move) if records_steps.is_set_up(move) else before, seat
    )


def own_turn(point: Viewpoint, line: Sequence[str]) -> tuple[str, ...]:
    """The beginning of a line of moves that the same seat makes in the same turn."""
    state = point.state
    if state is None:
        return tuple(line[:1])
    moves = []
    for move in line:
        if (state.actor, state.turn) != (point.actor, point.turn) or state.why_not(move):
            break
        state.play(move)
        moves.append(move)
    return tuple(moves)


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many first nodes two lines have in common."""
    return next(
        (n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )


def _state(point: Point) -> State:
    assert isinstance(point, State)
    return point


def _named(seat: int | None) -> str:
    return "everybody" if seat is None else str(seat + 1)
