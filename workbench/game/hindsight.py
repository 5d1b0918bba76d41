"""When a seat decides again with knowledge that it did not have:
what a step shows, and what was shown since a position."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import State
from workbench.game.current_line import Point, Step
from workbench.game.move_tree import MoveTree
from workbench.records import steps as records_steps
from workbench.records.steps import SET_UP


def shows_more(before: Point, actor: int, move: str) -> bool:
    """Whether a step showed its actor more than what it decided: dice, a deal, what another had kept covered, or all of
    that to whoever set a position up."""
    if records_steps.is_set_up(move):
        return before.info.has.covered
    if actor < 0 or not before.info.has.covered:
        return actor < 0
    return isinstance(before, State) and before.observation(move, actor) != move


def is_covered(point: Point, move: str) -> bool:
    """Return whether some seat does not see all of this move."""
    if not isinstance(point, State) or not point.info.has.covered:
        return False
    return any(records_steps.observation(point, move, seat) != move for seat in (None, *range(point.seats)))


def decides_again(tree: MoveTree, point: Point, actor: int) -> bool:
    """Return whether a new move at the current node lets a seat decide again after it
    saw what followed another move."""
    if actor < 0 or not isinstance(point, State):
        return False
    nodes, covered = tree.nodes, point.info.has.covered
    others = [other for other in nodes[tree.head.view.here].children if covered or nodes[other].actor != SET_UP]
    return any(shows_more(point, actor, nodes[other].move) for other in others) or any(
        nodes[below].actor != actor for other in others for below in tree.below(other)
    )


def steps_show_more(steps: Sequence[Step], points: Sequence[Point]) -> bool:
    """Return whether steps showed those who decided more than what they decided.
    `points` are those before the steps."""
    shown = any(shows_more(before, step.actor, step.move) for before, step in zip(points, steps, strict=False))
    return shown or len({step.actor for step in steps} - {SET_UP}) > 1
