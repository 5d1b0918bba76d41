"""The proposals of fixes for invalid Herd positions."""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar

from fastcore import Problem
from fastcore.games.herd.reading import Reading
from fastcore.games.herd.texts import LAST_TURN, SIDES, SIZES, row_text
from fastcore.text.hexagon import hexagon
from workbench.boards.kit.fixes import nearest, proposals
from workbench.boards.kit.fixes.proposals import Change, change_rows
from workbench.system.translation import tr

END: Change = (tr("end the game"), {"side": ".", "dice": "-", "left": "-"})
ROLL: Change = (tr("roll the dice again"), {"dice": "-", "left": "-"})
OWE_NOTHING: Change = (tr("leave nothing to do before the roll"), {"left": "-"})


class Proposals(proposals.Proposals):
    """The proposals for one position text."""

    FORMS: ClassVar = {
        "rows": "[rb0-9/]{3,}",
        "side": "[rb.]",
        "turn": "[0-9]+",
        "dice": "-|[0-9]-[0-9]",
        "left": "-|x[0-9]+[+][0-9]+",
    }

    @cached_property
    def read(self) -> Reading:
        """The fields as parsed by the game."""
        return Reading(int(self.options["size"]), self.parts)

    # Rows -------------------------------------------------------------------------------------------------------------

    def fix_row_count(self, problem: Problem) -> list[Change]:
        """Propose the board size with this number of rows, or correcting the number of rows."""
        lines = self.parts["rows"].split("/")
        lengths = [len(cells) for cells in reversed(hexagon(self.read.size).rows)]
        changes = [change_rows("rows", lines, lengths, _nearest_row)]
        size = (len(lines) + 1) // 2
        if len(lines) % 2 and SIZES[0] <= size <= SIZES[1]:
            spec = "herd" if size == 5 else f"herd(size={size})"
            changes.insert(0, (tr("change the board size to {size}", size=size), {"spec": spec}))
        return changes

    def fix_row_text(self, problem: Problem, number: int) -> list[Change]:
        """Propose replacing the row by the nearest valid row."""
        lines, board = self.parts["rows"].split("/"), hexagon(self.read.size)
        cells = board.rows[-1 - number]
        lines[number] = _nearest_row(lines[number], len(cells))
        name = board.names[cells[0]][0]
        return [(tr("change row {name} to {line}", name=name, line=lines[number]), {"rows": "/".join(lines)})]

    def fix_full_board(self, problem: Problem) -> list[Change]:
        """Propose ending the game."""
        return [END]

    # Side and turn ----------------------------------------------------------------------------------------------------

    def fix_side_text(self, problem: Problem) -> list[Change]:
        """Propose the side whose turn it is; if that is unknown, the side nearest to the text.

        On a full board, first propose ending the game.
        """
        side = self.read.side_of_turn if self.read.number else nearest.one_of(self.parts["side"], SIDES)
        return [*([END] if self.read.full else []), _give_move(side)]

    def fix_not_over(self, problem: Problem) -> list[Change]:
        """Propose going on with the game, or the last turn."""
        side = self.read.side_of_turn
        return [
            (tr("continue the game and give {side} the move", side=SIDES[side]), {"side": side}),
            _make_turn(LAST_TURN),
        ]

    def fix_side_turn(self, problem: Problem) -> list[Change]:
        """Propose giving the move to the side whose turn it is, or changing to the next or the previous turn."""
        number = self.read.number or 0
        turns = [turn for turn in (number + 1, number - 1) if 1 <= turn <= LAST_TURN]
        return [_give_move(self.read.side_of_turn), *map(_make_turn, turns)]

    def fix_turn_text(self, problem: Problem) -> list[Change]:
        """Propose the valid turn number nearest to the text, and its neighbours."""
        turn = nearest.number(self.parts["turn"], 1, LAST_TURN)
        return [_make_turn(one) for one in (turn, turn + 1, turn - 1) if 1 <= one <= LAST_TURN]

    # Dice -------------------------------------------------------------------------------------------------------------

    def fix_dice_order(self, problem: Problem) -> list[Change]:
        """Propose exchanging the two dice."""
        return [(tr("exchange the dice"), {"dice": self.parts["dice"][::-1]})]

    def fix_dice_text(self, problem: Problem) -> list[Change]:
        """Propose dice that fit the text or the stones owed, or rolling again."""
        faces = re.findall("[0-9]", self.parts["dice"][:20])
        if len(faces) == 1 and self.read.owed:
            faces.append(str(self.read.owed[1]))
        changes: list[Change] = []
        if len(faces) > 1:
            low, high = sorted(min(max(int(face), 1), 6) for face in faces[:2])
            changes.append(_set_dice(high, low))
        return [*changes, *self.dice_for_owed(), ROLL]

    def fix_dice_after_end(self, problem: Problem) -> list[Change]:
        """Propose removing the dice."""
        return [(tr("remove the dice"), {"dice": "-", "left": "-"})]

    def dice_for_owed(self) -> list[Change]:
        """Return the change to the lowest dice that can leave the stones owed, or [] if there are none."""
        owed = self.read.owed
        return [_set_dice(max(owed), max(1, owed[0]))] if owed and owed[1] <= 6 else []

    # Left -------------------------------------------------------------------------------------------------------------

    def owed_by_dice(self) -> list[Change]:
        """Return the changes to the stones that the dice owe, and to a new roll.

        The removals are limited to the enemy stones on the board.
        """
        if not self.read.roll:
            return [ROLL]
        high, low = self.read.roll
        enemies = self.read.enemies
        removals = low if enemies is None else min(low, enemies)
        text = f"x0+{low}" if self.read.number == 1 else f"x{removals}+{high}"
        return [(tr("match the dice, {text}", text=text), {"left": text}), ROLL]

    def fix_left_text(self, problem: Problem) -> list[Change]:
        """Propose the numbers in the text, or the stones that the dice owe."""
        numbers = [int(number) for number in re.findall("[0-9]+", self.parts["left"][:20])]
        changes: list[Change] = []
        if len(numbers) > 1:
            text = f"x{min(numbers[0], 6)}+{min(max(numbers[1], 1), 99)}"
            changes = [(tr("change to {text}", text=text), {"left": text})]
        return [*changes, *([OWE_NOTHING] if self.parts["dice"] == "-" else self.owed_by_dice())]

    def fix_left_missing(self, problem: Problem) -> list[Change]:
        """Propose the stones that the dice owe, or rolling again."""
        return self.owed_by_dice()

    def fix_left_before_roll(self, problem: Problem) -> list[Change]:
        """Propose owing no stones, or dice that fit the stones owed."""
        return [OWE_NOTHING, *(self.dice_for_owed() if self.read.mover else [])]

    def fix_removals_over_die(self, problem: Problem) -> list[Change]:
        """Propose reducing the removals to the low die, the stones that the dice owe, or dice that fit the removals."""
        (removals, placements), (high, low) = self._owed_and_roll
        fewer = (tr("remove {low}", low=low), {"left": f"x{low}+{placements}"})
        return [fewer, *self.owed_by_dice()[:1], _set_dice(max(high, removals), removals)]

    def fix_removals_on_first_turn(self, problem: Problem) -> list[Change]:
        """Propose setting the removals to 0."""
        return [(tr("remove nothing"), {"left": f"x0+{self._owed_and_roll[0][1]}"})]

    def fix_placements(self, problem: Problem) -> list[Change]:
        """Propose the placements of the high die, dice that fit the placements, or setting the removals to 0."""
        (removals, placements), (high, low) = self._owed_and_roll
        changes: list[Change] = [(tr("place {high}", high=high), {"left": f"x{removals}+{high}"})]
        if low <= placements <= 6:
            changes.append(_set_dice(placements, low))
        return [*changes, (tr("end the removals"), {"left": f"x0+{placements}"})]

    def fix_removals_over_stones(self, problem: Problem) -> list[Change]:
        """Propose limiting the removals to the number of enemy stones."""
        enemies = self.read.enemies
        return [
            (tr("remove {enemies}", enemies=enemies or "nothing"), {"left": f"x{enemies}+{self._owed_and_roll[0][1]}"})
        ]

    def fix_no_open_cell(self, problem: Problem) -> list[Change]:
        """Propose the next turn (after the last turn, ending the game), or rolling again."""
        number, mover = self.read.number, self.read.mover
        if number == LAST_TURN or not mover:
            return [END, ROLL]
        side, turn = self.read.enemy, str((number or 0) + 1)
        words = tr("continue with {side}'s turn {turn}", side=SIDES[side], turn=turn)
        return [(words, {"side": side, "turn": turn, "dice": "-", "left": "-"}), ROLL]

    @property
    def _owed_and_roll(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The stones owed and the dice. Only for problems that are reported if both can be read."""
        assert self.read.owed is not None and self.read.roll is not None
        return self.read.owed, self.read.roll


def _nearest_row(line: str, length: int) -> str:
    return row_text(nearest.row(line, "rb", length))


def _give_move(side: str) -> Change:
    return tr("give {side} the move", side=SIDES[side]), {"side": side}


def _make_turn(turn: int) -> Change:
    return tr("change to turn {turn}", turn=turn), {"turn": str(turn)}


def _set_dice(high: int, low: int) -> Change:
    return tr("set the dice to {high}-{low}", high=high, low=low), {"dice": f"{high}-{low}"}
