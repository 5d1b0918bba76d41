"""What the spot under the pointer would do: the marks that show it, and a sentence."""

from __future__ import annotations

from typing import NamedTuple

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point
from workbench.boards.kit.entry import Entry
from workbench.gui.board import words as board_words


class Pointed(NamedTuple):
    detail: str = ""
    reach: tuple[Item, ...] = ()
    marks: tuple[Item, ...] = ()
    inviting: bool = False  # a click would do something


def pointed(board: Board, point: Point, entry: Entry, spot: str, label: str) -> Pointed:
    """Return what a click on this spot would do after the chosen steps. If there are none, add what is known of the
    spot.

    `label` is the name of the spot.
    """
    found = _click(board, point, entry, spot, label)
    if entry.chosen:
        return found
    known = board.known(point, spot)
    return found._replace(detail=" ".join(filter(None, (found.detail, known.told))), marks=(*found.marks, *known.marks))


def _click(board: Board, point: Point, entry: Entry, spot: str, label: str) -> Pointed:
    step, after = entry.trial(spot)
    if step.move:
        return Pointed(board.promise(point, step.move), (), board.foresee(point, step.move), True)
    if step.choices:
        choices = [boards.say(point.info, point.actor, (move,)) for move in step.choices]
        return Pointed(board_words.choose(board.called(label), choices), inviting=True)
    if step.refused:
        return Pointed(board.refusal(point, entry.chosen, spot))
    if not after.chosen:
        return Pointed(board_words.take_back(board.called(label)), inviting=True)
    return Pointed(board.lead(point, after.chosen), board.open(point, after.chosen, sorted(after.open)), inviting=True)
