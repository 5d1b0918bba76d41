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

BESIDE, HAND = "", "hand"  # where a drag may end or begin, other than on a spot: beside the board, and on the first panel
Point = State | Viewpoint
Fields = Mapping[str, str]


class Item(NamedTuple):
    """A drawing on the board: its shape, its centre, the side of the square that it fills, and the spot it stands on.

    Shapes of pieces that differ after their last colon alone, as "card:r" and "card:?", are one thing that may be turned over.
    Drawings stand upright however the board is turned, but those with `turns`, such as arrows, turn with it.
    """

    shape: str
    x: float
    y: float
    size: float
    where: str = ""
    turns: bool = False


class Label(NamedTuple):
    """Words on the board, centred; `size` is the height of a line, `colour` one of the palette, `where` the spot they stand on.

    Words of a ground that stand on no spot, as letters at its edge, can be switched off. `plate` is the colour of a plate
    behind them, "" for none: it covers what would cross them.
    """

    text: str
    x: float
    y: float
    size: float
    colour: str = "quiet"
    where: str = ""
    plate: str = ""


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
    on whole pixels. The cells fall on each other when all is turned by one of `turns` equal parts of a circle, and where
    `mirrors` holds also in a mirror: so it may be looked at from these sides.
    """

    width: float
    height: float
    step: tuple[float, float]
    cells: tuple[Item, ...]
    labels: tuple[Label, ...]
    names: tuple[Label, ...]
    spots: Mapping[str, Spot]
    turns: int = 1
    mirrors: bool = False

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


class Choice(NamedTuple):
    """A button beside the board: a step towards a move that lies on no place of the ground, as how much is paid.

    It counts as a click on a spot of that name in the paths of moves; `key` (a letter or digit) presses it while the
    board has the focus, and `why` says why it cannot be chosen now ("" if it can). Enter on the board takes the one that is
    `proposed`.
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
    """A column of a sheet: its head, its share of the width, and what stands in it: "place" and "name" and "words" at the
    left, "number" and "sum" at the right."""

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
    """What a decision may lead to: a few words, the position then, what led there, and that in a short sentence or two."""

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
    """What was hidden: the head of the part of the game that ends with it, in a sentence what it was, and of all that it
    may have been (by the names that `Viewpoint.beliefs` has under `what`) the one that it was, each with its drawing."""

    head: str
    words: str
    what: str
    was: str
    shapes: Mapping[str, str]


