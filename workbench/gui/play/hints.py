"""Hints in three stages: where to look, which move, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from bots.turns import own_turn
from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Ground, Item, Point
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import GameContext, Height, Layer
from workbench.table.table import Table

WHERE, WHAT, WHY = 1, 2, 3
NEAR = 1.3  # board units: maximum distance between neighbouring spots
AROUND = 2.1  # board units: radius of a marked area
LARGE_BOARD = 50  # number of spots from which a board has space for `AROUND`; smaller boards use `NEAR`


def area(ground: Ground, spot: str) -> tuple[str, ...]:
    """Return the spots of an area that contains a spot, but not at its centre.

    The centre is the neighbour nearest to the middle of the board, so that the area does not give the spot away.
    """
    spots = list(ground.spots.values())
    centre = ground.spots[spot]
    beside = [
        near_spot
        for near_spot in spots
        if near_spot.name != spot and hypot(near_spot.x - centre.x, near_spot.y - centre.y) <= NEAR
    ]
    middle = min(
        beside or [centre], key=lambda near_spot: hypot(near_spot.x - ground.width / 2, near_spot.y - ground.height / 2)
    )
    reach = AROUND if len(spots) >= LARGE_BOARD else NEAR
    return tuple(
        near_spot.name for near_spot in spots if hypot(near_spot.x - middle.x, near_spot.y - middle.y) <= reach
    )


class Hints:
    """The current hint, shown in stages. Each new hint starts at the first stage.

    Args:
        game: The open game.
    """

    def __init__(self, game: GameContext) -> None:
        self.game = game
        self.stage = WHERE

    @property
    def complete(self) -> bool:
        """Whether all stages have been shown."""
        return self.game.table.bots.advice is not None and self.stage == WHY

    def ask(self) -> None:
        """Show the next stage; for the first one, ask a bot."""
        game, table = self.game, self.game.table
        if table.bots.advice is None:
            self.stage = WHERE if game.screen.board is not None else WHAT
            table.bots.hint(self.game.point)
            return
        self.stage = min(self.stage + 1, WHY)
        if self.stage == WHY:
            game.shell.settings.why = True
        self.game.refresh()

    def label(self) -> str:
        """Return the button text, which names the next stage."""
        if self.game.table.bots.advice is None:
            return play_words.HINT
        return play_words.WHICH_MOVE if self.stage == WHERE else play_words.WHY_MOVE

    def why_not(self) -> str:
        """Return why there is no further stage, or ""."""
        return play_words.HINT_DONE if self.complete else ""

    def moves(self) -> tuple[str, ...]:
        """Return the recommended moves of the turn."""
        table = self.game.table
        if table.bots.advice is None:
            return ()
        line = table.bots.advice.candidates[0].line if table.bots.advice.candidates else ()
        return own_turn(self.game.point, line or (table.bots.advice.move,))

    def marks(self, board: Board) -> Sequence[Item]:
        """Return the items that mark the hint on the board."""
        table = self.game.table
        if table.bots.advice is None:
            return ()
        point = self.game.point
        if self.stage > WHERE:
            return board.advice_marks(point, self.moves())
        fields = point.fields
        return [item for spot in self._where(board, point) for item in board.cursor_marks(fields, spot)]

    def _where(self, board: Board, point: Point) -> tuple[str, ...]:
        """Return the spots of the piece to move or of an area; () for a choice beside the board."""
        assert self.game.table.bots.advice is not None
        move = self.game.table.bots.advice.move
        path, ground = board.paths(point, (move,))[move], board.ground(point.fields)
        if path[0] not in ground.spots:
            return ()
        return path[:1] if len(path) > 1 else area(ground, path[0])

    def sentence(self) -> str:
        """Return the hint at the current stage as a sentence."""
        table = self.game.table
        assert table.bots.advice is not None
        point, advice, board = self.game.point, table.bots.advice, self.game.screen.board
        if self.stage == WHERE and board is not None:
            where = self._where(board, point)
            if not where:
                return play_words.LOOK_BESIDE
            return (
                play_words.look_at(where[0])
                if len(where) == 1
                else play_words.look_there(boards.seat_name(table.info, point.actor))
            )
        best = advice.candidates[0] if advice.candidates else None
        side, value = boards.seat_name(table.info, point.actor), best.value[point.actor] if best else None
        return play_words.hint(boards.describe_moves(table.info, point.actor, self.moves()), side, value)


class HintsLayer(Layer):
    """A layer while a bot searches for a hint or a hint is shown.

    Args:
        hints_of: Returns the hints of a table.
    """

    height = Height.HINTS

    def __init__(self, hints_of: Callable[[Table], Hints]) -> None:
        self.hints_of = hints_of

    def covers(self, table: Table) -> bool:
        """Return whether a bot is searching for a hint or a hint is shown."""
        return table.bots.advising or table.bots.advice is not None

    def sentence(self, table: Table) -> str | None:
        """Return the progress of the search, or the hint."""
        if table.browsing.node is None and (table.over or table.screen.handover_seat is not None):
            return None
        if table.bots.advising:
            report = table.bots.requests.progress
            return play_words.searching(report.simulations if report is not None else 0)
        return self.hints_of(table).sentence()

    def why_no_move(self, table: Table) -> str | None:
        """Return None: a hint does not prevent moves."""
        return None
