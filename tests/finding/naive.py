"""An independent comparison of positions, and a search that replays every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import fastcore
from fastcore import State
from fastcore.text.hexagon import hexagon
from workbench.records.schema import Record

Image = Callable[[str], str]  # the image of a cell
COLUMNS = "ABCDEFGHIJK"


def hexagon_images(size: int) -> Iterator[Image]:
    """Yield the twelve symmetries of a hexagon as functions of cell names."""
    board = hexagon(size)
    cubes = {}
    for row, cells in enumerate(board.rows):
        z = row - (size - 1)
        for k, cell in enumerate(cells):
            x = k - (size - 1) + max(-z, 0)
            cubes[board.names[cell]] = (x, -x - z, z)
    names = {cube: name for name, cube in cubes.items()}
    for mirrored in (False, True):
        for turns in range(6):

            def image(name: str, mirrored: bool = mirrored, turns: int = turns) -> str:
                x, y, z = cubes[name]
                if mirrored:
                    x, y = y, x
                for _ in range(turns):
                    x, y, z = -z, -x, -y
                return names[x, y, z]

            yield image


def square_images() -> Iterator[tuple[Image, str, bool]]:
    """Yield the eight symmetries of the square arena: cells, the images of the arrows ^>v<, and whether mirrored."""
    for mirrored in (False, True):
        for turns in range(4):

            def image(name: str, mirrored: bool = mirrored, turns: int = turns) -> str:
                x, y = COLUMNS.index(name[0]) - 5, int(name[1:]) - 6
                if mirrored:
                    x = -x
                for _ in range(turns):
                    x, y = y, -x
                return f"{COLUMNS[x + 5]}{y + 6}"

            start = "^<v>" if mirrored else "^>v<"
            yield image, "".join("^>v<"[("^>v<".index(arrow) + turns) % 4] for arrow in start), mirrored


def _plain(state: State) -> tuple[object, ...]:
    return next(_images_of(state))


def _images(state: State) -> list[tuple[object, ...]]:
    return list(_images_of(state))


def _images_of(state: State) -> Iterator[tuple[object, ...]]:
    fields = state.viewpoint(None).fields
    game = state.info.id
    if game == "herd":
        cells = _hexagon_cells(fields["rows"].replace("r", ",r,").replace("b", ",b,"))
        rest = (fields["side"], fields["turn"] == "1", fields["dice"], fields["left"])
        for image in hexagon_images((fields["rows"].count("/") + 2) // 2):
            yield frozenset((image(cell), piece) for cell, piece in cells.items()), rest
    elif game == "forest":
        cells = _hexagon_cells(fields["rows"])
        acted = [] if fields["acted"] == "-" else [entry.split(":") for entry in fields["acted"].split(",")]
        for image in hexagon_images(4):
            spent = frozenset((entry[0] if entry[0] == "B" else image(entry[0]), *entry[1:]) for entry in acted)
            pieces = frozenset((image(cell), piece) for cell, piece in cells.items())
            yield pieces, fields["side"], fields["left"], spent
    elif game == "herbs":
        rows = [_row(line.replace("w", ",w,").replace("b", ",b,")) for line in fields["board"].split("/")]
        cells = {f"{COLUMNS[k]}{11 - n}": piece for n, row in enumerate(rows) for k, piece in row.items()}
        names = [name for name in fields if name not in ("board", "round", "herbs", "phase")]
        for image, arrows, mirrored in square_images():
            herbs = tuple(
                herb if herb == "-" else image(herb[:-1]) + arrows["^>v<".index(herb[-1])]
                for herb in fields["herbs"].split(",")
            )
            phase = fields["phase"]
            if mirrored:
                phase = phase.replace("TL", "T_").replace("TR", "TL").replace("T_", "TR")
            pieces = frozenset((image(cell), piece) for cell, piece in cells.items())
            yield pieces, herbs, phase, *map(fields.get, names)
    else:
        yield tuple(text for name, text in fields.items() if name != "round")


def _row(text: str) -> dict[int, str]:
    place, pieces = 0, {}
    for entry in filter(None, text.split(",")):
        if entry.isdigit():
            place += int(entry)
        else:
            pieces[place] = entry
            place += 1
    return pieces


def _hexagon_cells(rows: str) -> dict[str, str]:
    lines = rows.split("/")
    return {
        f"{chr(ord('a') + len(lines) - 1 - n)}{k + 1}": piece
        for n, line in enumerate(lines)
        for k, piece in _row(line).items()
    }


def replay_search(wanted: State, records: dict[str, Record]) -> dict[str, int]:
    """Return the games with a position, each with the number of steps before its first occurrence."""
    images = set(_images(wanted))
    found: dict[str, int] = {}
    for name, record in records.items():
        state = fastcore.start(record.spec)
        if state.spec != wanted.spec:
            continue
        for at in range(len(record.lines[0].moves) + 1):
            if _plain(state) in images:
                found[name] = at
                break
            if at < len(record.lines[0].moves):
                state.play(record.lines[0].moves[at].move)
    return found
