"""Rendering of positions, including unfinished ones, without a window."""

from __future__ import annotations

import fastcore
from workbench import boards
from workbench.boards.kit import drawing
from workbench.boards.kit.palette import Palette
from workbench.boards.kit.turning import turned_view
from workbench.positions.sketch import Sketch


def svg(sketch: Sketch, palette: Palette) -> str:
    """Render the board of a sketch with its pieces as SVG.

    Raises:
        ValueError: The sketch cannot be drawn. The message is a sentence.
    """
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
    aspect = turned_view(ground)
    pieces = editor.pieces(editor.drawable(editor.reveal_facts(fields, sketch.facts)))
    return drawing.svg(aspect, board.shapes, pieces, aspect.ground.labels, palette)
