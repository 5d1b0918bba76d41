"""The texts of Herbs: moves, views and position texts.

A position text is `<board> <herbs> <ap> <piles> <points> <tie> <round> <idle> <phase>`. The compiled rules read and
write it as a `Table`. Seats, slots, squares and moves count from 0; the square `11 * row + column` begins with A1, B1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from fastcore.values import Field, with_runs

SIDE = 11
SQUARES = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "ABCDEFGHIJK")
SQUARE_OF = {name: square for square, name in enumerate(SQUARES)}
PITS = tuple(SQUARE_OF[name] for name in ("C3", "I3", "F6", "C9", "I9"))
FACINGS = "^>v<"
MOST_AP = 400
MOST_POINTS = 99_999
MOST_WHITE, MOST_BLACK = 12, 8
MOST_IDLE = 3
NONE = -1
"""No bid yet, or no stone."""

UNKNOWN = -2
"""The hidden rest of a plan, or a hidden bid, written as `?`."""

WHOLE = (False, False)
"""The seats whose plans a position text hides: none."""

FIELDS = (
    Field(
        "board",
        "board",
        "rows 11 to 1, joined by /: w, b, and numbers of squares without a stone",
        "",
        "the stones",
    ),
    Field(
        "herbs",
        "list",
        "four squares with a facing ^ > v <, or -, joined by ,",
        "A1^,K1^,A11v,K11v",
        "Herbs 0 to 3; - is destroyed",
    ),
    Field("ap", "pair", f"two numbers from 0 to {MOST_AP}", "200,200", "action points left after the plans"),
    Field(
        "piles",
        "pair",
        f"two of <white>w<black>b, up to {MOST_WHITE}w{MOST_BLACK}b",
        "12w8b,12w8b",
        "stones in the piles",
    ),
    Field("points", "pair", f"two numbers from 0 to {MOST_POINTS}", "0,0", "points"),
    Field("tie", "choice", "1 or 2", "2", "the seat that holds the tie token"),
    Field("round", "whole", "1 up to the option rounds", "1", "the number of the round"),
    Field(
        "idle",
        "whole",
        f"0 to {MOST_IDLE - 1}; {MOST_IDLE} when the game is over",
        "0",
        "rounds in a row without spending",
    ),
    Field(
        "phase",
        "text",
        "write:<seat>:<plan 1>|<plan 2>, bid:<seat>:<slot>:<plan 1>|<plan 2>:<bid>, or over",
        "write:1:|",
        "the decision to make, and the plans",
    ),
)


class Item(NamedTuple):
    """An item of a plan: an action of a Herb or a stone to place.

    Attributes:
        text: The text in a plan.
        kind: The letters of the action; "Wh" or "Bl" for a stone.
        herb: The number of the Herb; -1 for a stone.
        amount: The number of squares to move or push; for a stone, its square.
        cost: The AP that it costs.
    """

    text: str
    kind: str
    herb: int
    amount: int
    cost: int


def _items() -> Iterable[Item]:
    for herb in range(4):
        yield from (Item(f"{herb}M{squares}", "M", herb, squares, squares) for squares in range(1, 7))
        yield from (Item(f"{herb}BU{squares}", "BU", herb, squares, 2 * squares) for squares in range(1, 4))
        for kind, cost in (("TL", 0), ("TR", 0), ("HT", 1), ("BW", 0), ("WB", 1), ("F", 2)):
            yield Item(f"{herb}{kind}", kind, herb, 0, cost)
        for squares in range(1, 4):
            yield from (
                Item(f"{herb}P{squares}/{paid}", "P", herb, squares, paid) for paid in range(squares, 8 * squares + 1)
            )
    for square, name in enumerate(SQUARES):
        if square not in PITS:
            yield Item(f"Wh{name}", "Wh", -1, square, 1)
            yield Item(f"Bl{name}", "Bl", -1, square, 2)


ITEMS = tuple(sorted(_items(), key=lambda item: item.text.encode()))
"""Plan items by move number. Bids have the numbers after them."""

BIDS = tuple(sorted((f"bid{bid}" for bid in range(MOST_AP + 1)), key=str.encode))
MOVES = tuple(item.text for item in ITEMS) + BIDS
"""The texts of all moves, in byte order. A move is an index in this list."""

NUMBER = {text: move for move, text in enumerate(MOVES)}
BID_OF = tuple(int(text[3:]) for text in BIDS)
"""The AP of each bid, by move number minus `len(ITEMS)`."""


class Table(NamedTuple):
    """A position, or a view of it.

    Attributes:
        stones: "w", "b" or "" for each square.
        herbs: The square and facing of each Herb; None if it is destroyed.
        ap: The AP of each seat. A view adds the cost of the hidden items.
        piles: The white and black stones in each seat's pile.
        phase: "write", "bid" or "over"; "reveal" while plans are carried out, which no position text has.
        seat: The seat that decides; -1 for none.
        slot: The slot in the phases "bid" and "reveal"; otherwise -1.
        plans: The moves of each plan. In a view, the last one may be UNKNOWN.
        bid: Seat 1's bid; NONE before it is made, UNKNOWN if a view hides it.
    """

    stones: tuple[str, ...]
    herbs: tuple[tuple[int, int] | None, ...]
    ap: tuple[int, int]
    piles: tuple[tuple[int, int], tuple[int, int]]
    points: tuple[int, int]
    tie: int
    round: int
    idle: int
    phase: str
    seat: int
    slot: int
    plans: tuple[tuple[int, ...], tuple[int, ...]]
    bid: int


def herb_seat(herb: int) -> int:
    """Return the seat that a Herb belongs to."""
    return herb // 2


def is_stone(move: int) -> bool:
    """Return whether a move is a stone to place."""
    return 0 <= move < len(ITEMS) and ITEMS[move].herb < 0


def cost(plan: Iterable[int]) -> int:
    """Return the cost in AP of the known items of a plan."""
    return sum(ITEMS[move].cost for move in plan if move >= 0)


def can_place(ap: int, pile: tuple[int, int]) -> bool:
    """Return whether a seat can pay for a stone in its pile, and therefore must place one.

    Args:
        ap: The AP that the seat has left.
        pile: The numbers of white and black stones in its pile.
    """
    white, black = pile
    return (white > 0 and ap >= 1) or (black > 0 and ap >= 2)


# Writing --------------------------------------------------------------------------------------------------------------


def fields(table: Table) -> dict[str, str]:
    """Return the texts of the fields by name, in the order of the position text."""
    return {
        "board": board_text(table.stones),
        "herbs": ",".join(f"{SQUARES[herb[0]]}{FACINGS[herb[1]]}" if herb else "-" for herb in table.herbs),
        "ap": ",".join(map(str, table.ap)),
        "piles": ",".join(f"{white}w{black}b" for white, black in table.piles),
        "points": ",".join(map(str, table.points)),
        "tie": str(table.tie + 1),
        "round": str(table.round),
        "idle": str(table.idle),
        "phase": phase_text(table),
    }


class LaterFields(Mapping[str, str]):
    """The fields of a position, written when they are first used.

    Most events of a round are shown without them, and writing them is the slowest part.
    """

    __slots__ = ("_write", "_written")

    def __init__(self, write: Callable[[], dict[str, str]]) -> None:
        self._write = write
        self._written: dict[str, str] | None = None

    def _fields(self) -> dict[str, str]:
        if self._written is None:
            self._written = self._write()
        return self._written

    def __getitem__(self, name: str) -> str:
        return self._fields()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields())

    def __len__(self) -> int:
        return len(self._fields())

    def __repr__(self) -> str:
        return repr(self._fields())

    def __reduce__(self) -> tuple[type[dict[str, str]], tuple[dict[str, str]]]:
        return dict, (self._fields(),)  # a copy is a plain dict


@lru_cache(maxsize=256)  # most steps of a round move no stone
def board_text(stones: tuple[str, ...]) -> str:
    return "/".join(row_text(stones[SIDE * row : SIDE * row + SIDE]) for row in reversed(range(SIDE)))


def row_text(stones: Sequence[str]) -> str:
    """Return the text of a row of the board."""
    return with_runs("".join([stone or "." for stone in stones]))


def phase_text(table: Table) -> str:
    if table.phase == "over":
        return "over"
    plans = "|".join(map(plan_text, table.plans))
    if table.phase == "write":
        return f"write:{table.seat + 1}:{plans}"
    if table.phase == "reveal":
        return f"reveal:{table.slot + 1}:{plans}"
    bid = "-" if table.bid == NONE else "?" if table.bid == UNKNOWN else table.bid
    return f"bid:{table.seat + 1}:{table.slot + 1}:{plans}:{bid}"


@lru_cache(maxsize=256)  # a plan does not change while it is carried out
def plan_text(plan: tuple[int, ...]) -> str:
    return ",".join(map(item_text, plan))


def item_text(move: int) -> str:
    return "?" if move == UNKNOWN else MOVES[move]


# What a seat sees -----------------------------------------------------------------------------------------------------


def hidden_from(seat: int | None) -> tuple[bool, bool]:
    """Return for each seat whether its plan is hidden from a seat (None: from the public)."""
    return (seat != 0, seat != 1)


def viewed(table: Table, hidden: tuple[bool, bool]) -> Table:
    """Return the table as seen by a viewer to whom these seats' plans are hidden."""
    if table.phase == "over":
        return table
    plans, ap = list(table.plans), list(table.ap)
    for seat in range(2):
        if hidden[seat]:
            shown = table.slot + 1 if table.phase != "write" else 0
            writing = table.phase == "write" and seat == table.seat
            ap[seat] += cost(plans[seat][shown:])
            plans[seat] = plans[seat][:shown] + ((UNKNOWN,) if plans[seat][shown:] and not writing else ())
    bid = UNKNOWN if hidden[0] and table.bid != NONE else table.bid
    return table._replace(plans=(plans[0], plans[1]), ap=(ap[0], ap[1]), bid=bid)
