"""Herd's position text, `<rows> <side> <turn> <dice> <left>`: read, written, and what may be wrong with it.

Plain Python over a `Table`; the compiled rules take it from there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fastcore.hexagon import hexagon
from fastcore.values import Field, Mend, Problem, quoted

SIZES = (2, 8)
LAST_TURN = 2000
FIELDS = (
    Field("rows", "board", "rows from the top down, joined by /; r, b, and numbers for runs of empty cells", "", "the stones"),
    Field("side", "choice", "r, b, or . when the game is over", "r", "whose turn it is"),
    Field("turn", "whole", f"1 to {LAST_TURN}; Red plays the odd turns", "1", "the number of the turn"),
    Field("dice", "text", "- before the roll, else high-low as in 5-3", "-", "what was rolled"),
    Field("left", "text", "- before the roll, else x<removals>+<placements> as in x3+5", "-", "what is still owed"),
)
_NUMBER = r"[1-9][0-9]{0,3}"


class Table(NamedTuple):
    """A position as read: `stones` by cell ("r", "b" or ""), dice (0, 0) before the roll, left (removals, placements)."""

    stones: Sequence[str]
    side: str
    turn: int
    dice: tuple[int, int]
    left: tuple[int, int]


def fields(size: int, table: Table) -> dict[str, str]:
    """The texts of the fields."""
    high, low = table.dice
    removals, placements = table.left
    rows = ("".join(table.stones[cell] or "." for cell in row) for row in reversed(hexagon(size).rows))
    return {
        "rows": "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows),
        "side": table.side,
        "turn": str(table.turn),
        "dice": f"{high}-{low}" if high else "-",
        "left": f"x{removals}+{placements}" if high else "-",
    }


def read(size: int, text: str) -> Table:
    """The Table of a text that has no problems."""
    rows, side, turn, dice, left = text.split(" ")
    removals, placements = left[1:].split("+") if left != "-" else ("0", "0")
    stones = _stones(size, rows)
    assert not isinstance(stones, str)
    return Table(
        stones,
        side,
        int(turn),
        (int(dice[0]), int(dice[2])) if dice != "-" else (0, 0),
        (int(removals), int(placements)),
    )


def problems(size: int, text: str) -> list[Problem]:
    """All that is wrong, in the line's order. What relates two fields is judged only where both can be read."""
    parts = text.split(" ")
    if len(parts) != len(FIELDS):
        names = " ".join(f"<{field.name}>" for field in FIELDS)
        return [Problem("position", f"{len(parts)} fields instead of 5: {names}", span=(0, len(text)))]
    check = _Check(size, text, parts)
    check.rows()
    check.side()
    check.turn()
    check.dice()
    check.left()
    return check.found


def why_not(size: int, phase: str, side: str, stones: Sequence[str], text: str) -> str:
    """Why a text is no legal move in a position, "" if it is one."""
    enemy, own_name, enemy_name = ("b", "Red", "blue") if side == "r" else ("r", "Blue", "red")
    if phase == "over":
        return "the game is over"
    if phase == "roll":
        roll = re.fullmatch("([1-6])-([1-6])", text)
        if roll is None:
            return "the dice are rolled now: high-low, as in 5-3"
        return "" if roll[1] >= roll[2] else f"the high die comes first: {roll[2]}-{roll[1]}"
    removal = text.startswith("x")
    name = text[1:] if removal else text
    board = hexagon(size)
    if name not in board.names:
        if re.fullmatch("[a-z][1-9][0-9]?", name):
            return f"this board has no cell {name}"
        example = "xd4" if phase == "remove" else "d4"
        return f"{quoted(text)} is no move: name a cell of the board, as in {example}"
    stone = stones[board.index(name)]
    if phase == "remove":
        if stone != enemy:
            return f"{name} holds no {enemy_name} stone"
        return "" if removal else f"{own_name} removes {enemy_name} stones first: x{name}"
    if removal:
        return f"{own_name} has no stone left to remove; it places now"
    if stone:
        return f"{name} holds a stone"
    return "" if _open(size, stones, board.index(name), enemy) else f"all cells around {name} are {enemy_name}"


def _open(size: int, stones: Sequence[str], cell: int, enemy: str) -> bool:
    """Whether an empty cell may be chosen: some neighbour is not an enemy stone."""
    return any(stones[other] != enemy for other in hexagon(size).neighbours[cell])


def _stones(size: int, rows: str) -> list[str] | str:
    """The stones by cell, or what is wrong with the rows."""
    board = hexagon(size)
    lines = rows.split("/")
    if len(lines) != len(board.rows):
        return f"{len(lines)} rows instead of {len(board.rows)}"
    stones = [""] * len(board.names)
    for line, cells in zip(lines, reversed(board.rows), strict=True):
        letter = board.names[cells[0]][0]
        wrong = re.search(r"[^rb0-9]", line)
        if wrong:
            return f"row {letter} has {quoted(wrong[0])}; only r, b and numbers may stand there"
        if re.search(r"(?<![0-9])0", line):
            return f"row {letter} has a number that begins with 0"
        runs = re.findall(r"[rb]|[0-9]+", line)
        length = sum(1 if run in ("r", "b") else int(run) if len(run) < 4 else 9999 for run in runs)
        if length != len(cells):
            return f"row {letter} has {'too many' if length > 9998 else length} cells instead of {len(cells)}"
        spread = "".join(run if run in ("r", "b") else "." * int(run) for run in runs)
        for cell, stone in zip(cells, spread, strict=True):
            stones[cell] = "" if stone == "." else stone
    return stones


