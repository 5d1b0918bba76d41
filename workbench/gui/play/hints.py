"""Hints in three stages: where to look, which move, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bots.reasoning import turn_of
from bots.report import is_review
from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point, area
from workbench.boards.kit.figures import format_evaluations
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import GameContext, Height, Layer
from workbench.table.table import Table

WHERE, WHAT, WHY = 1, 2, 3


class Hints:
    """The current hint, shown in stages. Each new hint starts at the first stage.

    Args:
        game: The open game.
    """

    def __init__(self, game: GameContext) -> None:
        self.game = game
        self.asked = WHERE  # the stage that was asked for
        self.opened_reasons = False  # whether the last stage opened the reasons, which then close with the hint

    @property
    def stage(self) -> int:
        """The shown stage. The first one is skipped where it would not narrow the choice."""
        if self.asked != WHERE:
            return self.asked
        board = self.game.screen.board
        skips = self.game.table.bots.advice is not None and (board is None or not self._where(board, self.game.point))
        return WHAT if skips else WHERE

    @property
    def complete(self) -> bool:
        """Whether all stages have been shown."""
        return self.game.table.bots.advice is not None and self.stage == WHY

    def ask(self) -> None:
        """Show the next stage; for the first one, ask the review of the position if there is one, or else a bot."""
        game, table = self.game, self.game.table
        if table.bots.advice is None:
            self.asked = WHERE
            node = table.bots.node_of(game.point)
            judged = None if node is None else game.layers.judged_report(node)
            if judged is not None:
                table.bots.show_advice(judged)
            else:
                table.bots.hint(game.point)
            return
        self.asked = min(self.stage + 1, WHY)
        if self.stage == WHY and not game.shell.settings.why:
            game.shell.settings.why = self.opened_reasons = True
        self.game.refresh()

    def close_reasons(self) -> None:
        """Close the reasons that the hint opened once it is over, so that no other reasons take their place."""
        if self.opened_reasons and not self.complete:
            self.opened_reasons = self.game.shell.settings.why = False

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
        return turn_of(self.game.point, table.bots.advice)

    def marks(self, board: Board) -> Sequence[Item]:
        """Return the items that mark the hint on the board."""
        table = self.game.table
        if table.bots.advice is None:
            return ()
        point = self.game.point
        if self.stage > WHERE:
            return board.advice_marks(point, self.moves())
        fields = point.fields
        return [item for spot in self._where(board, point) for item in board.hint_marks(fields, spot)]

    def _where(self, board: Board, point: Point) -> tuple[str, ...]:
        """Return the spot of the piece to move, or the spots of an area; () if they would not narrow the choice."""
        assert self.game.table.bots.advice is not None
        move = self.game.table.bots.advice.move
        paths, ground = board.paths(point, [point.move_text(one) for one in point.moves()]), board.ground(point.fields)
        path, choices = paths[move], {one[0] for one in paths.values()}
        if path[0] not in ground.spots or len(choices) == 1:
            return ()
        if len(path) > 1:
            return path[:1]
        outlined = area(ground, path[0], choices)
        return outlined if len(outlined) > 1 else ()

    def sentence(self) -> str:
        """Return the hint at the current stage as a sentence."""
        table = self.game.table
        assert table.bots.advice is not None
        point, advice, board = self.game.point, table.bots.advice, self.game.screen.board
        if self.stage == WHERE and board is not None:
            where = self._where(board, point)
            if len(where) == 1:
                return play_words.look_at(board.spot_name(where[0]))
            return play_words.look_there(board.area_task(point))
        best = advice.candidates[0] if advice.candidates else None
        # Only two players have chances in per cent; expected points of more players say little without the reasons.
        chances = format_evaluations(2, best.value[point.actor]) if best is not None and point.seats == 2 else ("",)
        moves = boards.describe_moves(table.info, point.actor, self.moves())
        return play_words.hint(moves, chances[0], is_review(advice))


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
