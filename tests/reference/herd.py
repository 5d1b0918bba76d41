"""Reference implementation of Herd by Mark Steere (2022), in the order of its rules page.

Every public function takes a spec and a position text and raises `RefusedError` if the rules page rejects one of them.
Seats are 0 (Red) and 1 (Blue). Internally a cell is (row, number): row 0 is `a`, numbers start at 1.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

Cell = tuple[int, int]
Event = tuple[str, list[str], str]

LAST_TURN = 2000
ENEMY = {"r": "b", "b": "r"}
ROLLS = {f"{high}-{low}": (high, low) for high in range(1, 7) for low in range(1, high + 1)}


class RefusedError(ValueError):
    """A spec, position or move that the rules page rejects.

    `field` is `spec`, `position`, a field of the position text, or `move`.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


@dataclass(frozen=True)
class Position:
    """A position.

    `stones` maps an occupied cell to `r` or `b`. `dice` is (high, low) and `left` is (removals, placements); both are
    () for `-`.
    """

    size: int
    stones: dict[Cell, str]
    side: str
    turn: int
    dice: tuple[int, ...]
    left: tuple[int, ...]


Step = tuple[str, list[Cell], Position]


# Spec
def size_of(spec: str) -> int:
    match = re.fullmatch(r"herd(?:\(size=([2-8])\))?", spec)
    if match is None:
        raise RefusedError("spec", f"{spec!r} is neither herd nor herd(size=N) with N from 2 to 8")
    return int(match[1] or 5)


def canonical(spec: str) -> str:
    """Return the spec without its default value."""
    size = size_of(spec)
    return "herd" if size == 5 else f"herd(size={size})"


# Board
def row_length(size: int, row: int) -> int:
    return 2 * size - 1 - abs(size - 1 - row)


@cache
def cells(size: int) -> list[Cell]:
    return [(row, number) for row in range(2 * size - 1) for number in range(1, row_length(size, row) + 1)]


@cache
def adjacent(size: int, cell: Cell) -> list[Cell]:
    row, number = cell
    neighbours = [(row, number - 1), (row, number + 1)]
    for neighbour_row in (row - 1, row + 1):
        if row_length(size, neighbour_row) > row_length(size, row):
            neighbours += [(neighbour_row, number), (neighbour_row, number + 1)]
        else:
            neighbours += [(neighbour_row, number - 1), (neighbour_row, number)]
    return [neighbour for neighbour in neighbours if neighbour in cells(size)]


def name(cell: Cell) -> str:
    row, number = cell
    return f"{'abcdefghijklmno'[row]}{number}"


def names(cells: list[Cell]) -> list[str]:
    return sorted(name(cell) for cell in cells)


def is_full(size: int, stones: dict[Cell, str]) -> bool:
    return len(stones) == len(cells(size))


def count(stones: dict[Cell, str], colour: str) -> int:
    return list(stones.values()).count(colour)


# Turn
def playable_cells(position: Position) -> list[Cell]:
    """Return the cells of step 3: empty, with an adjacent cell that is empty or holds an own stone."""
    size, stones, enemy = position.size, position.stones, ENEMY[position.side]
    empty = [cell for cell in cells(size) if cell not in stones]
    return [cell for cell in empty if any(stones.get(neighbour) != enemy for neighbour in adjacent(size, cell))]


def captured_by(position: Position, placed: Cell) -> list[Cell]:
    """Return the captures of step 4.

    These are the enemy stones adjacent to the placed stone whose adjacent cells all hold the mover's stones.
    """
    size, stones, mover = position.size, position.stones, position.side
    enemies = [cell for cell in adjacent(size, placed) if stones.get(cell) == ENEMY[mover]]
    return [cell for cell in enemies if all(stones.get(neighbour) == mover for neighbour in adjacent(size, cell))]


def turn_is_over(position: Position) -> bool:
    """Apply step 5 to a position with dice."""
    removals, placements = position.left
    return removals == 0 and (placements == 0 or not playable_cells(position))


def legal_moves(position: Position) -> list[str]:
    """Return the legal moves (or rolls) in byte order; empty when the game is over."""
    if position.side == ".":
        return []
    if not position.dice:
        return sorted(ROLLS)
    if position.left[0] > 0:
        return sorted(f"x{name(cell)}" for cell, colour in position.stones.items() if colour == ENEMY[position.side])
    return names(playable_cells(position))


