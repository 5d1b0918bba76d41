"""The arena of Herbs, parsed from position fields: squares, stones, Herbs, and the resources of both seats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from fastcore.text import specs
from workbench.boards.kit.elements import Ground, Item, Label, Point, Spot
from workbench.boards.kit.symmetry import Essence, Symmetry, turned_arrows

SIDE = 11
COLUMNS = "ABCDEFGHIJK"
PITS = ("C3", "C9", "F6", "I3", "I9")
SQUARES = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in COLUMNS)
FACINGS = "^>v<"
STEPS = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}  # columns to the right, rows up
# The parts of a text that a symmetry changes: squares with a facing, and quarter turns.
TURNED = re.compile(r"([A-K](?:1[01]|[1-9]))([\^>v<])?|(?<=[0-9])(TL|TR)")
WALL, LEFT, BELOW = 0.125, 0.625, 0.5625  # width of the walls, and the margins for numbers and letters, in board units
NAME, NAME_MOST = 0.13, 0.18  # usual and largest text size of a name
NAME_AT = (-0.485, -0.525)  # upper left corner of a name, from the centre of its square


class Herb(NamedTuple):
    """A Herb on the board. `facing` is one of `FACINGS`."""

    number: int
    square: str
    facing: str

    @property
    def seat(self) -> int:
        """The seat that owns the Herb."""
        return self.number // 2


class Phase(NamedTuple):
    """The current decision, or the part of a round that is being carried out.

    `kind` is write, bid, reveal or over. `seat` is the seat to move, or -1. `slot` counts actions from 1; 0 means none.
    `plans` are the visible items of both plans.
    """

    kind: str
    seat: int
    slot: int
    plans: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def stones(self) -> bool:
        """Whether all actions are done and the stones are being placed."""
        return self.kind == "reveal" and not any(
            plan[self.slot - 1][:1].isdigit() for plan in self.plans if len(plan) >= self.slot
        )


def herbs(fields: Mapping[str, str]) -> dict[int, Herb]:
    """Return the surviving Herbs, by number."""
    written = enumerate(fields["herbs"].split(","))
    return {number: Herb(number, text[:-1], text[-1]) for number, text in written if text != "-"}


def stones(board: str) -> dict[str, str]:
    """Return the colour (`w` or `b`) of each square with a stone."""
    colours = {}
    for row, line in zip(range(SIDE, 0, -1), board.split("/"), strict=True):
        column = 0
        for part in re.findall(r"\d+|[wb]", line):
            if part in "wb":
                colours[f"{COLUMNS[column]}{row}"] = part
                column += 1
            else:
                column += int(part)
    return colours


def phase(fields: Mapping[str, str]) -> Phase:
    """Parse the phase of a position, or of an event in the middle of a round."""
    kind, *parts = fields["phase"].split(":")
    seat = int(parts.pop(0)) - 1 if kind in ("write", "bid") else -1
    slot = int(parts.pop(0)) if kind in ("bid", "reveal") else 0
    first, second = (tuple(filter(None, text.split(","))) for text in (parts[0] if parts else "|").split("|"))
    return Phase(kind, seat, slot, (first, second))


def plan(fields: Mapping[str, str], seat: int) -> tuple[str, ...]:
    """Return the visible items of a seat's plan; hidden items are `?`."""
    return phase(fields).plans[seat]


def option(point: Point, name: str) -> str:
    """Return the value of an option of this game, as text."""
    return str(specs.read(specs.split(point.spec)[1], point.info.options)[name])


def parse_pair(text: str) -> tuple[int, int]:
    """Parse the numbers of both seats, such as "200,131"."""
    first, second = text.split(",")
    return int(first), int(second)


def piles(fields: Mapping[str, str]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the numbers of white and black stones in each seat's pile."""
    first, second = (parse_pair(pile[:-1].replace("w", ",")) for pile in fields["piles"].split(","))
    return first, second


def ahead(square: str, facing: str, steps: int) -> str:
    """Return the square `steps` ahead (negative: behind), or "" outside the walls."""
    across, up = STEPS[facing]
    column, row = COLUMNS.index(square[0]) + across * steps, int(square[1:]) + up * steps
    return f"{COLUMNS[column]}{row}" if 0 <= column < SIDE and 1 <= row <= SIDE else ""


def essence(fields: Mapping[str, str]) -> Essence:
    """Return the stones, and all public fields but the number of the round."""
    return Essence(stones(fields["board"]), " ".join(fields[name] for name in fields if name not in ("board", "round")))


def turned(text: str, symmetry: Symmetry) -> str:
    """Return a text with every square, facing and quarter turn as it is after a symmetry."""
    swapped = {"TL": "TR", "TR": "TL"} if symmetry.mirrored else {}

    def image(match: re.Match[str]) -> str:
        square, facing, turn = match.groups()
        return swapped.get(turn, turn) if turn else symmetry.names[square] + turned_arrows(facing or "", symmetry)

    return TURNED.sub(image, text)


def centre(square: str) -> tuple[float, float]:
    """Return the centre of a square in board units."""
    return LEFT + 0.5 + COLUMNS.index(square[0]), WALL + 0.5 + SIDE - int(square[1:])


def name_colour(square: str) -> str:
    """Return the palette colour of the name of a square."""
    return "pit_name" if square in PITS else "quiet"


@cache
def ground() -> Ground:
    """Return the arena with its walls."""
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    letters = (Label(column, centre(f"{column}1")[0], WALL + SIDE + 0.38, 0.2) for column in COLUMNS)
    numbers = (Label(str(row), LEFT - 0.38, centre(f"A{row}")[1], 0.2) for row in range(1, SIDE + 1))
    places = {square: centre(square) for square in SQUARES}
    return Ground(
        width=LEFT + SIDE + WALL,
        height=WALL + SIDE + BELOW,
        step=(1.0, 1.0),
        cells=(
            Item("walls", *centre("F6"), SIDE + 2 * WALL, "F6"),
            *(Item("pit" if square in PITS else "square", x, y, 1.0, square) for square, (x, y) in places.items()),
        ),
        labels=(*letters, *numbers),
        names=tuple(
            Label(square, x + NAME_AT[0], y + NAME_AT[1], NAME, name_colour(square), square, "", "nw", NAME_MOST)
            for square, (x, y) in places.items()
        ),
        spots={
            square: Spot(square, x, y, tuple((x + dx, y + dy) for dx, dy in corners))
            for square, (x, y) in places.items()
        },
        turns=4,
        mirrors=True,
    )
