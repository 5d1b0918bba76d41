"""Previews of clicks: marks on the board and a sentence."""

from __future__ import annotations

from typing import NamedTuple

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point
from workbench.boards.kit.entry import Entry
from workbench.gui.board import words as board_words


class PointerHint(NamedTuple):
    """The effect of a click on a spot.

    Args:
        detail: A sentence, or "".
        reach: Marks on the spots that can be clicked next.
        marks: Marks for the effect of a move.
        inviting: Whether a click would do something.
    """

    detail: str = ""
    reach: tuple[Item, ...] = ()
    marks: tuple[Item, ...] = ()
    inviting: bool = False


def pointer_hint(board: Board, point: Point, entry: Entry, spot: str, label: str) -> PointerHint:
    """Return the effect of a click on a spot after the chosen steps.

    If no step is chosen yet, facts about the spot are added.

    Args:
        board: The board.
        point: The position.
        entry: The chosen steps and the legal moves.
        spot: The spot.
        label: The name of the spot as shown to the user.
    """
    hint = _click(board, point, entry, spot, label)
    if entry.chosen:
        return hint
    known = board.spot_info(point, spot)
    return hint._replace(detail=" ".join(filter(None, (hint.detail, known.text))), marks=(*hint.marks, *known.marks))


def _click(board: Board, point: Point, entry: Entry, spot: str, label: str) -> PointerHint:
    step, after = entry.preview_click(spot)
    if step.move:
        return PointerHint(board.move_effect(point, step.move), (), board.effect_marks(point, step.move), True)
    if step.choices:
        choices = [boards.describe_moves(point.info, point.actor, (move,)) for move in step.choices]
        return PointerHint(board_words.choose(board.spot_name(label), choices), inviting=True)
    if step.refused:
        return PointerHint(board.refusal(point, entry.chosen, spot))
    if entry.chosen and spot == entry.chosen[-1]:
        return PointerHint(board_words.deselect(board.spot_name(label)), inviting=True)
    marks = board.open_marks(point, after.chosen, sorted(after.next_spots))
    # the spot itself looks chosen only after the click
    reach = tuple(mark for mark in marks if mark.where != spot)
    return PointerHint(board.next_prompt(point, after.chosen), reach, inviting=True)
