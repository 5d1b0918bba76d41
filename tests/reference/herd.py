"""Herd by Mark Steere (2022), slow and plain, in the order of its rules page.

Every public function takes a spec and a position text and raises `Refused` for what the page refuses.
Seats are 0 (Red) and 1 (Blue). Inside, a cell is (row, number): row 0 is `a`, numbers start at 1.
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


class Refused(ValueError):
    """What the page refuses: `field` is `spec`, `position`, a field of the position text, or `move`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


@dataclass(frozen=True)
class Position:
    """`stones`: occupied cell to `r` or `b`; `dice`: (high, low), `left`: (removals, placements), () for `-`."""

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
        raise Refused("spec", f"{spec!r} is neither herd nor herd(size=N) with N from 2 to 8")
    return int(match[1] or 5)


def canonical(spec: str) -> str:
    """The spec with its default left out."""
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
    touched = [(row, number - 1), (row, number + 1)]
    for other in (row - 1, row + 1):
        if row_length(size, other) > row_length(size, row):
            touched += [(other, number), (other, number + 1)]
        else:
            touched += [(other, number - 1), (other, number)]
    return [one for one in touched if one in cells(size)]


def name(cell: Cell) -> str:
    row, number = cell
    return f"{'abcdefghijklmno'[row]}{number}"


def names(several: list[Cell]) -> list[str]:
    return sorted(name(cell) for cell in several)


def is_full(size: int, stones: dict[Cell, str]) -> bool:
    return len(stones) == len(cells(size))


def count(stones: dict[Cell, str], colour: str) -> int:
    return list(stones.values()).count(colour)


# Turn
def choosable(position: Position) -> list[Cell]:
    """Step 3: the empty cells with an adjacent cell that is empty or holds an own stone."""
    size, stones, enemy = position.size, position.stones, ENEMY[position.side]
    empty = [cell for cell in cells(size) if cell not in stones]
    return [cell for cell in empty if any(stones.get(one) != enemy for one in adjacent(size, cell))]


def captured_by(position: Position, placed: Cell) -> list[Cell]:
    """Step 4: the enemy stones adjacent to the placed one whose adjacent cells all hold the mover's stones."""
    size, stones, mover = position.size, position.stones, position.side
    touched = [cell for cell in adjacent(size, placed) if stones.get(cell) == ENEMY[mover]]
    return [cell for cell in touched if all(stones.get(one) == mover for one in adjacent(size, cell))]


def turn_is_over(position: Position) -> bool:
    """Step 5, for a position with dice."""
    removals, placements = position.left
    return removals == 0 and (placements == 0 or not choosable(position))


def legal(position: Position) -> list[str]:
    """The legal moves in byte order, the rolls among them where chance decides; empty when over."""
    if position.side == ".":
        return []
    if not position.dice:
        return sorted(ROLLS)
    if position.left[0] > 0:
        return sorted(f"x{name(cell)}" for cell, held in position.stones.items() if held == ENEMY[position.side])
    return names(choosable(position))


def steps(position: Position, move: str) -> list[Step]:
    """What a legal move does, one thing after the other: (kind, cells, position after it)."""
    if not position.dice:
        done = roll(position, move)
    elif move.startswith("x"):
        done = remove(position, cell_named(position, move[1:]))
    else:
        done = place(position, cell_named(position, move))
    last = done[-1][2]
    full = is_full(last.size, last.stones)
    if full or (turn_is_over(last) and last.turn == LAST_TURN):
        done.append(("over", [], replace(last, side=".", dice=(), left=())))
    elif turn_is_over(last):
        done.append(("turn", [], replace(last, side=ENEMY[last.side], turn=last.turn + 1, dice=(), left=())))
    return done


def roll(position: Position, dice: str) -> list[Step]:
    high, low = ROLLS[dice]
    enemies = count(position.stones, ENEMY[position.side])
    left = (0, low) if position.turn == 1 else (min(low, enemies), high)
    return [("roll", [], replace(position, dice=(high, low), left=left))]


def remove(position: Position, cell: Cell) -> list[Step]:
    removals, placements = position.left
    stones = {one: colour for one, colour in position.stones.items() if one != cell}
    return [("remove", [cell], replace(position, stones=stones, left=(removals - 1, placements)))]


def place(position: Position, cell: Cell) -> list[Step]:
    owed = position.left[1] - 1
    stones = {**position.stones, cell: position.side}
    after = replace(position, stones=stones, left=(0, owed))
    captured = captured_by(after, cell)
    if not captured:
        return [("place", [cell], after)]
    stones = {one: colour for one, colour in stones.items() if one not in captured}
    freed = replace(after, stones=stones, left=(0, owed + len(captured)))
    return [("place", [cell], after), ("capture", captured, freed)]


def cell_named(position: Position, text: str) -> Cell:
    return next(cell for cell in cells(position.size) if name(cell) == text)


