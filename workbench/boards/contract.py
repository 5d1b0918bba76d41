"""What a board is: data about how a game looks and how its moves are entered, for whoever paints, prints or tests it.

A game's board is the class `Board` in `workbench/boards/<id>.py`. It reads a position's `fields` and a point's public
door (`moves`, `move_text`, `events`, `why_not`), knows nothing of widgets, and keeps no state. Lengths are board units:
1 is the distance from a cell to the next; x grows to the right, y downwards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastcore import Event, GameInfo, State, Viewpoint

Point = State | Viewpoint
Fields = Mapping[str, str]


class Item(NamedTuple):
    """A drawing on the board: its shape, its centre, the side of the square that it fills, and the spot it stands on."""

    shape: str
    x: float
    y: float
    size: float
    where: str = ""


class Label(NamedTuple):
    """Words on the board, centred; `size` is the height of a line, `colour` one of the palette."""

    text: str
    x: float
    y: float
    size: float
    colour: str = "quiet"


class Spot(NamedTuple):
    """A place that can be clicked: its name, its centre, and the outline of its hit area."""

    name: str
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the hit area."""
        inside = False
        for (x1, y1), (x2, y2) in zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


@dataclass(frozen=True)
class Ground:
    """What stays as it is through a game: the extent, the cells, the labels, the spots, and the steps of the grid.

    `step` is the smallest distance between columns and between rows: whoever paints may choose a scale that puts both
    on whole pixels.
    """

    width: float
    height: float
    step: tuple[float, float]
    cells: tuple[Item, ...]
    labels: tuple[Label, ...]
    names: tuple[Label, ...]
    spots: Mapping[str, Spot]

    def at(self, x: float, y: float) -> str:
        """The spot that holds this point, "" if none does."""
        return next((spot.name for spot in self.spots.values() if spot.holds(x, y)), "")

    def beside(self, name: str, dx: int, dy: int) -> str:
        """The nearest spot in a direction (one of the four of the arrow keys), the same spot if there is none.

        Of two that are as near, the way down takes the right one and the way up the left one, so that a step back
        undoes a step.
        """
        here = self.spots[name]
        best, least = name, float("inf")
        for spot in self.spots.values():
            along = (spot.x - here.x) * dx + (spot.y - here.y) * dy
            across = abs((spot.x - here.x) * dy) + abs((spot.y - here.y) * dx)
            far = along + across - 1e-3 * (spot.x - here.x) * dy
            if along > 1e-6 and across <= along * 1.01 and far < least:
                best, least = spot.name, far
        return best


class Line(NamedTuple):
    """One line of a panel: words, or a row of small shapes ("" is a gap); `weight` is bold, normal or quiet."""

    text: str = ""
    shapes: tuple[str, ...] = ()
    weight: str = "normal"


class Panel(NamedTuple):
    """A card beside the board: large shapes at the left, lines at the right."""

    shapes: tuple[str, ...]
    lines: tuple[Line, ...]


class Words(ABC):
    """What is said about one game. A game without a board may have them alone, as `Words` in `<id>_words.py`."""

    @abstractmethod
    def expects(self, point: Point) -> str:
        """What is expected now, in a sentence."""

    @abstractmethod
    def tell(self, info: GameInfo, event: Event) -> str:
        """One event in words, "" if there is nothing to say."""

    @abstractmethod
    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Moves of one seat in words, as in "remove d4 and e5, then place a1"."""

    @abstractmethod
    def text(self, point: Point) -> str:
        """The position as lines of text."""

    # What a bot's reasons are told with; a game may do without its own.

    def name(self, kind: str, what: str) -> str:
        """The name of something that a bot's report speaks of. The kind is "term" (of the evaluation), "source" (what points
        are for), "store" (what a seat has so many of), "outcome" (of chance) or "belief" (how something hidden may be)."""
        return what

    def reason(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """One fact behind a bot's move, as the bot says it; "" for the sentence that fits any game."""
        return ""


class Board(Words):
    """How one game looks and how its moves are entered."""

    shapes: Mapping[str, str]  # every drawing that items and panels name; see shapes.py

    @abstractmethod
    def ground(self, fields: Fields) -> Ground: ...

    @abstractmethod
    def pieces(self, fields: Fields) -> tuple[Item, ...]:
        """What stands on the board."""

    @abstractmethod
    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """The shape that stands for a seat."""

    @abstractmethod
    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """The game's own cards; `turn` holds what has happened in this turn so far, as far as it is known."""

    @abstractmethod
    def tumble(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Large shapes that the first panel shows one after the other before this event, as dice that roll; () for none."""

    @abstractmethod
    def path(self, move: str) -> tuple[str, ...]:
        """The spots that are clicked, in order, to make a move of this text."""

    @abstractmethod
    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Why a click on this spot is no step towards a move, in a sentence."""

    @abstractmethod
    def promise(self, point: Point, move: str) -> str:
        """What a legal move would do, in a sentence."""

    def lead(self, point: Point, chosen: Sequence[str]) -> str:
        """What is to be clicked after these spots, in a sentence."""
        return f"{chosen[-1]}: choose what follows."

    def standing(self, info: GameInfo, points: int) -> str:
        """A seat's points as its card shows them, as in "26"."""
        return str(points)

    @abstractmethod
    def open(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Marks on the spots chosen so far and on those that may be clicked now."""

    @abstractmethod
    def foresee(self, point: Point, move: str) -> tuple[Item, ...]:
        """Marks that show what a legal move would do."""

    @abstractmethod
    def last(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        """Marks on what the latest turn did."""

    @abstractmethod
    def advice(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Marks on a recommended move and on those that would follow it in the same turn."""

    @abstractmethod
    def cursor(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Marks on the spot that the keyboard is at."""
