"""Rendering of positions, including unfinished ones, without a window."""

from __future__ import annotations

from collections.abc import Iterable

import fastcore
from workbench import boards
from workbench.boards.kit import drawing
from workbench.boards.kit.drawn import Drawing, arrow_items, circles
from workbench.boards.kit.palette import Palette
from workbench.boards.kit.turning import turned_view
from workbench.positions.sketch import Sketch
from workbench.system.translation import tr


def svg(sketch: Sketch, palette: Palette, drawings: Iterable[Drawing] = ()) -> str:
    """Render the board of a sketch with its pieces and a person's drawings as SVG.

    Raises:
        ValueError: The sketch cannot be drawn. The message is a sentence.
    """
    try:
        fastcore.start(sketch.spec)
    except fastcore.BadPosition as error:
        raise ValueError(tr("the position cannot be drawn: {reason}", reason=error.reason)) from None
    fields = sketch.fields
    if fields is None:
        raise ValueError(tr("the position cannot be drawn before it has all its fields"))
    game = sketch.spec.partition("(")[0]
    editor, board = boards.editor(sketch.spec, sketch.seat), boards.find(game)
    if board is None:
        raise ValueError(tr("{game} has no drawn board", game=game))
    ground = editor.ground(fields)
    assert ground is not None
    aspect = turned_view(ground)
    pieces = editor.pieces(editor.drawable(editor.reveal_facts(fields, sketch.facts)))
    drawn = list(drawings)
    marks = circles(ground, drawn) | arrow_items(ground, drawn)
    shapes = {**board.shapes, **{item.shape: shape for item, shape in marks.items()}}
    return drawing.svg(aspect, shapes, (*pieces, *marks), aspect.ground.labels, palette)
