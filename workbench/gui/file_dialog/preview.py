"""The picture and the texts of a file's preview. Runs on a thread and uses no widgets."""

from __future__ import annotations

from pathlib import Path
from subprocess import SubprocessError
from typing import NamedTuple

from fastcore import State, Stream, Viewpoint
from workbench import boards
from workbench.boards.kit import drawing
from workbench.boards.kit.elements import Point
from workbench.boards.kit.palette import Palette
from workbench.boards.kit.turning import turned_view
from workbench.gui.file_dialog.listing import read_details, read_positions
from workbench.positions import lists, pictures
from workbench.records import files, replay


class Preview(NamedTuple):
    """A preview.

    Attributes:
        path: The file.
        picture: The board as PNG, or b"" if there is none.
        lines: Lines of text, the title first.
        damage: Why the file cannot be opened, or "".
    """

    path: Path
    picture: bytes = b""
    lines: tuple[str, ...] = ()
    damage: str = ""


def read_preview(path: Path, palette: Palette, width: int) -> Preview:
    """Return the preview of a file with a board of this width in pixels. Never raise for a bad file."""
    details = read_details(path)
    lines = tuple(filter(None, (details.game, details.players, details.result)))
    if details.damage:
        return Preview(path, damage=details.damage)
    svg = ""
    try:
        if path.name.endswith(lists.SUFFIX):
            svg = pictures.svg(read_positions(path).entry.sketch, palette)
        elif path.name.endswith(files.SUFFIX):
            point = public_view(replay.final_point(files.read(path)))
            svg = render(point, palette)
            lines = (*lines, *filter(None, (boards.turn_text(point.info, point.fields, point.turn),)))
    except files.RecordError as error:
        return Preview(path, lines=lines, damage=error.reason)
    except ValueError:
        pass  # a position that cannot be drawn
    try:
        return Preview(path, drawing.png(svg, width) if svg else b"", lines)
    except (OSError, SubprocessError):
        return Preview(path, lines=lines)


def public_view(point: Point) -> Viewpoint:
    """Return what everybody sees of a position: a preview must show no secrets."""
    if isinstance(point, State):
        return point.viewpoint(None)
    return point if point.seat is None else point.sample(Stream(0, "preview")).viewpoint(None)


def render(point: Viewpoint, palette: Palette) -> str:
    """Return the board of a position as SVG, or "" for a game without a board."""
    board = boards.find(point.info.id)
    if board is None:
        return ""
    aspect = turned_view(board.ground(point.fields))
    return drawing.svg(aspect, board.shapes, board.pieces(point.fields), aspect.ground.labels, palette)
