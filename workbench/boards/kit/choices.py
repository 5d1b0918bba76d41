"""What is chosen and written beside a board:
choices, command sheets, outcomes to compare, forms, and what a click or an end reveals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fastcore import Event
from workbench.boards.kit.elements import Fields, Item

# where a drag may end or begin, other than on a spot: beside the board, and on the first panel
BESIDE, HAND = "", "hand"


class Choice(NamedTuple):
    """A button beside the board: a step towards a move that lies on no place of the ground, as how much is paid.

    It counts as a click on a spot of that name in the paths of moves; `key` (a letter or digit) presses it
    while the board has the focus, and `why` says why it cannot be chosen now ("" if it can). Enter on the board
    takes the one that is `proposed`.
    """

    spot: str
    label: str
    key: str = ""
    why: str = ""
    proposed: bool = False


class Row(NamedTuple):
    """A line of a sheet: its cells from left to right, and a few words why it cannot be made.

    `number` is the decision of the turn that it stands for, None for a line that nothing can be done with; `warns` says
    that it can be made, but comes to nothing or to less.
    """

    cells: tuple[str, ...]
    number: int | None = None
    why: str = ""
    now: bool = False  # the next click goes here, or this is what is decided or carried out
    warns: str = ""


class Column(NamedTuple):
    """A column of a sheet: its head, its share of the width, and what stands in it: "place" and "name" and "words" at
    the left, "number" and "sum" at the right."""

    head: str
    share: float
    role: str


class Sheet(NamedTuple):
    """What a seat writes down in a turn, line by line, before it is made: a head, what stands at its right, the columns
    and the lines."""

    head: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Outcome(NamedTuple):
    """What a decision may lead to: a few words, the position then, what led there, and
    that in a short sentence or two."""

    head: str
    fields: Fields
    events: tuple[Event, ...]
    told: str = ""


class Known(NamedTuple):
    """What there is to know of a spot before anything is chosen: a sentence or more, and marks."""

    told: str = ""
    marks: tuple[Item, ...] = ()


class Form(NamedTuple):
    """A grid that is filled with a pencil beside the board: its head, the names of its columns and of its rows."""

    head: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]


class Truth(NamedTuple):
    """What was hidden: the head of the part of the game that ends with it, in a sentence what it was,
    and of all that it may have been (by the names that `Viewpoint.beliefs` has under `what`) the one
    that it was, each with its drawing."""

    head: str
    words: str
    what: str
    was: str
    shapes: Mapping[str, str]