def move_steps(position: Position, move: str) -> list[Step]:
    """Return the consecutive steps of a legal move: (kind, cells, position after the step)."""
    if not position.dice:
        steps = roll(position, move)
    elif move.startswith("x"):
        steps = remove(position, parse_cell(position, move[1:]))
    else:
        steps = place(position, parse_cell(position, move))
    last = steps[-1][2]
    full = is_full(last.size, last.stones)
    if full or (turn_is_over(last) and last.turn == LAST_TURN):
        steps.append(("over", [], replace(last, side=".", dice=(), left=())))
    elif turn_is_over(last):
        steps.append(("turn", [], replace(last, side=ENEMY[last.side], turn=last.turn + 1, dice=(), left=())))
    return steps


def roll(position: Position, dice: str) -> list[Step]:
    high, low = ROLLS[dice]
    enemies = count(position.stones, ENEMY[position.side])
    left = (0, low) if position.turn == 1 else (min(low, enemies), high)
    return [("roll", [], replace(position, dice=(high, low), left=left))]


def remove(position: Position, cell: Cell) -> list[Step]:
    removals, placements = position.left
    stones = {occupied: colour for occupied, colour in position.stones.items() if occupied != cell}
    return [("remove", [cell], replace(position, stones=stones, left=(removals - 1, placements)))]


def place(position: Position, cell: Cell) -> list[Step]:
    placements = position.left[1] - 1
    stones = {**position.stones, cell: position.side}
    after = replace(position, stones=stones, left=(0, placements))
    captured = captured_by(after, cell)
    if not captured:
        return [("place", [cell], after)]
    stones = {occupied: colour for occupied, colour in stones.items() if occupied not in captured}
    after_capture = replace(after, stones=stones, left=(0, placements + len(captured)))
    return [("place", [cell], after), ("capture", captured, after_capture)]


def parse_cell(position: Position, text: str) -> Cell:
    return next(cell for cell in cells(position.size) if name(cell) == text)


# Parsing single fields; None for text that cannot be parsed
def read_rows(size: int, text: str) -> dict[Cell, str] | None:
    rows = text.split("/")
    if len(rows) != 2 * size - 1:
        return None
    stones: dict[Cell, str] = {}
    for row, line in enumerate(reversed(rows)):
        number = 1
        for part in re.findall(r"[0-9]+|[^0-9]", line):  # adjacent digits are one number, so runs are maximal
            if part in ("r", "b"):
                stones[row, number] = part
                number += 1
            elif re.fullmatch(r"[1-9][0-9]?", part):
                number += int(part)
            else:
                return None
        if number - 1 != row_length(size, row):
            return None
    return stones


def read_left(text: str) -> tuple[int, ...] | None:
    if text == "-":
        return ()
    match = re.fullmatch(r"x(0|[1-9][0-9]{0,2})\+(0|[1-9][0-9]{0,2})", text)
    return (int(match[1]), int(match[2])) if match else None


def read(spec: str, text: str) -> Position:
    """Return the position of a text.

    Fields are checked in their order in the text. A relation between fields is checked at the field that the rules page
    names, if all its fields can be parsed.

    Raises:
        RefusedError: The spec or a field is invalid.
    """
    size = size_of(spec)
    fields = text.split(" ")
    if len(fields) != 5:
        raise RefusedError("position", "must have 5 fields: rows, side, turn, dice, left")
    stones = read_rows(size, fields[0])
    side = fields[1] if fields[1] in ("r", "b", ".") else None
    turn = int(fields[2]) if re.fullmatch("[1-9][0-9]{0,2}|1[0-9]{3}|2000", fields[2]) else None
    dice = () if fields[3] == "-" else ROLLS.get(fields[3])
    left = read_left(fields[4])
    if stones is None:
        raise RefusedError("rows", f"not {2 * size - 1} rows of r, b and numbers that fit the board")
    full = is_full(size, stones)
    if full and side in ("r", "b"):
        raise RefusedError("rows", "a full board with a side to move")
    if side is None:
        raise RefusedError("side", "must be r, b or .")
    if turn is not None and side == "." and not full and turn != LAST_TURN:
        raise RefusedError("side", f"over, but the board is not full and the turn is not {LAST_TURN}")
    if turn is not None and side == ("b" if turn % 2 == 1 else "r"):
        raise RefusedError("side", "Red plays odd turns, Blue even ones")
    if turn is None:
        raise RefusedError("turn", f"must be a number from 1 to {LAST_TURN}")
    if dice is None:
        raise RefusedError("dice", "must be - or two dice, the high one first, as 5-3")
    if side == "." and dice:
        raise RefusedError("dice", "dice when the game is over")
    if left is None:
        raise RefusedError("left", "must be - or removals and placements, as x3+5")
    position = Position(size, stones, side, turn, dice, left)
    if bool(dice) != bool(left):
        raise RefusedError("left", "dice and left come together")
    if dice:
        check_left(position)
    return position


