"""Detection of decisions made with later knowledge: what steps reveal, and to whom."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import State
from workbench.game.current_line import Point, Step
from workbench.game.move_tree import MoveTree
from workbench.records import steps as records_steps
from workbench.records.steps import SET_UP


def reveals_more(before: Point, actor: int, move: str) -> bool:
    """Return whether a step revealed more to its actor than the decision itself.

    Dice, deals and hidden information of other seats do, and so do positions set up in a game with hidden
    information.
    """
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
    """Return whether a new move lets a seat decide again after it saw the consequences of another one."""
    if actor < 0 or not isinstance(point, State):
        return False
    nodes, covered = tree.nodes, point.info.has.covered
    others = [child for child in nodes[tree.head.view.here].children if covered or nodes[child].actor != SET_UP]
    return any(reveals_more(point, actor, nodes[child].move) for child in others) or any(
        nodes[descendant].actor != actor for child in others for descendant in tree.descendants(child)
    )


def steps_reveal_more(steps: Sequence[Step], points: Sequence[Point]) -> bool:
    """Return whether steps revealed more to their actors than their own decisions.

    `points` are the positions before the steps.
    """
    shown = any(reveals_more(before, step.actor, step.move) for before, step in zip(points, steps, strict=False))
    return shown or len({step.actor for step in steps} - {SET_UP}) > 1
