"""Data shown beside a board: choices, command sheets, outcomes to compare, forms and revealed facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fastcore import Event
from workbench.boards.kit.elements import Fields, Item

# ends of a drag that are not spots: beside the board, and on the first panel
BESIDE, HAND = "", "hand"


class Choice(NamedTuple):
    """A button beside the board for a step of a move that has no place on the board, such as an amount to pay.

    In the paths of moves, a click on the button counts as a click on the spot `spot`.

    Attributes:
        spot: The name of the step in the paths of moves.
        label: The words on the button.
        key: The letter or digit that presses it while the board has the focus.
        why: Why the button is disabled, or "".
        proposed: Whether Enter on the board chooses it.
    """

    spot: str
    label: str
    key: str = ""
    why: str = ""
    proposed: bool = False


class Row(NamedTuple):
    """A line of a sheet.

    Attributes:
        cells: The texts from left to right.
        number: The index of the decision in the turn; None for a line that cannot be edited.
        why: Why the line cannot be carried out, or "".
        now: Whether this line is being written, decided or carried out.
        warning: A warning that the legal line has little or no effect, or "".
    """

    cells: tuple[str, ...]
    number: int | None = None
    why: str = ""
    now: bool = False
    warning: str = ""


class Column(NamedTuple):
    """A column of a sheet: its header, its relative width, and its role.

    The roles "place", "name" and "words" align to the left, "number" and "sum" to the right.
    """

    head: str
    share: float
    role: str


class Sheet(NamedTuple):
    """A plan that a seat writes line by line before playing it.

    Attributes:
        head: The title.
        note: The text to the right of the title.
        columns: The columns.
        rows: The lines.
    """

    head: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Outcome(NamedTuple):
    """A possible result of a decision.

    Attributes:
        head: A short title.
        fields: The resulting position.
        events: The events that lead there.
        text: A description in one or two sentences.
    """

    head: str
    fields: Fields
    events: tuple[Event, ...]
    text: str = ""


class SpotInfo(NamedTuple):
    """Information about a spot before anything is chosen: one or more sentences, and marks."""

    text: str = ""
    marks: tuple[Item, ...] = ()


class Form(NamedTuple):
    """A grid beside the board that people fill in by hand: its title, column names and row names."""

    head: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]


class Truth(NamedTuple):
    """Hidden information that has been revealed.

    Attributes:
        head: The title of the part of the game that ends with the reveal.
        words: A sentence that states what was hidden.
        what: The belief key of the possibilities in `Viewpoint.beliefs`.
        was: The possibility that was true.
        shapes: The drawing for each possibility.
    """

    head: str
    words: str
    what: str
    was: str
    shapes: Mapping[str, str]
