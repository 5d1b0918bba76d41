"""Hints by degrees: first where to look, then the move, then why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Ground, Item, Point
from workbench.game.session import own_turn
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import Height, Layer, Opened
from workbench.table.table import Table

WHERE, WHAT, WHY = 1, 2, 3
NEAR = 1.3  # board units from a cell to those beside it
AROUND = 2.1  # the reach of an area to look at
LARGE = 50  # spots from which on a board has room for it: on a smaller one the area is what lies beside its middle


def area(ground: Ground, spot: str) -> tuple[str, ...]:
    """Spots around one, which is not in their middle: the middle is the spot beside it that has most of the board
    around it."""
    spots = list(ground.spots.values())
    there = ground.spots[spot]
    beside = [one for one in spots if one.name != spot and hypot(one.x - there.x, one.y - there.y) <= NEAR]
    middle = min(beside or [there], key=lambda one: hypot(one.x - ground.width / 2, one.y - ground.height / 2))
    reach = AROUND if len(spots) >= LARGE else NEAR
    return tuple(one.name for one in spots if hypot(one.x - middle.x, one.y - middle.y) <= reach)


class Hints:
    """How much of the advice has been told. It begins anew with every advice."""

    def __init__(self, game: Opened) -> None:
        self.game = game
        self.degree = WHERE

    @property
    def told(self) -> bool:
        """Whether the reasons are told too."""
        return self.game.table.bots.advice is not None and self.degree == WHY

    def ask(self) -> None:
        """The next degree; the first one asks the adviser."""
        game, table = self.game, self.game.table
        if table.bots.advice is None:
            self.degree = WHERE if game.screen.board is not None else WHAT
            table.bots.hint(self.game.point)
            return
        self.degree = min(self.degree + 1, WHY)
        if self.degree == WHY:
            game.shell.settings.why = True
        self.game.changed()

    def label(self) -> str:
        """What the button says: what comes next."""
        if self.game.table.bots.advice is None:
            return play_words.HINT
        return play_words.WHICH_MOVE if self.degree == WHERE else play_words.WHY_MOVE

    def why_not(self) -> str:
        return play_words.HINT_DONE if self.told else ""

    def moves(self) -> tuple[str, ...]:
        """The moves of the advice in the turn of whoever asked."""
        table = self.game.table
        if table.bots.advice is None:
            return ()
        line = table.bots.advice.candidates[0].line if table.bots.advice.candidates else ()
        return own_turn(self.game.point, line or (table.bots.advice.move,))

    def marks(self, board: Board) -> Sequence[Item]:
        """What marks the advice on the board."""
        table = self.game.table
        if table.bots.advice is None:
            return ()
        point = self.game.point
        if self.degree > WHERE:
            return board.advice(point, self.moves())
        fields = point.fields
        return [item for spot in self._where(board, point) for item in board.cursor(fields, spot)]

    def _where(self, board: Board, point: Point) -> tuple[str, ...]:
        """The piece that is moved, or an area; nothing where a choice beside the board is meant."""
        assert self.game.table.bots.advice is not None
        move = self.game.table.bots.advice.move
        path, ground = board.paths(point, (move,))[move], board.ground(point.fields)
        if path[0] not in ground.spots:
            return ()
        return path[:1] if len(path) > 1 else area(ground, path[0])

    def sentence(self) -> str:
        table = self.game.table
        assert table.bots.advice is not None
        point, advice, board = self.game.point, table.bots.advice, self.game.screen.board
        if self.degree == WHERE and board is not None:
            where = self._where(board, point)
            if not where:
                return play_words.LOOK_BESIDE
            return (
                play_words.look_at(where[0])
                if len(where) == 1
                else play_words.look_there(boards.side(table.info, point.actor))
            )
        best = advice.candidates[0] if advice.candidates else None
        side, value = boards.side(table.info, point.actor), best.value[point.actor] if best else None
        return play_words.hint(boards.say(table.info, point.actor, self.moves()), side, value)


class HintsLayer(Layer):
    """A layer in which a bot searches for advice or has given it."""

    height = Height.HINTS

    def __init__(self, hints_of: Callable[[Table], Hints]) -> None:
        self.hints_of = hints_of

    def covers(self, table: Table) -> bool:
        return table.bots.advising or table.bots.advice is not None

    def sentence(self, table: Table) -> str | None:
        if table.browsing.node is None and (table.over or table.screen.handing_to is not None):
            return None
        if table.bots.advising:
            report = table.bots.asking.progress
            return play_words.searching(report.simulations if report is not None else 0)
        return self.hints_of(table).sentence()

    def resting(self, table: Table) -> str | None:
        return None
