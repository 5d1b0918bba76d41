"""The line from the start of a game to its current node: positions, steps, and each seat's observations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bots.report import Report
from fastcore import OVER, Event, State, Viewpoint
from workbench.game import form_notes
from workbench.game.move_tree import ROOT, MoveTree
from workbench.records import steps as records_steps
from workbench.records.schema import Result
from workbench.system.translation import tr

Point = State | Viewpoint
CACHE_INTERVAL = 16  # viewpoints are cached at every 16th node


class Step(NamedTuple):
    """One move.

    `actor` is a seat, CHANCE, or SET_UP for a position that was set up by hand. `events` are public. `reports`
    come from the bot that chose the move, the final one last; people and chance have none.

    A step as one seat saw it has the seat's observation as its move.
    """

    actor: int
    move: str
    turn: int
    events: tuple[Event, ...]
    reports: tuple[Report, ...] = ()

    @property
    def report(self) -> Report | None:
        """The last report of the bot that chose the move, or None."""
        return self.reports[-1] if self.reports else None


def result_of(point: Point) -> Result | None:
    """Return the result by the rules, or None while the game continues."""
    if point.actor != OVER:
        return None
    return Result(ending="normal", returns=tuple(point.returns()), points=tuple(point.points()))


def step_from(before: Point, move: str, reports: tuple[Report, ...] = ()) -> tuple[Step, Point]:
    """Return the step of a move, or of an observation, and the point after it.

    Raises:
        IllegalMove: The move is illegal.
        Conflict: The observation contradicts the position.
    """
    if isinstance(before, State) or records_steps.is_set_up(move):
        after = records_steps.apply_step(before, move)
        events = records_steps.events(before, move, after)
    else:
        after = before.copy()
        events = tuple(after.observe(move))
    actor, turn = records_steps.actor_and_turn(before, move, after)
    return Step(actor, move, turn, events, reports), after


class CurrentLine:
    """The line of a move tree from the start to the current node.

    Attributes:
        nodes: The nodes, without the start.
        steps: The steps to these nodes.
        points: The positions before and after each step.
    """

    def __init__(self, tree: MoveTree, start: Point) -> None:
        self.tree = tree
        self.nodes: tuple[int, ...] = ()
        self.points = [start]
        self.steps: tuple[Step, ...] = ()
        self._steps_by_node: dict[int, Step] = {}  # cache
        self._latest_point: tuple[int, Point] = (ROOT, start)  # the latest position requested off the line
        self._known: dict[int | None, tuple[int, Viewpoint]] = {}  # seat -> (number of steps included, viewpoint)
        self._views: dict[int | None, dict[int, Viewpoint]] = {}  # seat -> node -> viewpoint, at some nodes
        self._latest_views: dict[int | None, tuple[int, Viewpoint]] = {}  # seat -> latest request
        self._texts: dict[int | None, dict[int, str]] = {}  # seat -> node -> the move to it as the seat reads it
        self._seen: dict[
            int | None, list[Step | None]
        ] = {}  # seat -> steps as it saw them; None where it learned nothing

    def rebuild(self) -> None:
        """Rebuild the line up to the tree's current node, reusing the common part."""
        line = self.tree.line_to(self.tree.head.view.here)
        unchanged = (node for node, step in zip(self.nodes, self.steps, strict=True) if self._is_current(node, step))
        self._truncate(common_length(line, tuple(unchanged)))
        steps = list(self.steps)
        try:
            for node in line[len(self.nodes) :]:
                step, after = self.step(node, self.points[-1])
                steps.append(step)
                self.points.append(after)
        finally:  # also if a step is impossible
            self.nodes, self.steps = line[: len(steps)], tuple(steps)

    def refresh(self) -> None:
        """Rebuild the line. After a jump, record that help with forms was in use up to the previous position."""
        before = len(self.steps)
        self.rebuild()
        if len(self.steps) not in (before, before + 1):
            self.tree.set_head("notes", form_notes.after_jump(self.tree.head.notes, before, len(self.steps)))

    def _is_current(self, node: int, step: Step) -> bool:
        """Return whether a step has the reports of its node, which may have changed."""
        return step.reports is self.tree.nodes[node].reports

    def _truncate(self, length: int) -> None:
        """Keep only the first steps."""
        self.nodes, self.steps = self.nodes[:length], self.steps[:length]
        del self.points[length + 1 :]
        self._known = {seat: known for seat, known in self._known.items() if known[0] <= length}
        for seen in self._seen.values():
            del seen[length:]

    def step(self, node: int, before: Point) -> tuple[Step, Point]:
        """Return the step to a node and the position after it, given the position before it."""
        entry, step = self.tree.nodes[node], self._steps_by_node.get(node)
        if step is None or not isinstance(before, State):
            step, after = step_from(before, entry.move, entry.reports)
        else:
            step, after = step._replace(reports=entry.reports), records_steps.apply_step(before, entry.move)
        self._steps_by_node[node] = step
        return step, after

    def cache_step(self, node: int, step: Step) -> None:
        """Cache the step to a new node."""
        self._steps_by_node[node] = step

    def future(self) -> tuple[Step, ...]:
        """Return the steps after the current node."""
        point, steps = self.points[-1], []
        for node in self.tree.line_ahead():
            step, point = self.step(node, point)
            steps.append(step)
        return tuple(steps)

    def point_at(self, node: int) -> Point:
        """Return the position at any node."""
        if node == ROOT or node in self.nodes:
            return self.points[self.nodes.index(node) + 1 if node != ROOT else 0]
        line = self.tree.line_to(node)
        same = common_length(line, self.nodes)
        begin, point = same, self.points[same]
        if self._latest_point[0] in line[same:]:
            begin, point = line.index(self._latest_point[0]) + 1, self._latest_point[1]
        for next_node in line[begin:]:
            move = self.tree.nodes[next_node].move
            point = records_steps.apply_step(point, move)
        self._latest_point = (node, point)
        return point

    def viewpoint(self, seat: int | None) -> Viewpoint:
        """Return the knowledge of a seat (None: the public) at the current node, built only from its observations.

        Raises:
            ValueError: The session follows another seat.
        """
        start, now = self.points[0], self.points[-1]
        if isinstance(now, Viewpoint):
            return self._followed_viewpoint(now, seat)
        included, point = self._known.get(seat, (0, None))
        if point is None:
            point = start.viewpoint(seat) if isinstance(start, State) else start.copy()
        for before, step in zip(self.points[included:], self.steps[included:], strict=False):
            if isinstance(before, State) and (seen := records_steps.observation(before, step.move, seat)):
                point = records_steps.after_observation(point, seen)
        self._known[seat] = (len(self.steps), point)
        return point.copy()

    def _followed_viewpoint(self, point: Viewpoint, seat: int | None) -> Viewpoint:
        if seat != point.seat:
            raise ValueError(
                tr(
                    "this game has only the view of {known}, not of {wanted}",
                    known=_seat_text(point.seat),
                    wanted=_seat_text(seat),
                )
            )
        return point.copy()

    def viewpoint_at(self, node: int, seat: int | None) -> Viewpoint:
        """Return the knowledge of a seat (None: the public) at any node, built only from its observations.

        Raises:
            ValueError: The session follows another seat.
        """
        point = self.point_at(node)
        if isinstance(point, Viewpoint):
            return self._followed_viewpoint(point, seat)
        if not point.info.has.covered:
            return point.viewpoint(seat)
        cached = self._views.setdefault(seat, {})
        latest, latest_view = self._latest_views.get(seat, (ROOT, None))
        line = (ROOT, *self.tree.line_to(node))
        views = cached if latest_view is None else cached | {latest: latest_view}
        begin = next((n for n in reversed(range(len(line))) if line[n] in views), 0)
        known = views[line[begin]].copy() if line[begin] in views else _state(self.points[0]).viewpoint(seat)
        before = _state(self.point_at(line[begin]))
        for number, next_node in enumerate(line[begin + 1 :], begin + 1):
            move = self.tree.nodes[next_node].move
            if seen := records_steps.observation(before, move, seat):
                known = records_steps.after_observation(known, seen)
            before = _state(records_steps.apply_step(before, move))
            if number % CACHE_INTERVAL == 0:
                cached[next_node] = known.copy()
        self._latest_views[seat] = (node, known.copy())
        return known

    def seen_step(self, node: int, seat: int | None) -> Step | None:
        """Return the step to any node as a seat (None: the public) saw it, or None if it learned nothing."""
        return self._seen_step(node, self.point_at(self.tree.nodes[node].parent), seat)

    def text_at(self, node: int, seat: int | None) -> str:
        """Return the move to any node as a seat reads it, or "" if it learned nothing.

        The result is cached, because the move of a node never changes.
        """
        start = self.points[0]
        if isinstance(start, Viewpoint) or not start.info.has.covered:
            return self.tree.nodes[node].move
        known = self._texts.setdefault(seat, {})
        if node not in known:
            known.update(
                (line_node, records_steps.observation(_state(before), self.tree.nodes[line_node].move, seat))
                for before, line_node in zip(self.points, self.nodes, strict=False)
                if line_node not in known
            )
        if node not in known:
            entry = self.tree.nodes[node]
            known[node] = records_steps.observation(_state(self.point_at(entry.parent)), entry.move, seat)
        return known[node]

    def _seen_step(self, node: int, before: Point, seat: int | None) -> Step | None:
        step = self.step(node, before)[0]
        if isinstance(before, Viewpoint) or not before.info.has.covered:
            return step
        text = records_steps.observation(before, step.move, seat)
        return step._replace(move=text, events=seen_events(before, step.move, seat)) if text else None

    def seen_steps(self, seat: int | None) -> tuple[Step, ...]:
        """Return the steps as a seat (None: the public) saw them, without those it learned nothing about."""
        start = self.points[0]
        if isinstance(start, Viewpoint) or not start.info.has.covered:
            return self.steps
        known = self._seen.setdefault(seat, [])
        for before, node in zip(self.points[len(known) :], self.nodes[len(known) :], strict=False):
            known.append(self._seen_step(node, before, seat))
        return tuple(step for step in known if step is not None)


def seen_events(before: State, move: str, seat: int | None) -> tuple[Event, ...]:
    """Return the events of a move as a seat saw them."""
    return records_steps.events(
        before, move, records_steps.apply_step(before, move) if records_steps.is_set_up(move) else before, seat
    )


def common_length(first: Sequence[int], second: Sequence[int]) -> int:
    """Return the length of the common start of two lines."""
    return next(
        (n for n, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]),
        min(len(first), len(second)),
    )


def _state(point: Point) -> State:
    assert isinstance(point, State)
    return point


def _seat_text(seat: int | None) -> str:
    return tr("everybody") if seat is None else tr("seat {seat}", seat=seat + 1)
