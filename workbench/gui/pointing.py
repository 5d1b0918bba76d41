"""What the spot under the pointer would do: the marks that show it, and a sentence."""

from __future__ import annotations

from typing import NamedTuple

from workbench import boards
from workbench.boards.contract import Board, Item, Point
from workbench.boards.entry import Entry
from workbench.gui import words


class Pointed(NamedTuple):
    detail: str = ""
    reach: tuple[Item, ...] = ()
    marks: tuple[Item, ...] = ()
    inviting: bool = False  # a click would do something


def pointed(board: Board, point: Point, entry: Entry, spot: str, label: str) -> Pointed:
    """What a click on this spot, which is called so, would come to, after what was chosen."""
    step, after = entry.trial(spot)
    if step.move:
        return Pointed(board.promise(point, step.move), (), board.foresee(point, step.move), True)
    if step.choices:
        choices = [boards.say(point.info, point.actor, (move,)) for move in step.choices]
        return Pointed(words.choose(label, choices), inviting=True)
    if step.refused:
        return Pointed(board.refusal(point, entry.chosen, spot))
    if not after.chosen:
        return Pointed(words.take_back(label), inviting=True)
    return Pointed(
        board.lead(point, after.chosen), board.open(point, after.chosen, sorted(after.open)), inviting=True
    )
