"""Draws a board as one SVG picture, and makes a PNG of it.

`python -m workbench.boards.kit.drawing WIDTH` turns an SVG that it reads into a PNG that it writes: with type in it,
that takes longer than a window may wait, and the renderer lets no other thread work meanwhile.
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

ROOM = 0.25  # around the board, in board units
UNIT = 96  # pixels of a board unit in a picture
FONTS = "Inter, Helvetica, Arial, sans-serif"
PATIENCE = 60.0
WIDE, PLATE = 0.6, 0.12  # of a letter, and of a plate beyond the words, in their size


def svg(
    aspect: Aspect, drawings: Mapping[str, str], items: Iterable[Item], labels: Iterable[Label], palette: Palette
) -> str:
    """The board as it is seen, with these drawings on its cells in the order given, and these words."""
    ground = aspect.ground
    width, height = ground.width + 2 * ROOM, ground.height + 2 * ROOM
    cells = [_drawn(drawings[cell.shape], cell.x, cell.y, cell.size) for cell in ground.cells]
    others = [_drawn(aspect.drawing(item, drawings[item.shape]), *aspect.place(item), item.size) for item in items]
    texts = [_text(label) for label in labels]
    body = "\n".join((*cells, *others, *texts)).format_map(palette)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * UNIT:.0f}" height="{height * UNIT:.0f}"'
        f' viewBox="{-ROOM:g} {-ROOM:g} {width:.4f} {height:.4f}">\n'
        f'<rect x="{-ROOM:g}" y="{-ROOM:g}" width="{width:.4f}" height="{height:.4f}" fill="{palette["window"]}"/>\n'
        f"{body}\n</svg>\n"
    )


def _drawn(drawing: str, x: float, y: float, size: float) -> str:
    return f'<g transform="translate({x:.4f},{y:.4f}) scale({size / 100:.6f})">{drawing}</g>'


def _text(label: Label) -> str:
    """Words with their middle in their place: letters without descenders reach 0.36 of their size to either side."""
    wide, high = label.size * (WIDE * len(label.text) + 2 * PLATE), label.size * (0.72 + 2 * PLATE)
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
    """An SVG as a PNG of this width, made by a process of its own. OSError or SubprocessError if that fails."""
    command = [sys.executable, "-m", "workbench.boards.kit.drawing", str(width)]
    return run(command, input=picture.encode(), capture_output=True, check=True, timeout=PATIENCE).stdout


if __name__ == "__main__":
    read = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=read, width=int(sys.argv[1]))))
