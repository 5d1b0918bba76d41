"""The sheet and the task of a lesson: the next line to write, and the results of the last plan."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Event
from workbench import boards
from workbench.boards.kit.choices import Row, Sheet
from workbench.boards.kit.contract import Board
from workbench.gui.lessons import words
from workbench.gui.play import words as play_words
from workbench.gui.shell.commands import Registry
from workbench.table.guide import Guide


def current_sheet(board: Board, guide: Guide, turn: Sequence[Event]) -> Sheet | None:
    """Return the sheet that the learner is writing, or the completed sheet of the player to move, or None."""
    point, written = guide.point, written_moves(guide)
    sheet = board.sheet(point, written, [""] * len(written))
    if sheet is None:
        return board.completed_sheet(point.info, point.fields, point.actor, turn)
    return sheet._replace(
        rows=tuple(_with_task(row, guide.step) if row.now and guide.step else row for row in sheet.rows)
    )


def result_sheet(board: Board, guide: Guide, turn: Sequence[Event]) -> Sheet | None:
    """Return the sheet with the results of the last plan in a turn, or None."""
    if guide.seat is None:
        return None
    sheets = (board.completed_sheet(guide.point.info, event.fields, guide.seat, turn) for event in reversed(turn))
    return next((sheet for sheet in sheets if sheet is not None), None)


def written_moves(guide: Guide) -> tuple[str, ...]:
    """Return the written but unplayed moves. A lesson has at most one."""
    return (guide.written,) if guide.written else ()


def task_sentence(guide: Guide, registry: Registry) -> str:
    """Return the current task as a sentence."""
    if guide.done:
        return words.ALL_DONE if guide.last else words.STEP_DONE
    if guide.written:
        return words.plan_complete(registry["lock"].key)
    return words.task_sentence(guide.step) if guide.step else boards.prompt(guide.point, play_words.YOUR_TURN)


def _with_task(row: Row, task: str) -> Row:
    """Return the next row to write, with the task in its text cell."""
    text_cell = max(number for number, cell in enumerate(row.cells) if cell)
    return row._replace(cells=(*row.cells[:text_cell], task, *row.cells[text_cell + 1 :]))
