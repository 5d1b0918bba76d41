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

RENDER_MODES = ("human", "ansi", "rgb_array")
WIDTH = 600  # pixels


def check_mode(mode: str | None) -> None:
    """Check a render mode.

    Raises:
        ValueError: It is neither None nor one of `RENDER_MODES`.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {mode!r}; it must be one of {', '.join(RENDER_MODES)}, or None")


def rendered(point: Point, mode: str | None) -> npt.NDArray[np.uint8] | str | None:
    """Print the board ("human"), or return it as text ("ansi") or as an array of shape (height, width, 3).

    Raises:
        ValueError: There is no render mode.
    """
    if mode is None:
        raise ValueError(f"make the environment with a render_mode: {', '.join(RENDER_MODES)}")
    if mode == "rgb_array":
        return array(point)
    board = text(point)
    if mode == "ansi":
        return board
    print(board)
    return None


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
