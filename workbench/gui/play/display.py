"""What the window shows of one game: the position with what may be clicked, who plays, what is advised, written and said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastcore import OVER, Viewpoint
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import Outcome
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play import captions, viewing
from workbench.gui.play import words as said
from workbench.gui.play.captions import ended_by, ending, outcome, show_clocks, tools_for
from workbench.gui.trust import consent

if TYPE_CHECKING:
    from workbench.gui.play.open_game import Playing


class Display:
    def __init__(self, playing: Playing) -> None:
        self.playing, self.window, self.table = playing, playing.window, playing.table
        self.shell, self.screen = playing.window.shell, playing.window.screen

    def settle(self) -> None:
        """Show the position as it is, and what may be clicked in it."""
        playing, table, window = self.playing, self.table, self.window
        window.playback.ended()
        playing.drafting.take_up()
        draft, point = playing.drafting.draft, window.analyse.board_point
        if draft is not None:
            point = draft.begun
        playing.touch.begin(playing.drafting.moves() if playing.ours else [])
        if isinstance(window.screen.view, PlainView):
            window.screen.view.show(point, playing.ours)
            playing.touch.show()
        elif window.screen.board is not None:
            fields = point.fields
            window.screen.view.viewer = point.seat if isinstance(point, Viewpoint) else None
            window.screen.view.position(fields)
            viewing.arrange(window.screen.view, window.shell.settings, table.info.id)
            window.screen.view.show("last", window.screen.board.last(fields, table.seat_view.last_events()))
            panels = window.screen.board.panels(table.info, fields, table.seat_view.turn_events())
            declared = playing.ended and point.actor != OVER
            for card, panel in zip(window.screen.panels, panels, strict=True):
                card.show(ended_by(panel, ending(table)) if declared else panel)
            for seat, player in enumerate(window.screen.players):
                player.tell(window.screen.board.belongings(table.info, fields, seat))
            playing.touch.show()
            window.screen.view.warm(viewing.foreseen(window.screen.board, playing.point, playing.touch.entry))
            window.show_outcomes(window.screen.board.outcomes(point) if playing.ours and draft is None else ())
        self.show_draft()
        window.screen.top.say(captions.title(playing))
        window.handing.follow()
        self.show_players()
        self.noted()
        self.show_advice()
        self.show_progress()
        window.shell.status.refresh()
        window.shell.status.expect(captions.sentence(playing))
        window.shell.status.remind(captions.reminder(playing))
        window.shell.status.point_out("", False)
        window.shell.events.settled.tell()
        if isinstance(window.screen.view, BoardView) and window.screen.view.hover:
            playing.touch.hovered(window.screen.view.hover)

    def changed(self) -> None:
        """Something else than the position is not as it was: who plays, what a bot has found so far, what is advised."""
        busy = self.playing.presenter.busy
        if busy:
            self.show_tools()
        else:
            self.show_players()
        self.show_progress()
        self.shell.status.refresh()
        if not busy:
            self.show_advice()
            self.shell.status.expect(captions.sentence(self.playing))
            self.noted()

    def noted(self) -> None:
        """The tree of moves is another one, or what is said beside it."""
        if self.playing.on_show:
            self.shell.events.noted.tell()
            self.window.stepping.show(captions.note(self.playing))
            self.screen.below.show()

    def drafted(self) -> None:
        """Other lines are written: show them, and what may be written next."""
        playing, window, view, board = self.playing, self.window, self.screen.view, self.screen.board
        if not playing.on_show or not isinstance(view, BoardView) or board is None:
            return
        if window.playback.leave():
            return
        playing.touch.begin(playing.drafting.moves())
        playing.touch.chose()
        view.warm(viewing.foreseen(board, playing.point, playing.touch.entry))
        window.echo.hush()
        self.show_draft()
        self.show_advice()
        self.show_progress()  # what was asked about the old lines has ended
        self.noted()
        window.shell.status.refresh()
        window.shell.status.expect(captions.sentence(playing))
        window.screen.dock.follow()

    def clear_marks(self) -> None:
        self.screen.choices.show(())
        if isinstance(self.screen.view, BoardView):
            for layer in ("open", "reach", "foresee", "advice", "ghosts"):
                self.screen.view.show(layer, ())
            self.playing.touch.rest()

    # Its parts --------------------------------------------------------------------------------------------------------

    def show_draft(self) -> None:
        """Show what is written on the sheet and on the board, or nothing of it."""
        self.screen.sheet.show(self.playing.drafting.sheet())
        self.show_ghosts()

    def show_ghosts(self) -> None:
        if isinstance(self.screen.view, BoardView):
            self.screen.view.show("ghosts", self.playing.drafting.ghosts())

    def show_players(self, points: Sequence[int] | None = None) -> None:
        """Show who plays, with these points instead of those of the position."""
        playing, table, board = self.playing, self.table, self.screen.board
        point, ended = table.point, playing.ended
        if points is None:
            points = self.window.playback.points if playing.replaying else point.points()
        actor = point.actor
        for seat, card in enumerate(self.screen.players):
            score = board.standing(table.info, points[seat]) if board is not None else str(points[seat])
            card.show(captions.who(playing, seat), score, seat == actor and not (table.over and table.browsing.node is None))
            card.show_outcome(outcome(table, seat) if ended else Outcome())
        broken = captions.broken(playing) if table.bots.broken else None
        self.shell.notice.stand(captions.ended(playing) if ended else broken or consent.standing(playing))
        self.show_tools()

    def show_tools(self) -> None:
        show_clocks(self.screen.players, self.table)
        tools = "analyse" if self.playing.analysing else tools_for(self.table)
        self.shell.status.arrange(tools, said.speed(self.window.seat_actions.speed))

    def show_advice(self) -> None:
        view, board = self.screen.view, self.screen.board
        if board is None or self.playing.replaying or self.playing.analysing or not isinstance(view, BoardView):
            return
        view.show("advice", self.playing.hints.marks(board))

    def show_progress(self) -> None:
        told = self.window.analyse.progress() if self.playing.analysing else captions.progress(self.table)
        self.shell.status.progress.show(*told)
