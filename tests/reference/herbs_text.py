"""Texts of Herbs: specs, squares, plan items with their costs, and the fields of the position text.

Each field is parsed separately; `herbs_refusals` checks the relations between them. Seats are numbered from 0.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

Square = tuple[int, int]  # column and row, each 0 to 10
Pair = tuple[int, int]  # for seat 1 and for seat 2; in a pile: white and black
Plan = tuple[str, ...]

SIDE = 11
COLUMNS = "ABCDEFGHIJK"
FACINGS = "^>v<"  # clockwise
STYLES = ("burst", "spread", "ends")
LARGEST_AP = 400
LARGEST_POINTS = 99_999


class RefusedError(ValueError):
    """A spec, position or move that the rules page rejects.

    `field` is `spec`, `position`, a field of the position text, or `move`.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


# Spec
class Spec(NamedTuple):
    ap: int = 200
    actions: int = 4
    patterns: str = "burst"
    rounds: int = 100


RANGES = {"ap": range(10, 401), "actions": range(1, 9), "rounds": range(1, 401)}
ALLOWED = "herbs(ap=10 to 400,actions=1 to 8,patterns=burst or spread or ends,rounds=1 to 400), each at most once"


def is_allowed(option: str, value: str) -> bool:
    if option == "patterns":
        return value in STYLES
    return option in RANGES and value in map(str, RANGES[option])


@lru_cache(maxsize=512)
def parse_spec(text: str) -> Spec:
    """Parse a spec; options may come in any order.

    Raises:
        RefusedError: The spec is not allowed.
    """
    match = re.fullmatch(r"herbs(?:\((.*)\))?", text)
    pairs = [] if match is None or match[1] is None else [part.split("=", 1) for part in match[1].split(",")]
    options = {part[0]: part[1] for part in pairs if len(part) == 2 and is_allowed(part[0], part[1])}
    if match is None or len(options) != len(pairs):
        raise RefusedError("spec", f"{text!r} is not {ALLOWED}")
    default = Spec()
    return Spec(
        int(options.get("ap", default.ap)),
        int(options.get("actions", default.actions)),
        options.get("patterns", default.patterns),
        int(options.get("rounds", default.rounds)),
    )


def spec_text(spec: Spec) -> str:
    """Return the canonical spec: only the values that differ from the defaults, in the order of the rules page."""
    parts = [
        f"{square_name}={value}"
        for square_name, value in spec._asdict().items()
        if value != Spec._field_defaults[square_name]
    ]
    return f"herbs({','.join(parts)})" if parts else "herbs"


# Squares
@cache
def square_name(square: Square) -> str:
    column, row = square
    return f"{COLUMNS[column]}{row + 1}"


SQUARES = {square_name((column, row)): (column, row) for row in range(SIDE) for column in range(SIDE)}
PITS = frozenset(SQUARES[pit] for pit in ("C3", "C9", "F6", "I3", "I9"))


class Herb(NamedTuple):
    square: Square
    facing: int  # index in FACINGS


Herbs = tuple[Herb | None, ...]  # four; None for a destroyed Herb


def own_herbs(seat: int) -> tuple[int, int]:
    return 2 * seat, 2 * seat + 1


def owner(herb: int) -> int:
    return herb // 2


# Plan items
COSTS = {
    **{f"M{n}": n for n in range(1, 7)},
    "TL": 0,
    "TR": 0,
    "HT": 1,
    **{f"BU{n}": 2 * n for n in range(1, 4)},
    **{f"P{n}/{paid}": paid for n in range(1, 4) for paid in range(n, 8 * n + 1)},
    "BW": 0,
    "WB": 1,
    "F": 2,
}
ACTIONS = {f"{herb}{action}": price for herb in range(4) for action, price in COSTS.items()}
STONES = {
    f"{kind}{square}": price
    for kind, price in (("Wh", 1), ("Bl", 2))
    for square in SQUARES
    if SQUARES[square] not in PITS
}
PRICES = {**ACTIONS, **STONES, "?": 0}


def cost(plan: Plan) -> int:
    """Return the AP cost of the visible items; a `?` adds nothing."""
    return sum(PRICES[item] for item in plan)


def stone_of(plan: Plan) -> str | None:
    return plan[-1] if plan and plan[-1] in STONES else None


def affords_stone(ap: int, pile: Pair) -> bool:
    """Return whether `ap` can pay for a stone of the pile."""
    white, black = pile
    return (ap >= 1 and white > 0) or (ap >= 2 and black > 0)


# Position
class Phase(NamedTuple):
    """The phase.

    `seat` is the seat to decide. In a bid, `slot` is numbered from 1, and `bid` is the bid of seat 1, `-` for none or
    `?` if hidden.
    """

    kind: str
    seat: int = 0
    plans: tuple[Plan, Plan] = ((), ())
    slot: int = 0
    bid: str = "-"


