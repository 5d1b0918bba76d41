"""What is done on the board while a position is analysed: what was found is laid on it, lines are played out, moves
are tried and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fastcore import OVER, Conflict, IllegalMove, State, Viewpoint
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.boards.kit.heat import ends, heat, warmth
from workbench.game.values import Value
from workbench.gui.analyse import words as said
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.preview import Preview
from workbench.gui.moves.feature import Moves
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.system.sentences import as_sentence


class OnBoard:
    """The host of the pages and of the candidates.

    `share` gives the shown page more than its usual height, or resets it.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, position: PositionAnalysis) -> None:
        self.shell, self.games, self.screen, self.position = shell, games, screen, position
        self.share: Callable[[bool], None] = lambda more: None
        self.background = BackgroundJobs()
        self.files = BackgroundJobs()  # what may take seconds: nothing else waits for it
        self.preview: Preview | None = None  # on a drawn board, while the mode is shown
        self.ended: tuple[Viewpoint, dict[str, str]] | None = None  # where the moves of a position end on the board
        self.marks: tuple[Item, ...] | None = None  # in place of the candidates' own

    @property
    def board(self) -> Board | None:
        return self.screen.board

    def stand(self) -> None:
        """The mode is shown from now on."""
        self.background.drop()  # pages that the window had before asked for it
        self.marks = None
        if isinstance(self.screen.view, BoardView) and self.screen.board is not None:
            self.preview = Preview(self.screen.view, self.screen.board)

    def go_away(self) -> None:
        self.background.drop()
        if self.preview is not None:
            self.preview.back()
            self.preview.view.warm_spots((), ())
            self.preview.view.painter.show("advice", ())
        self.preview, self.marks = None, None
        self.share = lambda more: None

    def rest(self) -> None:
        """The board shows the position that is looked at."""
        if self.preview is not None:
            self.preview.rest(self.position.board_point.fields)

    def warm(self) -> None:
        """Lay what was found on the board, the chosen move marked as the game marks advice."""
        preview, subject, board = self.preview, self.position.subject, self.board
        if preview is None or board is None or preview.view.ground is None:
            return
        if subject is None or subject.shown is None or subject.point is None or preview.shown or self.marks is not None:
            preview.view.warm_spots((), ())
            if not preview.shown:
                preview.view.painter.show("advice", self.marks or ())
            return
        report = subject.shown.report
        ground = board.ground(preview.base or self.games.table.point.fields)
        if self.ended is None or self.ended[0] is not subject.point:
            moves = [subject.point.move_text(move) for move in subject.point.moves()]
            self.ended = subject.point, ends(board, subject.point, ground, moves)
        warm = warmth(self.ended[1], report.candidates, max(report.simulations + report.kept, 1))
        taken = {item.where for item in preview.view.painter.wanted.get("pieces", ())}
        items, labels = heat(ground, warm, self.position.seat, taken)
        preview.view.warm_spots(items, labels)
        known = any(one.move == subject.move for one in report.candidates)
        preview.view.painter.show("advice", board.advice(subject.point, (subject.move if known else report.move,)))

    # For the pages ----------------------------------------------------------------------------------------------------

    def show_position(self, fields: Mapping[str, str] | None, marks: Sequence[Item] = ()) -> None:
        if self.preview is not None:
            if fields is None:
                self.preview.back()
            else:
                self.preview.position(fields, marks)
            self.warm()

    def show_line(self, moves: Sequence[str]) -> None:
        state = self._state()
        if self.preview is None or state is None:
            return
        if moves:
            self.preview.line(state, moves, self.shell.settings.animation)
        else:
            self.preview.back()
        self.warm()

    def _state(self) -> State | None:
        """The position that is looked at, where all of it is known."""
        point = self.position.point
        return point.state if point is not None else None

    def show_marks(self, marks: Sequence[Item] | None) -> None:
        self.marks = None if marks is None else tuple(marks)
        self.warm()

    def keep_line(self, moves: Sequence[str]) -> None:
        if not moves:
            return
        self.show_line(())
        try:
            self._keep(moves)
        except (Conflict, IllegalMove) as error:
            self.say(as_sentence(error.reason), True)

    def _keep(self, moves: Sequence[str]) -> None:
        """Keep moves as a variation, and look at the position after the first. IllegalMove says why one cannot be
        made."""
        if reason := self.no_trying:
            self.say(reason, True)
            return
        table, session = self.games.table, self.games.table.session
        at, nodes = table.browsing.at, list[int]()
        known = table.point.state is not None or session.follows is not None
        taken = moves if known else session.document.variations.possible(at, moves)
        table.revise(lambda: nodes.extend(session.document.variations.add_line(at, taken)))
        table.look(nodes[0])

    def keep_candidate(self, move: str) -> None:
        """Keep the line of a candidate."""
        shown = self.position.searched.shown if self.position.searched is not None else None
        one = next((one for one in shown.report.candidates if one.move == move), None) if shown is not None else None
        self.keep_line(one.line if one is not None else (move,))

    def try_move(self, move: str) -> None:
        """A move that is made on the board: a variation of one move. IllegalMove says why it cannot be made."""
        self._keep((move,))

    @property
    def no_trying(self) -> str:
        """Why no move can be tried in the position that is looked at, "" if one can."""
        table = self.games.table
        if table.point.actor == OVER:
            return said.GAME_OVER
        known = table.over or table.point.state is not None or table.session.follows is not None
        return "" if known else said.UNKNOWN

    def choose(self, move: str) -> None:
        self.position.move = move
        self.position.show()

    def go(self, node: int) -> None:
        self.shell.feature(Moves).go(node)

    @property
    def seat(self) -> int:
        return self.position.seat

    @property
    def facts(self) -> bool:
        return self.shell.settings.analyse_facts

    def values(self) -> tuple[list[Value], int]:
        values, shown = self.shell.feature(Moves).values()
        if not self.games.table.screen.shows_reasons:
            return values, shown
        analyses = self.position.analyses
        later = ((value, analyses.value(value.node) if value.told is None else None) for value in values)
        return [value if told is None else value._replace(told=told, analysed=True) for value, told in later], shown

    def dots(self, values: list[Value]) -> Mapping[int, tuple[int, str]]:
        return self.shell.feature(Moves).markers.dots(values)

    def marked(self) -> object:
        return self.shell.feature(Moves).markers.state()

    def give_room(self, more: bool) -> None:
        self.share(more)

    def say(self, text: str, warning: bool = False) -> None:
        self.shell.status.point_out(text, warning)

    def refresh(self) -> None:
        self.position.show()