class _Check:
    """The checks of one position text, a field a method, in the line's order."""

    def __init__(self, size: int, text: str, parts: list[str]) -> None:
        self.size = size
        self.text = text
        self.parts = dict(zip((field.name for field in FIELDS), parts, strict=True))
        self.found: list[Problem] = []
        stones = _stones(size, self.parts["rows"])
        self.stones = stones if isinstance(stones, list) else None
        self.rows_fault = stones if isinstance(stones, str) else ""
        turn = self.parts["turn"]
        readable = re.fullmatch(_NUMBER, turn) is not None and int(turn) <= LAST_TURN
        self.number = int(turn) if readable else 0
        dice = re.fullmatch("([1-6])-([1-6])", self.parts["dice"])
        self.roll = (int(dice[1]), int(dice[2])) if dice and dice[1] >= dice[2] else None

    def say(self, field: str, reason: str, cells: tuple[str, ...] = (), **mended: tuple[str, str]) -> None:
        """Note a problem. `mended`: field -> (what the mend does, the field's new text)."""
        names = list(self.parts)
        at = sum(len(self.parts[name]) + 1 for name in names[: names.index(field)])
        mends = tuple(self._mend(name, words, text) for name, (words, text) in mended.items())
        self.found.append(Problem(field, reason, cells, (at, at + len(self.parts[field])), mends))

    def _mend(self, field: str, words: str, text: str) -> Mend:
        parts = self.parts | {field: text}
        if field == "side" and text == ".":
            parts |= {"dice": "-", "left": "-"}
        spec = "herd" if self.size == 5 else f"herd(size={self.size})"
        return Mend(words, " ".join([spec, *parts.values()]))

    @property
    def full(self) -> bool:
        return self.stones is not None and all(self.stones)

    def rows(self) -> None:
        if self.stones is None:
            self.say("rows", self.rows_fault)
        elif self.full and self.parts["side"] in ("r", "b"):
            self.say("rows", "the board is full, but a side is to move", side=("end the game", "."))

    def side(self) -> None:
        side = self.parts["side"]
        if side not in ("r", "b", "."):
            self.say("side", f"{quoted(side)} is not r, b or .")
        elif not self.number:
            return
        elif side == ".":
            if self.stones is not None and not self.full and self.number != LAST_TURN:
                mover = "rb"[(self.number + 1) % 2]
                self.say(
                    "side", f"the game is over only on a full board or after turn {LAST_TURN}", side=("go on playing", mover)
                )
        elif side != "rb"[(self.number + 1) % 2]:
            other, name = ("r", "Red") if side == "b" else ("b", "Blue")
            self.say("side", f"turn {self.number} is {name}'s", side=(f"let {name} move", other))

    def turn(self) -> None:
        if not self.number:
            turn = self.parts["turn"]
            self.say("turn", f"{quoted(turn)} is not a number from 1 to {LAST_TURN}")

    def dice(self) -> None:
        dice = self.parts["dice"]
        if dice != "-" and self.roll is None:
            swapped = re.fullmatch("([1-6])-([1-6])", dice)
            if swapped:
                self.say("dice", "the high die comes first", dice=("exchange the dice", f"{swapped[2]}-{swapped[1]}"))
            else:
                self.say("dice", f"{quoted(dice)} is neither - nor two dice, high-low, as in 5-3")
        elif dice != "-" and self.parts["side"] == ".":
            self.say("dice", "dice, but the game is over", dice=("take the dice away", "-"))

    def left(self) -> None:
        left = self.parts["left"]
        owed = re.fullmatch("x([0-6])\\+([1-9][0-9]?)", left)
        if left != "-" and owed is None:
            self.say("left", f"{quoted(left)} is neither - nor x<removals>+<placements>, as in x3+5")
        elif (left == "-") != (self.parts["dice"] == "-"):
            if left == "-":
                self.say("left", "the dice are rolled, so it must say what is owed, as in x3+5", dice=("roll again", "-"))
            else:
                self.say("left", "something is owed, but no dice are rolled", left=("owe nothing", "-"))
        elif owed and self.roll:
            self._owed(int(owed[1]), int(owed[2]), *self.roll)

    def _owed(self, removals: int, placements: int, high: int, low: int) -> None:
        """What is owed against the dice, the turn and the stones."""
        side = self.parts["side"]
        if removals > low:
            self.say("left", f"{removals} removals, but the low die is {low}", left=("follow the dice", f"x{low}+{high}"))
        elif removals and self.number == 1:
            self.say("left", "nothing is removed on turn 1", left=("remove nothing", f"x0+{placements}"))
        elif removals and placements != high:
            mend = ("follow the high die", f"x{removals}+{high}")
            self.say("left", f"while stones are to be removed, the placements are the high die, {high}", left=mend)
        elif self.stones is not None and side in ("r", "b"):
            enemy, name = ("b", "blue") if side == "r" else ("r", "red")
            there = self.stones.count(enemy)
            if removals > there:
                there_are = f"there {'is' if there == 1 else 'are'} {there}"
                mend = ("remove what is there", f"x{there}+{placements}")
                self.say("left", f"{removals} removals of {name} stones, but {there_are}", left=mend)
            elif not removals and not self._can_place(enemy):
                self.say("left", f"no empty cell is open: around each all are {name}, so the turn has ended already")

    def _can_place(self, enemy: str) -> bool:
        stones = self.stones or []
        return self.full or any(not stone and _open(self.size, stones, cell, enemy) for cell, stone in enumerate(stones))
