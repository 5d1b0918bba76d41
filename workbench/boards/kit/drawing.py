"""Rendering of a board as an SVG picture, and conversion to PNG.

`python -m workbench.boards.kit.drawing WIDTH` converts SVG on standard input to PNG on standard output. The conversion
runs in a separate process because text makes rendering slow and the renderer blocks all threads of its process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from html import escape
from subprocess import run

import resvg_py

from workbench.boards.kit.elements import Item, Label
from workbench.boards.kit.palette import Palette
from workbench.boards.kit.turning import Aspect

PAD = 0.25  # margin around the board, in board units
UNIT = 96  # pixels per board unit
FONTS = "Inter, Helvetica, Arial, sans-serif"
TIMEOUT = 60.0
LETTER_WIDTH, PLATE_PADDING = 0.6, 0.12  # width of a letter and padding of a plate, as factors of the text size


def svg(
    aspect: Aspect, drawings: Mapping[str, str], items: Iterable[Item], labels: Iterable[Label], palette: Palette
) -> str:
    """Render a board as an SVG document.

    Args:
        aspect: The view of the board.
        drawings: The SVG fragment of each shape.
        items: The pieces and marks, from bottom to top.
        labels: The words, drawn above everything.
        palette: The colours.
    """
    ground = aspect.ground
    width, height = ground.width + 2 * PAD, ground.height + 2 * PAD
    cells = [_render_item(drawings[cell.shape], cell.x, cell.y, cell.size) for cell in ground.cells]
    others = [
        _render_item(aspect.drawing(item, drawings[item.shape]), *aspect.position(item), item.size) for item in items
    ]
    texts = [_render_label(label) for label in labels]
    body = "\n".join((*cells, *others, *texts)).format_map(palette)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * UNIT:.0f}" height="{height * UNIT:.0f}"'
        f' viewBox="{-PAD:g} {-PAD:g} {width:.4f} {height:.4f}">\n'
        f'<rect x="{-PAD:g}" y="{-PAD:g}" width="{width:.4f}" height="{height:.4f}" fill="{palette["window"]}"/>\n'
        f"{body}\n</svg>\n"
    )


def _render_item(drawing: str, x: float, y: float, size: float) -> str:
    return f'<g transform="translate({x:.4f},{y:.4f}) scale({size / 100:.6f})">{drawing}</g>'


def _render_label(label: Label) -> str:
    """Render a centred label. Capitals extend about 0.36 of the text size above and below the middle."""
    wide, high = (
        label.size * (LETTER_WIDTH * len(label.text) + 2 * PLATE_PADDING),
        label.size * (0.72 + 2 * PLATE_PADDING),
    )
    plate = (
        f'<rect x="{label.x - wide / 2:.4f}" y="{label.y - high / 2:.4f}" width="{wide:.4f}" height="{high:.4f}"'
        f' rx="{high / 4:.4f}" fill="{{{label.plate}}}"/>'
        if label.plate
        else ""
    )
    return plate + (
        f'<text x="{label.x:.4f}" y="{label.y + 0.36 * label.size:.4f}" font-size="{label.size:g}" text-anchor="middle"'
        f' font-family="{FONTS}" fill="{{{label.colour}}}">{escape(label.text)}</text>'
    )


def png(picture: str, width: int) -> bytes:
    """Convert an SVG to a PNG of this width (pixels) in a separate process.

    Raises:
        OSError: The process cannot be started.
        SubprocessError: The conversion fails or takes more than `TIMEOUT` seconds.
    """
    command = [sys.executable, "-m", "workbench.boards.kit.drawing", str(width)]
    return run(command, input=picture.encode(), capture_output=True, check=True, timeout=TIMEOUT).stdout


if __name__ == "__main__":
    read = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=read, width=int(sys.argv[1]))))
