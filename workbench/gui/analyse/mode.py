"""The mode Analyse: bots look at the position that is looked at, and what they find is shown beside it."""

from __future__ import annotations

from time import monotonic

from workbench import boards
from workbench.game.session import PERSON, Session
from workbench.gui.analyse import words as said
from workbench.gui.analyse.column import AnalyseColumn
from workbench.gui.analyse.on_board import OnBoard
from workbench.gui.analyse.page_kinds import PageKind
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.layers import Height
from workbench.gui.play.screen import Column, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell

FILES_SECONDS = 1.0  # that closing waits for a file that is being written
SHOW_SECONDS = 0.06  # between two of the three parts that what the bots have found is shown in


class Analyse:
    """The mode. `column` is None while another mode is shown. `pages` are the kinds of pages below the candidates."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, pages: list[PageKind]) -> None:
        self.shell, self.games, self.screen, self.pages = shell, games, screen, pages
        self.position = PositionAnalysis(shell, games, self.show)
        self.on_board = OnBoard(shell, games, screen, self.position)
        self.column: AnalyseColumn | None = None
        self.placed: Column | None = None
        self.shown_at, self.part = 0.0, 0
        events = shell.events
        events.polled.connect(self.read)
        events.closing.connect(self.close)
        events.closed.connect(self.position.close)
        events.shown.connect(self.follow)
        events.settled.connect(self.settled)

    @property
    def on(self) -> bool:
        """Whether the shown game is in this mode."""
        return self.position.on

    # Beginning and ending ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Analyse what is shown. The game waits, and so do its clocks."""
        game, table, state = self.games.shown, self.games.table, self.position.here
        game.skip()
        self.shell.events.writing_ends.tell()
        state.waits = not (table.over or table.bots.held)
        if state.waits:
            table.bots.pause()
        if helped(table.session):
            point = table.session.point
            stands = boards.stands(point.info, point.fields, point.turn)
            table.session.document.annotations.tag(said.TAG, said.helped(stands))
            self.shell.notice.say(said.IS_HELP)
        state.on = True
        self.games.show_again()

    def leave(self) -> None:
        """Back to the game as it was: what was found is kept."""
        table, state = self.games.table, self.position.here
        self.position.analyses.stop()
        state.on = False
        self.games.show_again()
        if state.waits and table.bots.paused:
            table.bots.resume()
        state.waits = False

    def close(self) -> None:
        self.on_board.background.close()
        self.on_board.files.close(FILES_SECONDS)

    # What stands in the window ----------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Show the mode in the window if the shown game is being analysed, and remove it if not."""
        if self.column is not None and not self.column.frame.winfo_exists():
            self.column = self.placed = self.on_board.preview = None  # the window was rebuilt
        self.position.stop_others()
        if self.on and self.column is None:
            self._stand()
        elif not self.on and self.column is not None:
            self._go()
        if self.on:
            self.screen.top.modes.show("analyse_mode")
        elif self.games.layers.mode(self.games.table) == "play":
            self.screen.top.modes.show("play_mode")

    def _stand(self) -> None:
        screen = self.screen
        assert screen.body is not None
        screen.show_outcomes(self.games.table, ())
        column = self.column = AnalyseColumn(
            screen.body, self.shell, self.games, screen, self.position, self.on_board, self.pages
        )
        self.on_board.share = column.share
        # a notice at the top hides only panels, which the board repeats; below it would hide the value graph
        self.placed = Column(
            column.frame, column.panels, column.choices, column.side, Height.ANALYSIS, bool(column.panels)
        )
        screen.put(self.placed)
        self.on_board.stand()
        if isinstance(screen.view, BoardView):
            screen.view.bind("<Key-space>", self._space)

    def _go(self) -> None:
        column, placed, view = self.column, self.placed, self.screen.view
        assert column is not None and placed is not None
        column.close()
        self.on_board.go_away()
        if isinstance(view, BoardView):
            view.bind("<Key-space>", view.choose_here)
        self.column = self.placed = None
        self.screen.take_away(placed)

    def _space(self, _: object) -> str:
        self.shell.commands.run("analysis")
        return "break"

    # What is shown ----------------------------------------------------------------------------------------------------

    def settled(self) -> None:
        """The window shows a position as it is: look at that."""
        if self.on and self.column is not None:
            self.position.turn_to_shown()
            self.on_board.rest()
            self.show()

    def read(self) -> None:
        """Take in what bots have found, in all tabs, and show what there is of it."""
        self.on_board.background.read()
        self.on_board.files.read()
        news = self.position.read()
        if not news or not self.on or self.column is None:
            return
        if not self.position.analyses.running:
            self.show()
        elif monotonic() - self.shown_at >= SHOW_SECONDS:
            self._show_next()

    def _show_next(self) -> None:
        """Show one part of what bots have found since: all of them at one go would be noticed."""
        assert self.column is not None
        self.shown_at = monotonic()
        self.part = (self.part + 1) % 3
        if self.part == 0:
            self.position.look()
            self.column.show_candidates()
            self.shell.status.progress.show(*self.position.progress())
        elif self.part == 1:
            self.column.show_page()
        else:
            self.on_board.warm()

    def show(self) -> None:
        """Show everything that is known of the position now."""
        if self.column is None:
            return
        position, status = self.position, self.shell.status
        self.shown_at, self.part = monotonic(), 2
        position.look()
        self.column.show_candidates()
        self.column.show_page()
        self.on_board.warm()
        status.refresh()
        status.expect(position.sentence())
        status.progress.show(*position.progress())


def helped(session: Session) -> bool:
    """Return whether analysing now helps a person who plays, if the record does not note that yet."""
    if session.waits_for == "over" or session.follows is not None or not session.steps:
        return False
    return PERSON in session.seats and said.TAG not in session.document.tags
