"""Validation of the forest game's position texts. Problems are reported in the order of the fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fastcore.games.forest.reading import MOST_OF, OPENING_PAWNS, Reading
from fastcore.games.forest.texts import BOARD, FIELDS, LAST_TURN, OPENING, PAWNS_TO_WIN, SIDES
from fastcore.text.position_line import PositionLine
from fastcore.values import Problem, quoted

CanAct = Callable[[Sequence[str], str, bool, Mapping[int, int]], bool]
"""Whether a side has an action. Takes tiles, side, whether its BBB has acted, and {cell: number of pawns that have}."""

_COLOURS = {"r": "red", "g": "green"}
_THINGS = {"r": "red pawns", "g": "green pawns", "R": "red BBBs", "G": "green BBBs"}


def problems(spec: str, first_turn: int, yellow_cap: int, text: str, can_act: CanAct) -> list[Problem]:
    """Return all problems of a position text.

    Args:
        spec: The canonical spec.
        first_turn: The number of actions of the first turn.
        yellow_cap: The largest number of yellow pawns on a tile.
        text: The position text.
        can_act: A function that returns whether a side has an action.
    """
    line = PositionLine(spec, FIELDS, text)
    if line.parts:
        _Judge(line, Reading(line.parts, first_turn, yellow_cap), first_turn, can_act).judge()
    return line.problems


class _Judge:
    """The checks of one position text, one method for each field."""

    def __init__(self, line: PositionLine, read: Reading, first_turn: int, can_act: CanAct) -> None:
        self.line, self.parts, self.report = line, line.parts, line.report
        self.read, self.first_turn, self.can_act = read, first_turn, can_act

    def judge(self) -> None:
        for check in (self.rows, self.side, self.turn, self.left, self.acted):
            check()

    def has_problem(self, field: str) -> bool:
        return any(problem.field == field for problem in self.line.problems)

    # Rows -------------------------------------------------------------------------------------------------------------

    def rows(self) -> None:
        read = self.read
        for rule, reason, span, cells, values in read.board.faults:
            self.report("rows", rule, reason, span=span, cells=cells, unread=True, **values)
        for piece in read.too_many:
            number, most = sum(tile.count(piece) for tile in read.board.tiles or ()), MOST_OF[piece]
            reason = f"{number} {_THINGS[piece]}, but the game has only {most}"
            self.report_tiles("too-many-pieces", reason, piece, piece=piece, number=number, most=most)
        if read.tiles is None:
            return
        red, green = read.pawns
        if read.over and red == green and read.decided:
            self.report("rows", "two-winners", f"both players have {red or 'no'} pawns: only one can have won")
        elif read.opening and any(set(tile) - set(SIDES) for tile in read.tiles):
            self.report_tiles("opening-pieces", "during the opening, the board has only red and green pawns", "yRG")
        elif read.playing:
            for side, number in (("r", red), ("g", green)):
                if number == PAWNS_TO_WIN:
                    reason = f"{SIDES[side]} has {number} pawns: the game is over"
                    self.report_tiles("has-won", reason, side, side=side)
                elif number == 0:
                    self.report("rows", "has-lost", f"{SIDES[side]} has no pawns: the game is over", side=side)

    def report_tiles(self, rule: str, reason: str, pieces: str, **values: Any) -> None:
        """Report a problem of all tiles that hold any of these pieces."""
        board = self.read.board
        cells = tuple(BOARD.names[cell] for cell, tile in enumerate(board.tiles or ()) if set(tile) & set(pieces))
        places = [board.spans[name] for name in cells]
        self.report("rows", rule, reason, span=(min(places)[0], max(places)[1]), cells=cells, **values)

    # Side and turn ----------------------------------------------------------------------------------------------------

    def side(self) -> None:
        read = self.read
        if read.mover is None:
            reason = f"{quoted(self.parts['side'])} is not 'r', 'g' or '.' (game over)"
            self.report("side", "side-text", reason, unread=True)
        elif read.over:
            self.end()
        elif read.opening and read.mover != OPENING[self.parts["left"]]:
            reason = f"{SIDES[OPENING[self.parts['left']]]} places this opening pawn"
            self.report("side", "opening-side", reason)
        elif read.number and read.mover != read.side_of_turn:
            rule = "opening-side-turn" if read.opening else "side-turn"
            self.report("side", rule, f"turn {read.number} belongs to {SIDES[read.side_of_turn]}")
        elif self.stuck():
            self.report("side", "no-action", f"{SIDES[read.mover]} has no legal action")

    def stuck(self) -> bool:
        """Return whether the side to move has no legal action; False if this cannot be determined."""
        read = self.read
        if read.tiles is None or not read.playing or read.done is None or read.decided:
            return False
        acted = {BOARD.index(name): count for name, count in read.done.items() if name != "B"}
        return not self.can_act(read.tiles, self.parts["side"], "B" in read.done, acted)

    def end(self) -> None:
        """Check that a finished game has a reason to be over."""
        read = self.read
        if read.tiles is None or read.number is None or read.number == LAST_TURN or read.decided:
            return
        able = "".join(side for side in SIDES if self.can_act(read.tiles, side, False, {}))
        if able and (read.number != LAST_TURN - 1 or "g" in able):
            self.report("side", "not-over", "nobody has won, and a player can still act", able=able)

    def turn(self) -> None:
        read = self.read
        if read.number is None:
            reason = f"{quoted(self.parts['turn'])} is not a number from 0 to {LAST_TURN}"
            self.report("turn", "turn-text", reason, unread=True)
        elif read.opening and read.number:
            self.report("turn", "opening-turn", "the turn must be 0 during the opening")
        elif read.number == 0 and (read.playing or read.over):
            self.report("turn", "turn-0", "turn 0 is only for the opening")

    # Left and acted ---------------------------------------------------------------------------------------------------

    def left(self) -> None:
        left, read = self.parts["left"], self.read
        if read.rest is None:
            self.report("left", "left-text", f"{quoted(left)} is not p4 to p1, 2, 1 or 0", unread=True)
        elif read.over:
            if left != "0" and not self.has_problem("side"):
                self.report("left", "left-after-end", "it must be 0 when the game is over")
        elif read.opening:
            if read.tiles is not None and read.pawns != OPENING_PAWNS[left]:
                red, green = OPENING_PAWNS[left]
                reason = f"with {left[1]} opening pawns left to place, the board has {red} red and {green} green"
                self.report("left", "opening-pawns", reason)
        elif left == "0":
            self.report("left", "no-actions-left", "it must be above 0 until the game is over")
        elif read.number == 1 and int(left) > self.first_turn:
            self.report("left", "first-turn-actions", "the first turn has one action only")

    def acted(self) -> None:
        read = self.read
        if read.done is None:
            for rule, reason, span, cells, values in read.actions.faults:
                self.report("acted", rule, reason, span=span, cells=cells, unread=True, **values)
        elif (read.over or read.opening) and self.parts["acted"] != "-":
            if read.opening or not self.has_problem("side"):
                when = "when the game is over" if read.over else "during the opening"
                self.report("acted", "nothing-acts", f"it must be - {when}")
        elif read.playing:
            self.acted_in_play(read.done)

    def acted_in_play(self, done: Mapping[str, int]) -> None:
        """Check the acted field against the actions left and the pieces."""
        read, known = self.read, self.read.tiles is not None
        boogyman = read.count(self.parts["side"].upper()) > 0
        if read.number is None:
            pass
        elif read.rest == read.full and done:
            self.report("acted", "acted-too-early", "it must be -: no action of this turn has been made")
        elif read.rest == "1" and len(done) > 1:
            self.report("acted", "acted-things", "after one action, only one entry is possible")
        elif read.rest == "1" and max(done.values(), default=0) > 2:
            reason = "after one action, at most two pawns have acted"
            self.report("acted", "acted-pawns", reason)
        elif read.rest == "1" and read.full == "2" and not done and known and not boogyman:
            reason = "after one action, an entry is required unless the BBB was spawned"
            self.report("acted", "nothing-acted", reason)
        for name, count in done.items() if known else ():
            there = int(boogyman) if name == "B" else self.tile(name).count(self.parts["side"])
            if count > there:
                self.report_absent(name, count, there)

    def report_absent(self, name: str, count: int, there: int) -> None:
        """Report that more pieces have acted on a tile (or "B") than there are."""
        colour = _COLOURS[self.parts["side"]]
        if name == "B":
            reason = f"the {colour} BBB is not on the board"
        else:
            pawns = f"{there or 'no'} {colour} {'pawn is' if there == 1 else 'pawns are'}"
            reason = f"{count} acted on {name}, but {pawns} there"
        cells = () if name == "B" else (name,)
        span = self.read.actions.spans[name]
        self.report("acted", "acted-absent", reason, span=span, cells=cells, name=name, there=there)

    def tile(self, name: str) -> str:
        return (self.read.tiles or ())[BOARD.index(name)]
