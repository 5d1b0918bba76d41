"""Checks that a window must always pass."""

from __future__ import annotations

import fastcore
from tests.kit.windows import TestedWindow
from workbench.gui.board.board_view import BoardView
from workbench.gui.practice.tab import PuzzleTab


def situation(window: TestedWindow) -> str:
    """Return the position text of the shown game."""
    state = window.table.state
    return f"{state.spec} {state.text()}"


def fault_of(window: TestedWindow) -> str:
    """Return a description of an error in the position or on the board, or ""."""
    state, follows, text = window.table.state, window.table.session.follows, situation(window)
    try:
        parsed = fastcore.parse(text) if follows is None else fastcore.Viewpoint.parse(text, follows)
    except ValueError as error:
        return f"an illegal position: {error}"
    if parsed.text() != state.text():
        return f"read again it is {parsed.text()}"
    set_up, board = window.set_up, window.screen.board
    practises = window.games.layers.mode(window.table) == "practice"
    view = set_up.view if set_up.on else window.screen.view
    if practises:
        puzzle = window.shell.feature(PuzzleTab).view
        if puzzle is None or puzzle.shown is None or puzzle.trainer.exercise is not puzzle.shown:
            return ""  # a puzzle is loading, or none is due
        view, board, exercise = puzzle.view, puzzle.board, puzzle.shown
    if (
        not isinstance(view, BoardView)
        or board is None
        or not view.painter.unit
        or view.moving
        or view.painter.stretched
        or view.drag
    ):
        return ""
    if set_up.on:
        expected = set(set_up.edited.drawn[1])
    elif practises:
        point = exercise.start if exercise.given_up or exercise.writes_plan else exercise.shown
        expected = set(board.pieces(point.fields, view.viewer))
    elif window.playing.presenter.busy:
        return ""
    else:
        playback = window.playback
        expected = set(board.pieces(playback.fields if playback.is_active else window.table.point.fields, view.viewer))
    places = {item: tuple(view.coords(number)) for item, number in view.painter.shown["pieces"].items()}
    if places == {item: view.painter.pixel_of(item) for item in expected}:
        return ""
    return f"the board shows another position{' than is set up' if set_up.on else ''}"
