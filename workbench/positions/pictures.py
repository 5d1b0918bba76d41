"""Draws positions without a window, unfinished ones as far as possible."""

from __future__ import annotations

import fastcore
from workbench import boards
from workbench.boards.kit import drawing
from workbench.boards.kit.palette import Palette
from workbench.boards.kit.turning import look_at
from workbench.positions.sketch import Sketch


def svg(sketch: Sketch, palette: Palette) -> str:
    """The board with what stands on it. ValueError, with a sentence, if there is none to be drawn."""
    try:
        fastcore.start(sketch.spec)
    except fastcore.BadPosition as error:
        raise ValueError(f"it cannot be drawn: {error.reason}") from None
    fields = sketch.fields
    if fields is None:
        raise ValueError("it cannot be drawn before it has all its fields")
    game = sketch.spec.partition("(")[0]
    editor, board = boards.editor(sketch.spec, sketch.seat), boards.find(game)
    if board is None:
        raise ValueError(f"{game} has no board that could be drawn")
    ground = editor.ground(fields)
    assert ground is not None
    aspect = look_at(ground)
    pieces = editor.pieces(editor.drawable(editor.shown(fields, sketch.facts)))
    return drawing.svg(aspect, board.shapes, pieces, aspect.ground.labels, palette)
