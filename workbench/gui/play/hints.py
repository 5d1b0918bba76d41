"""Hints by degrees: first where to look, then the move, then why."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Ground, Item, Point
from workbench.game.session import own_turn
from workbench.gui.play import words as play_words

if TYPE_CHECKING:
    from workbench.gui.play.open_game import Playing

WHERE, WHAT, WHY = 1, 2, 3
NEAR = 1.3  # board units from a cell to those beside it
AROUND = 2.1  # the reach of an area to look at
LARGE = 50  # spots from which on a board has room for it: on a smaller one the area is what lies beside its middle


def area(ground: Ground, spot: str) -> tuple[str, ...]:
    """Spots around one, which is not in their middle: the middle is the spot beside it that has most of the board around
    it."""
    spots = list(ground.spots.values())
    there = ground.spots[spot]
    beside = [one for one in spots if one.name != spot and hypot(one.x - there.x, one.y - there.y) <= NEAR]
    middle = min(beside or [there], key=lambda one: hypot(one.x - ground.width / 2, one.y - ground.height / 2))
    reach = AROUND if len(spots) >= LARGE else NEAR
    return tuple(one.name for one in spots if hypot(one.x - middle.x, one.y - middle.y) <= reach)


class Hints:
    """How much of the advice has been told. It begins anew with every advice."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.degree = WHERE

    @property
    def told(self) -> bool:
        """Whether the reasons are told too."""
        return self.playing.table.bots.advice is not None and self.degree == WHY

    def ask(self) -> None:
        """The next degree; the first one asks the adviser."""
        table, window = self.playing.table, self.playing.window
        if table.bots.advice is None:
            self.degree = WHERE if window.screen.board is not None else WHAT
            table.bots.hint(self.playing.point)
            return
        self.degree = min(self.degree + 1, WHY)
        if self.degree == WHY:
            window.shell.settings.why = True
            window.screen.below.lay_out()
        self.playing.changed()

    def label(self) -> str:
        """What the button says: what comes next."""
        if self.playing.table.bots.advice is None:
            return play_words.HINT
        return play_words.WHICH_MOVE if self.degree == WHERE else play_words.WHY_MOVE

    def why_not(self) -> str:
        return play_words.HINT_DONE if self.told else ""

    def moves(self) -> tuple[str, ...]:
        """The moves of the advice in the turn of whoever asked."""
        table = self.playing.table
        if table.bots.advice is None:
            return ()
        line = table.bots.advice.candidates[0].line if table.bots.advice.candidates else ()
        return own_turn(self.playing.point, line or (table.bots.advice.move,))

    def marks(self, board: Board) -> Sequence[Item]:
        """What marks the advice on the board."""
        table = self.playing.table
        if table.bots.advice is None:
            return ()
        point = self.playing.point
        if self.degree > WHERE:
            return board.advice(point, self.moves())
        fields = point.fields
        return [item for spot in self._where(board, point) for item in board.cursor(fields, spot)]

    def _where(self, board: Board, point: Point) -> tuple[str, ...]:
        """The piece that is moved, or an area; nothing where a choice beside the board is meant."""
        assert self.playing.table.bots.advice is not None
        move = self.playing.table.bots.advice.move
        path, ground = board.paths(point, (move,))[move], board.ground(point.fields)
        if path[0] not in ground.spots:
            return ()
        return path[:1] if len(path) > 1 else area(ground, path[0])

    def sentence(self) -> str:
        table = self.playing.table
        assert table.bots.advice is not None
        point, advice, board = self.playing.point, table.bots.advice, self.playing.window.screen.board
        if self.degree == WHERE and board is not None:
            where = self._where(board, point)
            if not where:
                return play_words.LOOK_BESIDE
            return play_words.look_at(where[0]) if len(where) == 1 else play_words.look_there(boards.side(table.info, point.actor))
        best = advice.candidates[0] if advice.candidates else None
        side, value = boards.side(table.info, point.actor), best.value[point.actor] if best else None
        return play_words.hint(boards.say(table.info, point.actor, self.moves()), side, value)
