"""Pictures of the board for `render`."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from workbench import boards
from workbench.boards.kit import drawing
from workbench.boards.kit.elements import Point
from workbench.boards.kit.palette import THEMES
from workbench.positions import pictures
from workbench.positions.sketch import Sketch

WIDTH = 600  # pixels


def text(point: Point) -> str:
    """Return the board as lines of text."""
    return boards.text_board(point)


def array(point: Point, width: int = WIDTH) -> npt.NDArray[np.uint8]:
    """Return the picture of the board, shape (height, width, 3).

    Raises:
        ValueError: The game has no drawn board.
    """
    from PIL import Image  # imported here: everything else works without it

    picture = drawing.png(pictures.svg(Sketch.from_point(point), THEMES["light"]), width)
    pixels: npt.NDArray[Any] = np.asarray(Image.open(BytesIO(picture)).convert("RGB"), np.uint8)
    return pixels
