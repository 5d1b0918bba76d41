"""Validation of Herd position texts.

Problems are reported in the order of the fields. A rule about two fields is checked only if both can be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore.games.herd.reading import Reading
from fastcore.games.herd.texts import FIELDS, LAST_TURN, SIDES, cells_of
from fastcore.text.hexagon import hexagon
from fastcore.text.position_line import PositionLine
from fastcore.values import Problem, quoted


def problems(size: int, text: str) -> list[Problem]:
    """Return all problems of a position text on a board of this size."""
    line = PositionLine("herd" if size == 5 else f"herd(size={size})", FIELDS, text)
    if line.parts:
        _Judge(size, line).judge()
    return line.problems


class _Judge:
    """The checks of one position text, one method for each field."""

    def __init__(self, size: int, line: PositionLine) -> None:
        self.board = hexagon(size)
        self.line, self.parts, self.report = line, line.parts, line.report
        self.read = Reading(size, line.parts)

    def judge(self) -> None:
        for check in (self.rows, self.side, self.turn, self.dice, self.left):
            check()

    def rows(self) -> None:
        lines = self.parts["rows"].split("/")
        if len(lines) != len(self.board.rows):
            reason = f"{len(lines)} rows instead of {len(self.board.rows)}"
            self.report("rows", "row-count", reason, unread=True)
            return
        at = 0
        for number, (line, cells) in enumerate(zip(lines, reversed(self.board.rows), strict=True)):
            reason = self.row_fault(line, cells)
            if reason:
                self.report("rows", "row-text", reason, span=(at, at + len(line)), unread=True, number=number)
            at += len(line) + 1
        if self.read.full and self.read.mover:
            self.report("rows", "full-board", "the board is full, so side must be .")

    def row_fault(self, line: str, cells: Sequence[int]) -> str:
        """Return the problem of one row, or ""."""
        letter = self.board.names[cells[0]][0]
        wrong = re.search(r"[^rb0-9]", line)
        if wrong:
            return f"row {letter} has {quoted(wrong[0])}; use only r, b and numbers"
        if re.search(r"(?<![0-9])0", line):
            return f"row {letter} has a number with a leading zero"
        length = len(cells_of(line, 4 * len(cells)))
        if length != len(cells):
            return f"row {letter} has {'too many' if length > 3 * len(cells) else length} cells instead of {len(cells)}"
        return ""

    def side(self) -> None:
        side, number = self.parts["side"], self.read.number
        if side not in (*SIDES, "."):
            reason = f"{quoted(side)} is not 'r', 'b' or '.' (game over)"
            self.report("side", "side-text", reason, unread=True)
        elif not number:
            return
        elif side == ".":
            if self.read.stones is not None and not self.read.full and number != LAST_TURN:
                reason = f"the game ends only when the board is full or after turn {LAST_TURN}"
                self.report("side", "not-over", reason)
        elif side != self.read.side_of_turn:
            self.report("side", "side-turn", f"turn {number} belongs to {SIDES[self.read.side_of_turn]}")

    def turn(self) -> None:
        if not self.read.number:
            reason = f"{quoted(self.parts['turn'])} is not a number from 1 to {LAST_TURN}"
            self.report("turn", "turn-text", reason, unread=True)

    def dice(self) -> None:
        dice = self.parts["dice"]
        if dice != "-" and self.read.roll is None:
            if re.fullmatch("[1-6]-[1-6]", dice):
                self.report("dice", "dice-order", "the higher die must come first", unread=True)
            else:
                reason = f"{quoted(dice)} is neither '-' nor two dice, the higher first, such as 5-3"
                self.report("dice", "dice-text", reason, unread=True)
        elif dice != "-" and self.parts["side"] == "." and not self.has_problem("side"):
            self.report("dice", "dice-after-end", "it must be - because the game is over")

    def has_problem(self, field: str) -> bool:
        return any(problem.field == field for problem in self.line.problems)

    def left(self) -> None:
        left, owed = self.parts["left"], self.read.owed
        if left != "-" and owed is None:
            reason = f"{quoted(left)} is neither '-' nor x<removals>+<placements>, such as x3+5"
            self.report("left", "left-text", reason, unread=True)
        elif left == "-" and self.read.roll and self.read.mover:
            self.report("left", "left-missing", "the dice are rolled, so the steps left are required, such as x3+5")
        elif owed and self.parts["dice"] == "-":
            self.report("left", "left-before-roll", "it must be - because the dice are not rolled yet")
        elif owed and self.read.roll:
            self.owed_after(*owed, *self.read.roll)

    def owed_after(self, removals: int, placements: int, high: int, low: int) -> None:
        """Check the owed steps against the dice, the turn and the stones."""
        enemies, name = self.read.enemies, "blue" if self.read.mover == "r" else "red"
        if removals > low:
            self.report("left", "removals-over-die", f"{removals} removals, but the low die is {low}")
        elif removals and self.read.number == 1:
            self.report("left", "removals-on-first-turn", "turn 1 has no removals")
        elif removals and placements != high:
            reason = f"before the last removal, the placements must equal the higher die, {high}"
            self.report("left", "placements", reason)
        elif enemies is not None and removals > enemies:
            there_are = f"there {'is' if enemies == 1 else 'are'} {enemies or 'none'}"
            self.report("left", "removals-over-stones", f"{removals} removals of {name} stones, but {there_are}")
        elif not removals and not self.read.can_place:
            reason = f"the turn is over: every empty cell has only {name} stones around it"
            self.report("left", "no-open-cell", reason)