class Words(ABC):
    """What is said about one game. A game without a board may have them alone, as `Words` in `<id>/words.py`.

    `turn_word` is what the game calls what `turn` counts, `told_options` are the options that its title always has, also at
    their defaults.
    """

    turn_word = "turn"
    told_options: tuple[str, ...] = ()

    def stands(self, fields: Fields, turn: int) -> str:
        """Where in the game this is, as in "turn 12"; "" before its first turn."""
        return f"{self.turn_word} {turn}" if turn else ""

    def stands_of(self, fields: Fields, turn: int, last: int) -> str:
        """The same with how far the game has come, as in "turn 3 of 12", where turns are counted through it."""
        return f"{self.stands(fields, turn)} of {max(turn, last)}" if turn else ""

    def option(self, name: str, value: str = "") -> str:
        """An option in words, as in "size 5", or without a value what it is called."""
        return " ".join(filter(None, (name.replace("_", " "), value)))

    @abstractmethod
    def expects(self, point: Point) -> str:
        """What is expected now, in a sentence."""

    def task(self, point: Point) -> str:
        """What whoever decides is wanted for, as in "to write a plan"; "" for nothing in particular. Anybody may read it."""
        return ""

    @abstractmethod
    def tell(self, info: GameInfo, event: Event) -> str:
        """One event in words, "" if there is nothing to say."""

    def tell_to(self, info: GameInfo, seat: int, event: Event) -> str:
        """The same to a seat that reads it, which may be spoken to; as everybody is told unless the game has words for that."""
        return self.tell(info, event)

    def remark(self, info: GameInfo, event: Event) -> str:
        """What the board does not show of an event, as a turn that is cut short, to be said for a while; "" for nothing."""
        return ""

    def learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """What its own turn has told a seat that the board does not go on showing, in a sentence; "" for nothing."""
        return ""

    def opens(self, event: Event) -> bool:
        """Whether a new part of a turn begins with this event, as a slot in which several act."""
        return False

    def revealed(self, seat: int, facts: Iterable[str]) -> str:
        """What a seat decided in secret, as far as the facts that came to light after it tell; "" for nothing."""
        return ""

    @abstractmethod
    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Moves of one seat in words, as in "remove d4 and e5, then place a1"."""

    @abstractmethod
    def text(self, point: Point) -> str:
        """The position as lines of text."""

    def sound(self, event: Event) -> str:
        """The sound of an event: "move", "capture", "dice", "over", or "" for none."""
        if event.kind in ("capture", "over"):
            return event.kind
        return "dice" if event.seat < 0 and event.values else "move" if event.where else ""

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
    seat_colours: tuple[str, ...] = ("accent", "red", "blue", "yellow_edge")  # of the palette: lines that stand for the seats

    @abstractmethod
    def ground(self, fields: Fields) -> Ground: ...

    @abstractmethod
    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        """What stands on the board. `viewer` is the seat whose view the fields are, None for whoever watches or sees all."""

    @abstractmethod
    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """The shape that stands for a seat."""

    @abstractmethod
    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """The game's own cards; `turn` holds what has happened in this turn so far, as far as it is known."""

    @abstractmethod
    def tumble(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Large shapes that the first panel shows one after the other before this event, as dice that roll; () for none."""

    def path(self, move: str) -> tuple[str, ...]:
        """The spots that are clicked, in order, to make a move of this text, where that is the same in every position."""
        raise NotImplementedError("a board says `path`, or `paths` where clicks depend on the position")

    def paths(self, point: Point, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The spots that are clicked, in order, to make each of these moves, which are legal at this point."""
        return {move: self.path(move) for move in moves}

    @abstractmethod
    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Why a click on this spot is no step towards a move, in a sentence."""

    @abstractmethod
    def promise(self, point: Point, move: str) -> str:
        """What a legal move would do, in a sentence."""

    def drag(self, move: str) -> tuple[str, str] | None:
        """Where a drag that makes this move begins and ends, if that is not its path: spots, HAND, BESIDE."""
        return None

    def carried(self, point: Point, start: str) -> Item | None:
        """The piece that a drag which begins on this spot (or HAND) carries, None if nothing can be dragged from there."""
        return None

    def lead(self, point: Point, chosen: Sequence[str]) -> str:
        """What is to be clicked after these spots, in a sentence."""
        return f"{chosen[-1]}: choose what follows."

    def choices(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Choice, ...]:
        """Buttons for the steps that lie on no place of the ground, after these spots; `spots` are all that lead on."""
        return ()

    def collects(self, point: Point) -> bool:
        """Whether what is chosen here is written on a sheet and made when the whole turn is, not at once."""
        return False

    def sheet(self, point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
        """The sheet of a turn that began at this point, with what is written on it so far ("" for a line that is left
        empty) and what is wrong with each line ("" for nothing)."""
        return None

    def ledger(self, info: GameInfo, fields: Fields, seat: int, turn: Sequence[Event]) -> Sheet | None:
        """The sheet of a turn that this seat has written, with what came of it in these events; None where there is none."""
        return None

    def intends(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Marks that show where what is written leads if nobody interferes."""
        return ()

    def outcomes(self, point: Point) -> tuple[Outcome, ...]:
        """What the decision to be made may lead to, where few things can, to be shown side by side."""
        return ()

    def at_stake(self, point: Point) -> str:
        """What is decided where there are outcomes, in a sentence or two."""
        return ""

    def form(self, point: Point) -> Form | None:
        """The grid that people fill beside this game, None if there is none."""
        return None

    def deduced(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        """What is certain, or how likely, in each cell of the form, row by row; it may take a second."""
        return ()

    def believed(self, point: Viewpoint) -> tuple[Label, ...]:
        """Words on the board that tell how likely something hidden is; it may take a second."""
        return ()

    def reveals(self, point: Viewpoint, move: str) -> str:
        """What a move would be expected to tell, in a sentence; it may take a second."""
        return ""

    def called(self, spot: str) -> str:
        """What a spot is called in words."""
        return spot

    def truth(self, info: GameInfo, event: Event) -> Truth | None:
        """What was hidden, where this event shows it to everybody at the end of a part of the game."""
        return None

    def guess(self, event: Event) -> str:
        """What the seat of this event says it takes the hidden for, "" if it says nothing of it."""
        return ""

    def standing_on(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        """What stands on a spot, in a few words to whoever looks (as in `pieces`), "" if there is nothing to say."""
        return ""

    def belongings(self, info: GameInfo, fields: Fields, seat: int) -> str:
        """What a seat has besides points, in a few words, "" for nothing."""
        return ""

    def standing(self, info: GameInfo, points: int) -> str:
        """A seat's points as its card shows them, as in "26"."""
        return str(points)

    @abstractmethod
    def open(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Marks on the spots chosen so far and on those that may be clicked now."""

    def shut(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Veils over what stands on spots that are impossible now; why they are says `refusal`. Without any `spots` that lead on
        nothing may be chosen, as in another's turn and in what was."""
        return ()

    def known(self, point: Point, spot: str) -> Known:
        """What the pointer on a spot shows before anything is chosen, besides what a click would do."""
        return Known()

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
