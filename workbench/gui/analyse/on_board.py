"""The board in the Analyse mode: heat marks, previews of lines, and trial moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bots.reasoning import turn_of
from bots.report import has_bounds
from fastcore import OVER, Conflict, GameInfo, IllegalMove, State, Viewpoint
from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.boards.kit.heat import end_spots, heat_marks, spot_heats
from workbench.game.values import Value
from workbench.gui.analyse import words as texts
from workbench.gui.analyse.pairing import Pairing
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.preview import Preview
from workbench.gui.moves.feature import Moves
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.seen.names import with_player_names
from workbench.system.sentences import as_sentence


class OnBoard:
    """The host of the pages and of the candidates.

    The callback `share_height` gives the shown page more than its usual height, or resets it.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, position: PositionAnalysis) -> None:
        self.shell, self.games, self.screen, self.position = shell, games, screen, position
        self.share_height: Callable[[bool], None] = lambda more: None
        self.background = BackgroundJobs()
        self.files = BackgroundJobs()  # file access, which may be slow
        self.preview: Preview | None = None  # None for a board shown as text, and outside the mode
        self.end_spots: tuple[Viewpoint, dict[str, str]] | None = (
            None  # a position and the spot where each of its moves ends
        )
        self.hidden_candidates: Callable[[], str] = lambda: ""  # why the list of candidates is hidden, or ""
        self.pairing = Pairing()
        self.marks: tuple[Item, ...] | None = None  # marks of a page that replace those of the candidates

    @property
    def board(self) -> Board | None:
        """The board of the shown game, or None if it is shown as text."""
        return self.screen.board

    def attach(self) -> None:
        """Prepare the board when the mode opens in a window."""
        self.background.discard_results()  # requested by pages of an earlier window
        self.marks = None
        if isinstance(self.screen.view, BoardView) and self.screen.board is not None:
            self.preview = Preview(self.screen.view, self.screen.board)

    def detach(self) -> None:
        """Remove all previews and marks from the board when the mode closes."""
        self.background.discard_results()
        if self.preview is not None:
            self.preview.end()
            self.preview.view.show_search((), ())
            self.preview.view.painter.show("advice", ())
        self.preview, self.marks = None, None
        self.share_height = lambda more: None

    def position_shown(self) -> None:
        """Pass the viewed position to the preview once the board shows it."""
        if self.preview is not None:
            self.preview.set_base(self.position.board_point.fields)

    def mark_findings(self) -> None:
        """Mark the candidates on the board, and highlight the selected or best move."""
        preview, subject, board = self.preview, self.position.subject, self.board
        if preview is None or board is None or preview.view.ground is None:
            return
        if subject is None or subject.shown is None or subject.point is None or preview.shown or self.marks is not None:
            preview.view.show_search((), ())
            if not preview.shown:
                preview.view.painter.show("advice", self.marks or ())
            return
        report = subject.shown.report
        ground = board.ground(preview.base or self.games.table.point.fields)
        if self.end_spots is None or self.end_spots[0] is not subject.point:
            moves = [subject.point.move_text(move) for move in subject.point.moves()]
            self.end_spots = subject.point, end_spots(board, subject.point, ground, moves)
        warm = spot_heats(self.end_spots[1], report.candidates, max(report.simulations + report.kept, 1))
        occupied = {item.where for item in preview.view.painter.wanted.get("pieces", ())}
        best = report.move if has_bounds(report) else ""
        items, labels = heat_marks(ground, warm, self.position.seat, occupied, best)
        advice = board.advice_marks(subject.point, turn_of(subject.point, report, subject.move))
        marked = {item.where for item in advice}  # a number would cover the mark of the turn
        preview.view.show_search(items, tuple(label for label in labels if label.where not in marked))
        preview.view.painter.show("advice", advice)

    # Page host --------------------------------------------------------------------------------------------------------

    def show_position(self, fields: Mapping[str, str] | None, marks: Sequence[Item] = ()) -> None:
        """Preview another position with marks, or restore the viewed one if `fields` is None."""
        if self.preview is not None:
            if fields is None:
                self.preview.end()
            else:
                self.preview.show_position(fields, marks)
            self.mark_findings()

    @property
    def previewing(self) -> bool:
        """Whether the board shows a line or a position instead of the viewed position."""
        return self.preview is not None and self.preview.shown

    def show_line(self, moves: Sequence[str]) -> None:
        """Play moves out on the board, or restore the viewed position if there are none."""
        state = self._state()
        if self.preview is None or state is None:
            return
        if moves:
            self.preview.show_line(state, moves, self.shell.settings.animation)
        else:
            self.preview.end()
        self.mark_findings()

    def _state(self) -> State | None:
        """Return the state of the viewed position, or None if it is not fully known."""
        point = self.position.point
        return point.state if point is not None else None

    def show_marks(self, marks: Sequence[Item] | None) -> None:
        """Replace the candidates' marks on the board, or restore them if `marks` is None."""
        self.marks = None if marks is None else tuple(marks)
        self.mark_findings()

    def keep_line(self, moves: Sequence[str]) -> None:
        """Add moves to the tree as a variation. An illegal move is reported in the status bar."""
        if not moves:
            return
        self.show_line(())
        try:
            self._keep(moves)
        except (Conflict, IllegalMove) as error:
            self.say(as_sentence(error.reason), True)

    def _keep(self, moves: Sequence[str]) -> None:
        """Add moves as a variation, and view the position after the first.

        Raises:
            Conflict: A move contradicts what the followed seat knows.
            IllegalMove: A move is not legal.
        """
        if reason := self.no_trying:
            self.say(reason, True)
            return
        table, session = self.games.table, self.games.table.session
        at, nodes = table.browsing.shown_node, list[int]()
        known = table.point.state is not None or session.follows is not None
        line = moves if known else session.document.variations.possible_moves(at, moves)
        table.revise(lambda: nodes.extend(session.document.variations.add_line(at, line)))
        table.view_node(nodes[0])

    def keep_candidate(self, move: str) -> None:
        """Add the line of a candidate, or only the move if no line is known, to the tree as a variation."""
        shown = self.position.candidate_subject.shown if self.position.candidate_subject is not None else None
        candidate = (
            next((candidate for candidate in shown.report.candidates if candidate.move == move), None)
            if shown is not None
            else None
        )
        self.keep_line(candidate.line if candidate is not None else (move,))

    def try_move(self, move: str) -> None:
        """Add a move played on the board as a variation.

        Raises:
            Conflict: The move contradicts what the followed seat knows.
            IllegalMove: The move is not legal.
        """
        self._keep((move,))

    @property
    def no_trying(self) -> str:
        """The reason no move can be tried in the viewed position, or ""."""
        table = self.games.table
        if table.point.actor == OVER:
            return texts.GAME_OVER
        known = table.over or table.point.state is not None or table.session.follows is not None
        return "" if known else texts.UNKNOWN

    def select_move(self, move: str) -> None:
        """Select a candidate."""
        self.position.move = move
        self.position.refresh_screen()

    def view_node(self, node: int) -> None:
        """View another position of the game."""
        self.shell.feature(Moves).view_node(node)

    @property
    def seat(self) -> int:
        """The seat for which values are shown."""
        return self.position.seat

    @property
    def shows_facts(self) -> bool:
        """Whether the facts behind all sentences are shown."""
        return self.shell.settings.analyse_facts

    def name_move(self, info: GameInfo, actor: int, move: str) -> str:
        """Return a player's move in words, or in its short form, as the setting says."""
        if actor < 0 or not self.shell.settings.moves_in_words or not move:
            return move
        return with_player_names(self.games.table.session, boards.describe_moves(info, actor, (move,)))

    def add_analyses(self, values: list[Value]) -> list[Value]:
        """Return the values along a line with those of analyses where no bot reported one."""
        if not self.position.on or not self.games.table.screen.shows_reasons:
            return values
        analyses = self.position.analyses
        analysed = ((value, analyses.value(value.node) if value.reported is None else None) for value in values)
        return [
            value if analysed_value is None else value._replace(reported=analysed_value, analysed=True)
            for value, analysed_value in analysed
        ]

    def request_height(self, more: bool) -> None:
        """Give the page more than its usual height, or reset its height."""
        self.share_height(more)

    def say(self, text: str, warning: bool = False) -> None:
        """Show a text in the status bar."""
        self.shell.status.show_detail(text, warning)

    def refresh(self) -> None:
        """Refresh the candidates and the shown page."""
        self.position.refresh_screen()