@dataclass(frozen=True)
class Position:
    """A position. `stones` maps an occupied square to `w` or `b` and is never changed in place."""

    stones: dict[Square, str]
    herbs: Herbs
    ap: Pair
    piles: tuple[Pair, Pair]
    points: Pair
    tie: int
    round: int
    idle: int
    phase: Phase


# Parsing single fields; None for text that cannot be parsed
@lru_cache(maxsize=20_000)
def read_row(text: str) -> dict[int, str] | None:
    """Return the colours of a row by column."""
    stones: dict[int, str] = {}
    column = 0
    for part in re.findall(r"[0-9]+|[^0-9]", text):  # adjacent digits are one number, so runs are maximal
        if part in ("w", "b"):
            stones[column] = part
            column += 1
        elif re.fullmatch("[1-9]|1[01]", part):
            column += int(part)
        else:
            return None
    return stones if column == SIDE else None


def read_board(text: str) -> dict[Square, str] | None:
    rows = [read_row(line) for line in reversed(text.split("/"))]
    if len(rows) != SIDE or None in rows:
        return None
    return {(column, number): colour for number, row in enumerate(rows) if row for column, colour in row.items()}


@lru_cache(maxsize=20_000)
def read_herbs(text: str) -> Herbs | None:
    herbs: list[Herb | None] = []
    for part in text.split(","):
        if part == "-":
            herbs.append(None)
        elif part[:-1] in SQUARES and part[-1] in FACINGS:
            herbs.append(Herb(SQUARES[part[:-1]], FACINGS.index(part[-1])))
        else:
            return None
    return tuple(herbs) if len(herbs) == 4 else None


@lru_cache(maxsize=20_000)
def read_number(text: str, lowest: int, highest: int) -> int | None:
    if re.fullmatch("0|[1-9][0-9]{0,4}", text) is None:
        return None
    return int(text) if lowest <= int(text) <= highest else None


def read_pair(text: str, highest: int) -> Pair | None:
    numbers = [read_number(part, 0, highest) for part in text.split(",")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


def read_piles(text: str) -> tuple[Pair, Pair] | None:
    match = re.fullmatch(",".join(["([0-9]|1[0-2])w([0-8])b"] * 2), text)
    return ((int(match[1]), int(match[2])), (int(match[3]), int(match[4]))) if match else None


def read_plan(text: str) -> Plan | None:
    plan = tuple(text.split(",")) if text else ()
    return plan if all(item in PRICES for item in plan) else None


def read_phase(text: str) -> Phase | None:
    """Parse the form only: `?` is accepted in place of any item and of the bid."""
    if text == "over":
        return Phase("over")
    plans = r"([^:|]*)\|([^:|]*)"
    if match := re.fullmatch(f"write:([12]):{plans}", text):
        seat, first, second = match.groups()
        slot, bid = "0", "-"
    elif match := re.fullmatch(f"bid:([12]):([1-8]):{plans}:(0|[1-9][0-9]{{0,2}}|[-?])", text):
        seat, slot, first, second, bid = match.groups()
    else:
        return None
    plan_1, plan_2 = read_plan(first), read_plan(second)
    if plan_1 is None or plan_2 is None:
        return None
    return Phase(text.partition(":")[0], int(seat) - 1, (plan_1, plan_2), int(slot), bid)


# Writing
@lru_cache(maxsize=20_000)
def row_text(line: str) -> str:
    """Return the text of a row in which spaces mark squares without a stone."""
    return re.sub(" +", lambda run: str(len(run[0])), line)


def board_text(stones: dict[Square, str]) -> str:
    rows = [[" "] * SIDE for _ in range(SIDE)]
    for (column, row), colour in stones.items():
        rows[row][column] = colour
    return "/".join(row_text("".join(row)) for row in reversed(rows))


def herbs_text(herbs: Herbs) -> str:
    return ",".join("-" if herb is None else f"{square_name(herb.square)}{FACINGS[herb.facing]}" for herb in herbs)


def phase_text(phase: Phase) -> str:
    plans = "|".join(",".join(plan) for plan in phase.plans)
    if phase.kind == "write":
        return f"write:{phase.seat + 1}:{plans}"
    return f"bid:{phase.seat + 1}:{phase.slot}:{plans}:{phase.bid}" if phase.kind == "bid" else "over"


def write_position(position: Position) -> str:
    piles = ",".join(f"{white}w{black}b" for white, black in position.piles)
    ap, points = (f"{first},{second}" for first, second in (position.ap, position.points))
    return (
        f"{board_text(position.stones)} {herbs_text(position.herbs)} {ap} {piles} {points} "
        f"{position.tie + 1} {position.round} {position.idle} {phase_text(position.phase)}"
    )