def check_left(position: Position) -> None:
    high, low = position.dice
    removals, placements = position.left
    for is_invalid, reason in (
        (removals > low, "more removals than the low die"),
        (removals > 0 and position.turn == 1, "turn 1 has no removals"),
        (removals > count(position.stones, ENEMY[position.side]), "more removals than enemy stones"),
        (removals > 0 and placements != high, "while removals are left the placements are the high die"),
        (not 1 <= placements <= 99, "placements must be 1 to 99"),
        (turn_is_over(position), "no cell may be chosen: the turn is already over"),
    ):
        if is_invalid:
            raise RefusedError("left", reason)


def write(position: Position) -> str:
    rows = []
    for row in reversed(range(2 * position.size - 1)):
        line = "".join(position.stones.get(cell, " ") for cell in cells(position.size) if cell[0] == row)
        rows.append(re.sub(" +", lambda run: str(len(run[0])), line))
    dice = "{}-{}".format(*position.dice) if position.dice else "-"
    left = "x{}+{}".format(*position.left) if position.left else "-"
    return f"{'/'.join(rows)} {position.side} {position.turn} {dice} {left}"


# Public functions, which take position texts
def start(spec: str) -> str:
    return write(Position(size_of(spec), {}, "r", 1, (), ()))


def refusal(spec: str, text: str) -> str | None:
    """Return the first invalid field, or None if the position is valid.

    The result is `position` if the number of fields is wrong, and `spec` if the spec is invalid.
    """
    try:
        read(spec, text)
    except RefusedError as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """Return `seat 1`, `seat 2`, `chance` or `over`."""
    position = read(spec, text)
    if position.side == ".":
        return "over"
    if not position.dice:
        return "chance"
    return "seat 1" if position.side == "r" else "seat 2"


def moves(spec: str, text: str) -> list[str]:
    """Return the legal moves in byte order; empty at a chance event and when the game is over."""
    position = read(spec, text)
    return legal_moves(position) if position.dice else []


def chances(spec: str, text: str) -> list[tuple[str, Fraction]]:
    """Return the rolls in byte order with their probabilities; empty if the position is not a chance event."""
    if actor(spec, text) != "chance":
        return []
    return [(roll, Fraction(1 if ROLLS[roll][0] == ROLLS[roll][1] else 2, 36)) for roll in sorted(ROLLS)]


def events(spec: str, text: str, move: str) -> list[Event]:
    """Return the events of a move: (kind, cells in byte order, position text after the event).

    Only the last text has to be a legal position.
    """
    position = read(spec, text)
    if move not in legal_moves(position):
        raise RefusedError("move", f"{move!r} is not legal here")
    return [(kind, names(cells), write(after)) for kind, cells, after in move_steps(position, move)]


def play(spec: str, text: str, move: str) -> str:
    return events(spec, text, move)[-1][2]


def points(spec: str, text: str) -> tuple[int, int]:
    """Return the number of stones on the board, for Red and for Blue."""
    stones = read(spec, text).stones
    return count(stones, "r"), count(stones, "b")


def returns(spec: str, text: str) -> tuple[int, int] | None:
    """Return 1 for a win, 0 for a draw and -1 for a loss, for Red and for Blue; None until the game ends."""
    if actor(spec, text) != "over":
        return None
    red, blue = points(spec, text)
    outcome = (red > blue) - (red < blue)
    return outcome, -outcome


def view(spec: str, text: str, seat: int | None) -> str:
    """Return the position text: every seat, and the public (None), sees everything."""
    return write(read(spec, text))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Return the move text: every seat sees every move."""
    events(spec, text, move)
    return move


def perft(spec: str, text: str, depth: int) -> int:
    """Count the sequences of exactly `depth` moves; shorter games are not counted."""
    return count_sequences(read(spec, text), depth)


def count_sequences(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal_moves(position))
    return sum(count_sequences(move_steps(position, move)[-1][2], depth - 1) for move in legal_moves(position))