# Position text: what a field alone can say; None where it cannot be read
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
    """Fields are judged in the line's order, a relation at the one the page names and only if all of it can be read."""
    size = size_of(spec)
    fields = text.split(" ")
    if len(fields) != 5:
        raise Refused("position", "must have 5 fields: rows, side, turn, dice, left")
    stones = read_rows(size, fields[0])
    side = fields[1] if fields[1] in ("r", "b", ".") else None
    turn = int(fields[2]) if re.fullmatch("[1-9][0-9]{0,2}|1[0-9]{3}|2000", fields[2]) else None
    dice = () if fields[3] == "-" else ROLLS.get(fields[3])
    left = read_left(fields[4])
    if stones is None:
        raise Refused("rows", f"not {2 * size - 1} rows of r, b and numbers that fit the board")
    full = is_full(size, stones)
    if full and side in ("r", "b"):
        raise Refused("rows", "a full board with a side to move")
    if side is None:
        raise Refused("side", "must be r, b or .")
    if turn is not None and side == "." and not full and turn != LAST_TURN:
        raise Refused("side", f"over, but the board is not full and the turn is not {LAST_TURN}")
    if turn is not None and side == ("b" if turn % 2 == 1 else "r"):
        raise Refused("side", "Red plays odd turns, Blue even ones")
    if turn is None:
        raise Refused("turn", f"must be a number from 1 to {LAST_TURN}")
    if dice is None:
        raise Refused("dice", "must be - or two dice, the high one first, as 5-3")
    if side == "." and dice:
        raise Refused("dice", "dice when the game is over")
    if left is None:
        raise Refused("left", "must be - or removals and placements, as x3+5")
    position = Position(size, stones, side, turn, dice, left)
    if bool(dice) != bool(left):
        raise Refused("left", "dice and left come together")
    if dice:
        judge_left(position)
    return position


def judge_left(position: Position) -> None:
    high, low = position.dice
    removals, placements = position.left
    for wrong, reason in (
        (removals > low, "more removals than the low die"),
        (removals > 0 and position.turn == 1, "turn 1 has no removals"),
        (removals > count(position.stones, ENEMY[position.side]), "more removals than enemy stones"),
        (removals > 0 and placements != high, "while removals are left the placements are the high die"),
        (not 1 <= placements <= 99, "placements must be 1 to 99"),
        (turn_is_over(position), "no cell may be chosen: the turn is already over"),
    ):
        if wrong:
            raise Refused("left", reason)


def write(position: Position) -> str:
    rows = []
    for row in reversed(range(2 * position.size - 1)):
        line = "".join(position.stones.get(cell, " ") for cell in cells(position.size) if cell[0] == row)
        rows.append(re.sub(" +", lambda run: str(len(run[0])), line))
    dice = "{}-{}".format(*position.dice) if position.dice else "-"
    left = "x{}+{}".format(*position.left) if position.left else "-"
    return f"{'/'.join(rows)} {position.side} {position.turn} {dice} {left}"


# Public: on texts
def start(spec: str) -> str:
    return write(Position(size_of(spec), {}, "r", 1, (), ()))


def refusal(spec: str, text: str) -> str | None:
    """The first faulty field, `position` if their number is wrong, `spec` for a bad spec; None if all is well."""
    try:
        read(spec, text)
    except Refused as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """`seat 1`, `seat 2`, `chance` or `over`."""
    position = read(spec, text)
    if position.side == ".":
        return "over"
    if not position.dice:
        return "chance"
    return "seat 1" if position.side == "r" else "seat 2"


def moves(spec: str, text: str) -> list[str]:
    """The legal moves in byte order; empty where chance decides and when over."""
    position = read(spec, text)
    return legal(position) if position.dice else []


def chances(spec: str, text: str) -> list[tuple[str, Fraction]]:
    """The rolls in byte order with their probabilities; empty where chance does not decide."""
    if actor(spec, text) != "chance":
        return []
    return [(roll, Fraction(1 if ROLLS[roll][0] == ROLLS[roll][1] else 2, 36)) for roll in sorted(ROLLS)]


def events(spec: str, text: str, move: str) -> list[Event]:
    """(kind, cells in byte order, position text after the step); only the last text need be a legal position."""
    position = read(spec, text)
    if move not in legal(position):
        raise Refused("move", f"{move!r} is not legal here")
    return [(kind, names(several), write(after)) for kind, several, after in steps(position, move)]


def play(spec: str, text: str, move: str) -> str:
    return events(spec, text, move)[-1][2]


def points(spec: str, text: str) -> tuple[int, int]:
    """The stones on the board: Red's, Blue's."""
    stones = read(spec, text).stones
    return count(stones, "r"), count(stones, "b")


def returns(spec: str, text: str) -> tuple[int, int] | None:
    """1 for the win, 0 for the draw, -1 for the loss: Red's, Blue's; None while the game is not over."""
    if actor(spec, text) != "over":
        return None
    red, blue = points(spec, text)
    outcome = (red > blue) - (red < blue)
    return outcome, -outcome


def view(spec: str, text: str, seat: int | None) -> str:
    """Nothing is hidden: the position text, for either seat and for nobody's (None)."""
    return write(read(spec, text))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Nothing is hidden: the move text."""
    events(spec, text, move)
    return move


def perft(spec: str, text: str, depth: int) -> int:
    """The number of sequences of `depth` moves; those that end earlier are not counted."""
    return sequences(read(spec, text), depth)


def sequences(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal(position))
    return sum(sequences(steps(position, move)[-1][2], depth - 1) for move in legal(position))
