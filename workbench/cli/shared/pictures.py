"""Export of positions as pictures and lists, for `herbarium export`."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from subprocess import SubprocessError

from workbench.boards.kit import drawing
from workbench.boards.kit.palette import THEMES
from workbench.cli.shared import sources
from workbench.cli.shared.readers import InputError, few_positions
from workbench.positions import lists, pasting, pictures
from workbench.positions.lists import Entry, PositionList, PositionListError
from workbench.system import saving
from workbench.system.translation import tr

FORMS = ("svg", "png", "positions")
WIDTH = 1200  # width of a PNG in pixels


def export_files(arguments: Namespace) -> list[tuple[str, bytes]]:
    """Return the files for `herbarium export` to write, as pairs of name and content. The name of a list is "".

    Raises:
        InputError: A picture cannot be made, or the position does not exist.
        PositionListError: The input cannot be read.
    """
    found = positions_in(arguments)
    if arguments.to == "positions":
        return [("", found.text().encode(errors="backslashreplace"))]
    if arguments.at is not None and arguments.at > len(found.entries):
        raise InputError(few_positions(len(found.entries), arguments.at))
    numbers = (
        range(len(found.entries)) if arguments.all else [found.index if arguments.at is None else arguments.at - 1]
    )
    files = []
    for number in numbers:
        try:
            files.append(
                (
                    f"position-{number + 1:03}.{arguments.to}",
                    render_picture(found.entries[number], arguments.to, arguments.theme),
                )
            )
        except ValueError as error:
            raise InputError(tr("position {number}: {error}", number=number + 1, error=error)) from None
    return files


def positions_in(arguments: Namespace) -> PositionList:
    """Return the positions in a file, in standard input, or in a position text on the command line.

    Raises:
        InputError: No input is named.
        PositionListError: The input cannot be read.
    """
    spec = arguments.spec or ""
    if arguments.file is None:
        raise InputError(tr("--to {to}: name a situation, a record or a list of positions", to=arguments.to))
    try:
        if arguments.file != "-" and " " not in arguments.file:
            return pasting.paste_file(Path(arguments.file), spec).positions
    except PositionListError:
        if Path(arguments.file).exists() or not lists.names_game(arguments.file):
            raise
    return pasting.paste(sources.read_text("-") if arguments.file == "-" else arguments.file, spec).positions


def render_picture(entry: Entry, to: str, theme: str) -> bytes:
    """Return a position with its drawings as an SVG or PNG picture.

    Args:
        entry: The position.
        to: "svg" or "png".
        theme: The name of a colour theme in `THEMES`.

    Raises:
        ValueError: The picture cannot be made.
    """
    svg = pictures.svg(entry.sketch, THEMES[theme], entry.drawings)
    if to == "svg":
        return svg.encode()
    try:
        return drawing.png(svg, WIDTH)
    except (OSError, SubprocessError) as error:
        raise ValueError(
            tr("the picture could not be created: {system_message}", system_message=saving.system_message(error))
        ) from None
