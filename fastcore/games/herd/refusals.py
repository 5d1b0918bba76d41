"""What may be wrong with a position text of Herd: field, reason, place and proposed mends, in the line's order.

What relates two fields is judged only where both can be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore import nearest
from fastcore.games.herd.texts import FIELDS, FORMS, LAST_TURN, SIDES, SIZES, cells_of, is_open, row_text, stones_of
from fastcore.hexagon import hexagon
from fastcore.lines import Line, Way, of_rows
from fastcore.values import Problem, quoted


def problems(size: int, text: str) -> list[Problem]:
    """All that is wrong."""
    spec = "herd" if size == 5 else f"herd(size={size})"
    start = {field.name: field.default for field in FIELDS}
    start["rows"] = "/".join(str(len(cells)) for cells in reversed(hexagon(size).rows))
    line = Line(spec, FIELDS, text)
    if not line.parts:
        return line.miscounted(FORMS, start)
    return _Check(size, line).problems()


class _Check:
    """The checks of one line, a field a method."""

    def __init__(self, size: int, line: Line) -> None:
        self.size, self.line, self.parts, self.say = size, line, line.parts, line.say
        self.board = hexagon(size)
        self.stones = stones_of(size, self.parts["rows"])
        number = re.fullmatch("[1-9][0-9]{0,3}", self.parts["turn"])
        self.number = int(number[0]) if number and int(number[0]) <= LAST_TURN else 0
        dice = re.fullmatch("([1-6])-([1-6])", self.parts["dice"])
        self.roll = (int(dice[1]), int(dice[2])) if dice and dice[1] >= dice[2] else None
        side = self.parts["side"]
        self.mover = side if side in SIDES else None

    def problems(self) -> list[Problem]:
        for check in (self.rows, self.side, self.turn, self.dice, self.left):
            check()
        return self.line.found

    def faulty(self, field: str) -> bool:
        return any(problem.field == field for problem in self.line.found)

    # Mends ------------------------------------------------------------------------------------------------------------

    @property
    def ended(self) -> Way:
        return "end the game", {"side": ".", "dice": "-", "left": "-"}

    @property
    def rolls(self) -> Way:
        return "roll the dice again", {"dice": "-", "left": "-"}

    def owes(self) -> list[Way]:
        """What the dice say is owed, as far as the stones are there."""
        if not self.roll:
            return [self.rolls]
        high, low = self.roll
        enemies = self.enemies()
        removals = min(low, low if enemies is None else enemies)
        text = f"x0+{low}" if self.number == 1 else f"x{removals}+{high}"
        return [(f"owe what the dice say, {text}", {"left": text}), self.rolls]

    def enemies(self) -> int | None:
        """How many stones the other side has, None if that cannot be told."""
        return None if self.stones is None or not self.mover else self.stones.count("b" if self.mover == "r" else "r")

    @property
    def following(self) -> Way:
        """The next turn, or the end after the last one."""
        if self.number == LAST_TURN or not self.mover:
            return self.ended
        other = "b" if self.mover == "r" else "r"
        turn = str(self.number + 1)
        return f"go on to {SIDES[other]}'s turn {turn}", {"side": other, "turn": turn, "dice": "-", "left": "-"}

    # The fields -------------------------------------------------------------------------------------------------------

    def rows(self) -> None:
        text = self.parts["rows"]
        lines = text.split("/")
        if len(lines) != len(self.board.rows):
            self.say(
                "rows", f"{len(lines)} rows instead of {len(self.board.rows)}", *self.row_mends(lines), unread=True
            )
            return
        at = 0
        for line, cells in zip(lines, reversed(self.board.rows), strict=True):
            reason = self.row_fault(line, cells)
            if reason:
                span = (at, at + len(line))
                new = row_text(nearest.row(line, "rb", len(cells)))
                changed = text[: span[0]] + new + text[span[1] :]
                name = self.board.names[cells[0]][0]
                self.say("rows", reason, (f"write row {name} as {new}", {"rows": changed}), span=span, unread=True)
            at += len(line) + 1
        if self.stones is not None and all(self.stones) and self.mover:
            self.say("rows", "the board is full, but a side is to move", self.ended)

    def row_mends(self, lines: Sequence[str]) -> list[Way]:
        """As many rows as the board has, or the board that has so many."""
        ways: list[Way] = []
        size = (len(lines) + 1) // 2
        if len(lines) % 2 and SIZES[0] <= size <= SIZES[1]:
            ways.append((f"make it a board of size {size}", {"spec": "herd" if size == 5 else f"herd(size={size})"}))
        wanted = [len(cells) for cells in reversed(self.board.rows)]
        return [*ways, of_rows("rows", lines, wanted, lambda line, length: row_text(nearest.row(line, "rb", length)))]

    def row_fault(self, line: str, cells: Sequence[int]) -> str:
        """What is wrong with one row, "" if nothing is."""
        letter = self.board.names[cells[0]][0]
        wrong = re.search(r"[^rb0-9]", line)
        if wrong:
            return f"row {letter} has {quoted(wrong[0])}; only r, b and numbers may stand there"
        if re.search(r"(?<![0-9])0", line):
            return f"row {letter} has a number that begins with 0"
        length = len(cells_of(line, 4 * len(cells)))
        if length != len(cells):
            return f"row {letter} has {'too many' if length > 3 * len(cells) else length} cells instead of {len(cells)}"
        return ""

    def side(self) -> None:
        side, fits = self.parts["side"], "br"[self.number % 2]
        if side not in (*SIDES, "."):
            ways = [(f"give {SIDES[one]} the move", {"side": one}) for one in (nearest.one_of(side, SIDES),)]
            if self.number:
                ways = [(f"give {SIDES[fits]} the move", {"side": fits})]
            full = self.stones is not None and all(self.stones)
            self.say(
                "side",
                f"{quoted(side)} is not 'r', 'b' or '.' (the game is over)",
                *([self.ended] if full else []),
                *ways,
                unread=True,
            )
        elif not self.number:
            return
        elif side == ".":
            if self.stones is not None and not all(self.stones) and self.number != LAST_TURN:
                ways = [
                    (f"go on playing and give {SIDES[fits]} the move", {"side": fits}),
                    (f"make it turn {LAST_TURN}", {"turn": str(LAST_TURN)}),
                ]
                self.say("side", f"the game is over only on a full board or after turn {LAST_TURN}", *ways)
        elif side != fits:
            turns = [turn for turn in (self.number + 1, self.number - 1) if 1 <= turn <= LAST_TURN]
            ways = [(f"give {SIDES[fits]} the move", {"side": fits})]
            ways += [(f"make it turn {turn}", {"turn": str(turn)}) for turn in turns]
            self.say("side", f"turn {self.number} is {SIDES[fits]}'s", *ways)

    def turn(self) -> None:
        if not self.number:
            turn = nearest.number(self.parts["turn"], 1, LAST_TURN)
            turns = [one for one in (turn, turn + 1, turn - 1) if 1 <= one <= LAST_TURN]
            ways = [(f"make it turn {one}", {"turn": str(one)}) for one in turns]
            self.say("turn", f"{quoted(self.parts['turn'])} is not a number from 1 to {LAST_TURN}", *ways, unread=True)

    def dice(self) -> None:
        dice = self.parts["dice"]
        if dice != "-" and self.roll is None:
            swapped = re.fullmatch("([1-6])-([1-6])", dice)
            if swapped:
                way = "exchange the dice", {"dice": f"{swapped[2]}-{swapped[1]}"}
                self.say("dice", "the high die comes first", way, unread=True)
            else:
                reason = f"{quoted(dice)} is neither '-' nor two dice, high-low, as in 5-3"
                self.say("dice", reason, *self.dice_like(dice), unread=True)
        elif dice != "-" and self.parts["side"] == "." and not self.faulty("side"):
            self.say("dice", "dice, but the game is over", ("take the dice away", {"dice": "-", "left": "-"}))

    def dice_like(self, text: str) -> list[Way]:
        """Dice that are near to a text, or to what is owed."""
        faces = re.findall("[0-9]", text[:20])
        if len(faces) == 1 and (owed := self.owed()):
            faces.append(str(owed[1]))
        ways: list[Way] = []
        if len(faces) > 1:
            low, high = sorted(min(max(int(face), 1), 6) for face in faces[:2])
            ways.append((f"set the dice to {high}-{low}", {"dice": f"{high}-{low}"}))
        return [*ways, *self.dice_owed(), self.rolls]

    def dice_owed(self) -> list[Way]:
        """The lowest dice that can leave what is owed."""
        owed = self.owed()
        if not owed or owed[1] > 6:
            return []
        dice = f"{max(owed)}-{max(1, owed[0])}"
        return [(f"set the dice to {dice}", {"dice": dice})]

    def owed(self) -> tuple[int, int] | None:
        """What is owed, removals and placements, if it can be read."""
        found = re.fullmatch("x([0-6])\\+([1-9][0-9]?)", self.parts["left"])
        return (int(found[1]), int(found[2])) if found else None

    def left(self) -> None:
        left, owed = self.parts["left"], self.owed()
        if left != "-" and owed is None:
            numbers = re.findall("[0-9]+", left[:20])
            ways: list[Way] = []
            if len(numbers) > 1:
                text = f"x{min(int(numbers[0]), 6)}+{min(max(int(numbers[1]), 1), 99)}"
                ways = [(f"owe {text}", {"left": text})]
            nothing = ("owe nothing before the roll", {"left": "-"})
            ways += [nothing] if self.parts["dice"] == "-" else self.owes()
            self.say(
                "left", f"{quoted(left)} is neither '-' nor x<removals>+<placements>, as in x3+5", *ways, unread=True
            )
        elif left == "-" and self.roll and self.mover:
            self.say("left", "the dice are rolled, so it must say what is owed, as in x3+5", *self.owes())
        elif owed and self.parts["dice"] == "-":
            ways = [("owe nothing before the roll", {"left": "-"})]
            self.say("left", "something is owed, but no dice are rolled", *ways, *self.dice_owed() * bool(self.mover))
        elif owed and self.roll:
            self.owed_after(*owed, *self.roll)

    def owed_after(self, removals: int, placements: int, high: int, low: int) -> None:
        """What is owed against the dice, the turn and the stones."""
        there = self.enemies()
        if removals > low:
            ways = [(f"remove {low}", {"left": f"x{low}+{placements}"}), *self.owes()[:1]]
            dice = f"{max(high, removals)}-{removals}"
            ways.append((f"set the dice to {dice}", {"dice": dice}))
            self.say("left", f"{removals} removals, but the low die is {low}", *ways)
        elif removals and self.number == 1:
            self.say("left", "nothing is removed on turn 1", ("remove nothing", {"left": f"x0+{placements}"}))
        elif removals and placements != high:
            ways = [(f"place {high}", {"left": f"x{removals}+{high}"})]
            if low <= placements <= 6:
                ways.append((f"set the dice to {placements}-{low}", {"dice": f"{placements}-{low}"}))
            ways.append(("remove nothing more", {"left": f"x0+{placements}"}))
            self.say("left", f"while stones are to be removed, the placements are the high die, {high}", *ways)
        elif there is not None and removals > there:
            name = "blue" if self.mover == "r" else "red"
            there_are = f"there {'is' if there == 1 else 'are'} {there or 'none'}"
            way = f"remove {there or 'nothing'}", {"left": f"x{there}+{placements}"}
            self.say("left", f"{removals} removals of {name} stones, but {there_are}", way)
        elif self.stones is not None and self.mover and not removals and not self.can_place(self.stones):
            name = "blue" if self.mover == "r" else "red"
            reason = f"no empty cell is open: around each all are {name}, so the turn has ended already"
            self.say("left", reason, self.following, self.rolls)

    def can_place(self, stones: Sequence[str]) -> bool:
        enemy = "b" if self.mover == "r" else "r"
        free = (cell for cell, stone in enumerate(stones) if not stone)
        return all(stones) or any(is_open(self.size, stones, cell, enemy) for cell in free)
