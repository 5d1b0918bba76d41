"""The Analyse mode: bots analyse the viewed position, and the window shows their findings beside the board."""

from __future__ import annotations

from time import monotonic

from workbench import boards
from workbench.game.session import PERSON, Session
from workbench.gui.analyse import words as texts
from workbench.gui.analyse.column import AnalyseColumn
from workbench.gui.analyse.evaluation_bar import BoardEvaluation
from workbench.gui.analyse.on_board import OnBoard
from workbench.gui.analyse.page_kinds import PageKind
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.board.board_view import BoardView
from workbench.gui.moves.feature import Moves
from workbench.gui.play.layers import Height
from workbench.gui.play.screen import Column, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.table.table import Table

FILES_SECONDS = 1.0  # seconds that closing waits for a file being written
SHOW_SECONDS = 0.06  # seconds between updates of the parts of the screen that show findings


class Analyse:
    """The Analyse mode.

    `pages` lists the kinds of pages below the candidates; other features append to it. `column` is None while another
    mode is shown.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, pages: list[PageKind]) -> None:
        self.shell, self.games, self.screen, self.pages = shell, games, screen, pages
        self.position = PositionAnalysis(shell, games, self.refresh)
        self.on_board = OnBoard(shell, games, screen, self.position)
        self.evaluation = BoardEvaluation(shell, games, screen, self.position)
        shell.feature(Moves).markers.add_analyses = self.on_board.add_analyses
        self.column: AnalyseColumn | None = None
        self.screen_column: Column | None = None
        self.shown_at, self.next_part = 0.0, 0
        events = shell.events
        events.polled.connect(self.poll)
        events.closing.connect(self.close)
        events.game_closed.connect(self.position.close)
        events.position_changed.connect(self._end_for_new_game)
        events.game_shown.connect(self.update_column)
        events.settled.connect(self.analyse_position)

    @property
    def on(self) -> bool:
        """Whether the shown game is in this mode."""
        return self.position.on

    # Entering and leaving ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Start analysing the shown game, and pause its bots and clocks.

        If this helps a person who is playing, the record notes the analysis.
        """
        game, table, state = self.games.shown, self.games.table, self.position.shown_state
        game.skip()
        self.shell.events.writing_ends.emit()
        state.resumes_bots = not (table.over or table.bots.held)
        if state.resumes_bots:
            table.bots.pause()
        if counts_as_help(table.session) and self.position.known_point()[1] != texts.SHARED:
            point = table.session.point
            turn_text = boards.turn_text(point.info, point.fields, point.turn)
            table.session.document.annotations.set_tag(texts.TAG, texts.help_note(turn_text))
            self.shell.notice.show(texts.IS_HELP)
        state.on = True
        self.games.show_again()

    def leave(self) -> None:
        """Return to the unchanged game, at its present position.

        The findings are kept, the searches are closed, and paused bots resume.
        """
        table, state = self.games.table, self.position.shown_state
        self.position.analyses.release()
        state.on = False
        if table.browsing.node is not None:
            table.view_node(table.session.here)
        self.games.show_again()
        if state.resumes_bots and table.bots.paused:
            table.bots.resume()
        state.resumes_bots = False

    def _end_for_new_game(self, table: Table, _: bool) -> None:
        """Show a game that begins, or is opened, in Play."""
        self.position.end_for_new_game(table)
        if table is self.games.table and self.column is not None and not self.on:
            self.update_column()

    def close(self) -> None:
        """Stop the background work before the window closes."""
        self.on_board.background.close()
        self.on_board.files.close(FILES_SECONDS)

    # Column -----------------------------------------------------------------------------------------------------------

    def update_column(self) -> None:
        """Add or remove the column, depending on whether the shown game is being analysed."""
        if self.column is not None and not self.column.frame.winfo_exists():
            self.column = self.screen_column = self.on_board.preview = None  # the window was rebuilt
        self.position.stop_others()
        if self.on and self.column is None:
            self._add_column()
        elif not self.on and self.column is not None:
            self._remove_column()
        self.evaluation.arrange()
        if self.on:
            self.screen.top.modes.show("analyse_mode")
        elif self.games.layers.mode(self.games.table) == "play":
            self.screen.top.modes.show("play_mode")

    def _add_column(self) -> None:
        screen = self.screen
        assert screen.body is not None
        screen.show_outcomes(self.games.table, ())
        screen.make_outcome_room(False)
        column = self.column = AnalyseColumn(
            screen.body, self.shell, self.games, screen, self.position, self.on_board, self.pages
        )
        self.on_board.share_height = column.share_height
        self.screen_column = Column(
            column.frame, column.panels, column.choices, column.side, Height.ANALYSIS, beside=True
        )
        screen.show_column(self.screen_column)
        self.on_board.attach()
        if isinstance(screen.view, BoardView):
            screen.view.bind("<Key-space>", self._space)

    def _remove_column(self) -> None:
        column, screen_column, view = self.column, self.screen_column, self.screen.view
        assert column is not None and screen_column is not None
        column.close()
        self.on_board.detach()
        if isinstance(view, BoardView):
            view.bind("<Key-space>", view.click_cursor)
        self.column = self.screen_column = None
        self.screen.remove_column(screen_column)

    def _space(self, _: object) -> str:
        self.shell.commands.run("analysis")
        return "break"

    def toggle_bar(self) -> None:
        """Show or hide the evaluation bar."""
        self.shell.settings.evaluation_bar = not self.shell.settings.evaluation_bar
        self.evaluation.arrange()

    # Display ----------------------------------------------------------------------------------------------------------

    def analyse_position(self) -> None:
        """Analyse the position that the window shows now."""
        if self.on and self.column is not None:
            self.position.analyse_shown()
            self.on_board.position_shown()
            self.refresh()

    def poll(self) -> None:
        """Receive findings in all tabs, and show those of the shown game."""
        self.on_board.background.deliver_next()
        self.on_board.files.deliver_next()
        news = self.position.poll()
        if not news or not self.on or self.column is None:
            return
        if not self.position.analyses.running:
            self.refresh()
        elif monotonic() - self.shown_at >= SHOW_SECONDS:
            self._show_next()

    def _show_next(self) -> None:
        """Update one of the three parts that show findings. Updating all of them together would take too long."""
        assert self.column is not None
        self.shown_at = monotonic()
        self.next_part = (self.next_part + 1) % 3
        if self.next_part == 0:
            self.position.update()
            self.column.show_candidates()
            self.evaluation.refresh()
            self.shell.status.progress.show(*self.position.progress())
        elif self.next_part == 1:
            self.column.show_page()
        else:
            self.on_board.mark_findings()

    def refresh(self) -> None:
        """Refresh everything that depends on the analysis."""
        if self.column is None:
            return
        position, status = self.position, self.shell.status
        self.shown_at, self.next_part = monotonic(), 2
        position.update()
        self.column.show_candidates()
        self.column.show_page()
        self.on_board.mark_findings()
        status.refresh()
        status.set_prompt(position.sentence())
        status.progress.show(*position.progress())
        self.shell.feature(Moves).show_values()
        self.evaluation.refresh()


def counts_as_help(session: Session) -> bool:
    """Return whether analysing now helps a person who is playing and the record has not noted that yet."""
    if session.waits_for == "over" or session.follows is not None or not session.steps:
        return False
    return PERSON in session.seats and texts.TAG not in session.document.tags
