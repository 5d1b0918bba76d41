"""The display of one game: the position, possible clicks, players, advice and status."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastcore import OVER, Viewpoint
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import ResultLabel
from workbench.gui.board.orientation import arrange, foreseen
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play import captions, words
from workbench.gui.play.captions import ended_by, ending, outcome, show_clocks, tools_for
from workbench.gui.play.hand_over import HandOver
from workbench.gui.play.hints import Hints
from workbench.gui.play.layers import Opened
from workbench.gui.shell.notice import StandingLine


class Display:
    """`waiting` returns the notice about a bot that waits for permission; `take_seat` gives a seat to the person."""

    def __init__(
        self, game: Opened, hints: Hints, hand_over: HandOver, waiting: Callable[[], StandingLine | None],
        take_seat: Callable[[int], None],
    ) -> None:  # fmt: skip
        self.game, self.hints, self.hand_over, self.waiting, self.take_seat = game, hints, hand_over, waiting, take_seat
        self.shell, self.screen, self.layers, self.table = game.shell, game.screen, game.layers, game.table

    @property
    def _moves(self) -> list[str]:
        """The moves that can be entered."""
        written = self.layers.first(self.table, lambda layer: layer.moves(self.table))
        point = self.game.point
        return written if written is not None else [point.move_text(move) for move in point.moves()]

    def settle(self) -> None:
        """Show the position as it is, and what may be clicked in it."""
        game, table, screen, status = self.game, self.table, self.screen, self.shell.status
        self.shell.events.settling.tell()
        point = self.layers.first(table, lambda layer: layer.point(table)) or table.point
        game.move_input.begin(self._moves if game.ours else [])
        if isinstance(screen.view, PlainView):
            screen.view.show(point, game.ours)
            game.move_input.show()
        elif screen.board is not None:
            self._show_board(point)
        screen.top.say(captions.title(game))
        self.hand_over.follow(table)
        self.show_players()
        self.noted()
        self.show_advice()
        self.show_progress()
        status.refresh()
        status.expect(captions.sentence(game))
        status.remind(captions.reminder(game))
        status.point_out("", False)
        self.shell.events.settled.tell()
        screen.side.refresh()  # last, since the page shows what features made of the position
        if isinstance(screen.view, BoardView) and screen.view.hover:
            game.move_input.hovered(screen.view.hover)

    def _show_board(self, point: Viewpoint) -> None:
        game, table, screen = self.game, self.table, self.screen
        view, board = screen.view, screen.board
        assert isinstance(view, BoardView) and board is not None
        fields = point.fields
        view.viewer = point.seat
        view.position(fields)
        arrange(view, self.shell.settings, table.info.id)
        view.painter.show("last", board.last(fields, table.seat_view.last_events()))
        panels = board.panels(table.info, fields, table.seat_view.turn_events())
        declared = game.ended and point.actor != OVER
        for card, panel in zip(screen.panels, panels, strict=True):
            card.show(ended_by(panel, ending(table)) if declared else panel)
        for seat, player in enumerate(screen.players):
            player.tell(board.belongings(table.info, fields, seat))
        game.move_input.show()
        view.warm(foreseen(board, game.point, game.move_input.entry))
        written = self.layers.first(table, lambda layer: layer.moves(table)) is not None
        screen.show_outcomes(table, board.outcomes(point) if game.ours and not written else ())

    def changed(self) -> None:
        """Something else than the position is not as it was: who plays, what a bot has found so far, what is
        advised."""
        busy = self.game.presenter.busy
        if busy:
            self.show_tools()
        else:
            self.show_players()
        self.show_progress()
        self.shell.status.refresh()
        if not busy:
            self.show_advice()
            self.shell.status.expect(captions.sentence(self.game))
            self.noted()

    def noted(self) -> None:
        """The tree of moves is another one, or what is said beside it."""
        if self.game.on_show:
            self.shell.events.noted.tell()

    def offer_moves(self) -> None:
        """Offer the moves that can be entered now, and update everything that depends on them."""
        game, view, board = self.game, self.screen.view, self.screen.board
        if not game.on_show or not isinstance(view, BoardView) or board is None:
            return
        game.move_input.begin(self._moves)
        game.move_input.chose()
        view.warm(foreseen(board, game.point, game.move_input.entry))
        self.shell.events.touched.tell()
        self.show_advice()
        self.show_progress()  # questions about the old moves have ended
        self.noted()
        self.shell.status.refresh()
        self.shell.status.expect(captions.sentence(game))
        self.screen.side.refresh()

    def clear_marks(self) -> None:
        self.screen.choices.show(())
        if isinstance(self.screen.view, BoardView):
            for layer in ("open", "reach", "foresee", "advice", "ghosts"):
                self.screen.view.painter.show(layer, ())
            self.game.move_input.rest()

    # Its parts --------------------------------------------------------------------------------------------------------

    def show_players(self, points: Sequence[int] | None = None) -> None:
        """Show who plays, with these points instead of those of the position."""
        game, table, board = self.game, self.table, self.screen.board
        point, ended = table.point, game.ended
        if points is None:
            points = self.layers.first(table, lambda layer: layer.points(table)) or point.points()
        for seat, card in enumerate(self.screen.players):
            score = board.standing(table.info, points[seat]) if board is not None else str(points[seat])
            to_move = seat == point.actor and not (table.over and table.browsing.node is None)
            card.show(captions.who(game, seat), score, to_move)
            card.show_outcome(outcome(table, seat) if ended else ResultLabel())
        broken = captions.broken(game, self.take_seat) if table.bots.broken else None
        self.shell.notice.stand(captions.ended(game) if ended else broken or self.waiting())
        self.show_tools()

    def show_tools(self) -> None:
        show_clocks(self.screen.players, self.table)
        covering = (layer.tools for layer in self.layers.over(self.table))
        tools = next((tools for tools in covering if tools is not None), tools_for(self.table))
        self.shell.status.arrange(tools, words.speed(words.speed_number(self.shell.settings.speed)))

    def show_advice(self) -> None:
        view, board = self.screen.view, self.screen.board
        if board is None or self.layers.marks(self.table) or not isinstance(view, BoardView):
            return
        view.painter.show("advice", self.hints.marks(board))

    def show_progress(self) -> None:
        told = self.layers.first(self.table, lambda layer: layer.progress(self.table))
        self.shell.status.progress.show(*(told or captions.progress(self.table)))
