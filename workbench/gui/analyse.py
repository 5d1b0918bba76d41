"""The mode Analyse of the window: bots look at the position that is looked at, and what they find is shown beside it."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from fastcore import CHANCE, OVER, Conflict, IllegalMove, Viewpoint
from workbench import boards
from workbench.analysing import Analysing, Found
from workbench.boards.contract import Board, Item
from workbench.boards.heat import heat, warmth
from workbench.curve import Value
from workbench.gui import words
from workbench.gui import words_analyse as said
from workbench.gui.analyse_column import AnalyseColumn
from workbench.gui.analyse_page import Subject
from workbench.gui.board_view import BoardView
from workbench.gui.errands import Errands
from workbench.gui.preview import Preview

if TYPE_CHECKING:
    from workbench.gui.window import Window

SHOW_SECONDS = 0.15  # between two looks at what the bots have found


class Analyse:
    """What is analysed belongs to its tab; `column` is there while it is shown. It is the stage of the pages."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.errands = Errands()
        self.column: AnalyseColumn | None = None
        self.preview: Preview | None = None
        self.move = ""  # the candidate that is chosen
        self.at = 0  # which of what was found is shown
        self.shown_at = 0.0
        self.reason = ""  # why nothing can be analysed here
        self.point: Viewpoint | None = None
        self.subject: Subject | None = None

    @property
    def on(self) -> bool:
        """Whether it is the mode of the tab that is shown."""
        return self.window.playing.analysing and not self.window.set_up.on

    @property
    def board(self) -> Board | None:
        return self.window.board

    @property
    def desk(self) -> Analysing:
        """What analyses in the tab that is shown."""
        playing = self.window.playing
        session = playing.table.session
        if playing.desk is None or playing.desk.session is not session:
            if playing.desk is not None:
                playing.desk.close()
            playing.desk = Analysing(session)
        return playing.desk

    # Beginning and ending ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        playing, table = self.window.playing, self.window.table
        playing.skip()
        self.window.finish_writing()
        playing.waits = not (table.over or table.held)
        if playing.waits:
            table.pause()
        playing.analysing = True
        self.window.turn_to()

    def leave(self) -> None:
        """Back to the game as it was: what was found is kept."""
        playing = self.window.playing
        self.desk.stop()
        playing.analysing = False
        self.window.turn_to()
        if playing.waits and playing.table.paused:
            playing.table.resume()
        playing.waits = False

    def close(self) -> None:
        self.errands.close()

    # What stands in the window ----------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Stand in the window where the tab that is shown is analysed, and nowhere else."""
        window = self.window
        if self.column is not None and not self.column.frame.winfo_exists():
            self.column = self.preview = None  # the window was made anew
        if self.on and self.column is None:
            self._stand()
        elif not self.on and self.column is not None:
            self._go()
        if not window.set_up.on:
            window.top.modes.show("analyse_mode" if self.on else "play_mode")

    def _stand(self) -> None:
        window, px = self.window, self.window.look.px
        assert window.body is not None
        window.column.grid_remove()
        width = window.frame[1]
        assert isinstance(width, int)
        self.column = AnalyseColumn(window.body, window, self, width)
        self.column.frame.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        self.column.frame.tk.call("lower", self.column.frame, window.status)  # Tab goes in the order of reading
        self.kept = window.dock, window.panels, window.choices
        window.dock, window.panels, window.choices = self.column.dock, self.column.panels, self.column.choices
        window.notice.stand_in(self.column.frame, window.look, width)
        if isinstance(window.view, BoardView) and window.board is not None:
            self.preview = Preview(window.view, window.board)
            window.view.bind("<Key-space>", self._space)

    def _go(self) -> None:
        window, column = self.window, self.column
        assert column is not None
        column.close()
        if self.preview is not None:
            self.preview.back()
        if isinstance(window.view, BoardView):
            window.view.bind("<Key-space>", window.view._choose)
            window.view.warm_spots((), ())
        window.dock, window.panels, window.choices = self.kept
        column.frame.destroy()
        self.column = self.preview = None
        window.column.grid()
        window.dock.again()
        width = window.frame[1]
        assert isinstance(width, int)
        window.notice.stand_in(window.column, window.look, width)

    def _space(self, _: object) -> str:
        self.window.registry.run("analysis")
        return "break"

    # What is looked at ------------------------------------------------------------------------------------------------

    def known(self) -> tuple[Viewpoint | None, str]:
        """What whoever decides knows in the position that is looked at; or None, and why it is not analysed."""
        table = self.window.table
        session, screen, node = table.session, table.screen, table.looking.at
        if screen.handing_to is not None:
            return None, said.HAND_OVER
        actor = session.point_at(node).actor
        if actor == OVER:
            return None, said.GAME_OVER
        if actor == CHANCE:
            return None, said.NOTHING_DECIDED
        if session.follows is not None and actor != session.follows:
            return None, said.COVERED
        if not table.info.has.covered or screen.shows_reasons or session.follows is not None:
            return session.viewpoint_at(node, actor), ""
        if screen.shared:
            return None, said.SHARED
        return (session.viewpoint_at(node, actor), "") if actor == screen.viewer else (None, said.COVERED)

    def settled(self) -> None:
        """The window shows a position as it is: look at that."""
        if not self.on or self.column is None:
            return
        point, self.reason = self.known()
        desk, node = self.desk, self.window.table.looking.at
        if desk.node != node:
            self.move, self.at = "", 0
        desk.look(node, point)
        self.point = point
        if self.preview is not None:
            self.preview.rest(self.window.table.point.fields)
        self.show()

    def read(self) -> None:
        """Take in what bots have found, in all tabs, and show what there is of it."""
        self.errands.read()
        for playing in self.window.tabs.open:
            if playing.desk is not None:
                playing.desk.read()
        if self.on and self.column is not None and self.desk.running and monotonic() - self.shown_at >= SHOW_SECONDS:
            self.show()

    def show(self) -> None:
        """All that is known of the position, as it is now."""
        if self.column is None:
            return
        self.shown_at = monotonic()
        desk = self.desk
        found = desk.found(desk.node) if self.point is not None else ()
        self.at = min(self.at, max(len(found) - 1, 0))
        shown = found[self.at] if found else None
        self.subject = Subject(desk.session, desk.node, self.point, found, shown, self.move)
        self.column.show(self.subject)
        self._warm()
        self.window.status.refresh()
        self.window.status.expect(self.sentence())
        self.window.status.progress.show(*self.progress())

    def _warm(self) -> None:
        """Lay what was found on the board."""
        view, subject, board = self.window.view, self.subject, self.board
        if not isinstance(view, BoardView) or board is None or self.preview is None or view.ground is None:
            return
        if subject is None or subject.shown is None or subject.point is None or self.preview.shown:
            view.warm_spots((), ())
            return
        report = subject.shown.report
        ground = board.ground(self.window.table.point.fields)
        warm = warmth(board, subject.point, ground, report.candidates, max(report.simulations + report.kept, 1))
        view.warm_spots(*heat(ground, warm, self.seat))

    @property
    def seat(self) -> int:
        """The seat from whose side values are told: the only person's, else the first."""
        persons = self.window.table.persons
        return persons[0] if len(persons) == 1 else 0

    def sentence(self) -> str:
        key = said.KEYS[0][0]
        if self.reason:
            return self.reason
        if self.desk.faults:
            return said.faults(self.desk.faults)
        return said.running(key) if self.desk.running else said.stopped(key)

    def progress(self) -> tuple[str, float]:
        shown = self.subject.shown if self.subject is not None else None
        if shown is None or not shown.running or not shown.report.seconds:
            return "", 0.0
        report, limit = shown.report, self.desk.limit
        parts = [0.0]
        if limit is not None and limit.simulations:
            parts.append(report.simulations / limit.simulations)
        if limit is not None and limit.seconds:
            parts.append(report.seconds / limit.seconds)
        return said.rate(report.simulations / report.seconds), min(1.0, max(parts))

    def who(self, found: Found) -> str:
        """Who searched, as the head of the candidates."""
        if found.source == "played":
            return said.played(boards.side(self.window.table.info, self.point.actor) if self.point is not None else "", found.bot)
        return said.later(found.bot) if found.source == "later" else found.bot

    # The stage of the pages -------------------------------------------------------------------------------------------

    def show_position(self, fields: Mapping[str, str] | None, marks: Sequence[Item] = ()) -> None:
        if self.preview is not None:
            if fields is None:
                self.preview.back()
            else:
                self.preview.position(fields, marks)

    def show_line(self, moves: Sequence[str]) -> None:
        state = self.point.state if self.point is not None else None
        if self.preview is None or state is None:
            return
        if moves:
            self.preview.line(state, moves, self.window.settings.animation)
        else:
            self.preview.back()

    def show_marks(self, marks: Sequence[Item] | None) -> None:
        if isinstance(self.window.view, BoardView):
            self.window.view.show("advice", marks or ())

    def values(self) -> tuple[list[Value], int]:
        return self.window.stepping.values()

    def keep_line(self, moves: Sequence[str]) -> None:
        table, session = self.window.table, self.desk.session
        nodes: list[int] = []
        if not moves:
            return
        self.show_line(())
        try:
            table.revise(lambda: nodes.extend(session.add_line(table.looking.at, moves)))
        except (Conflict, IllegalMove) as error:
            self.say(words.illegal(error.reason), True)
            return
        table.look(nodes[0])

    def keep(self, move: str) -> None:
        """Keep the line of a candidate."""
        shown = self.subject.shown if self.subject is not None else None
        one = next((one for one in shown.report.candidates if one.move == move), None) if shown is not None else None
        self.keep_line(one.line if one is not None else (move,))

    def try_move(self, move: str) -> None:
        """A move on the board: a variation of one move. IllegalMove says why it cannot be made."""
        table, session = self.window.table, self.desk.session
        nodes: list[int] = []
        table.revise(lambda: nodes.extend(session.add_line(table.looking.at, (move,))))
        table.look(nodes[0])

    @property
    def no_trying(self) -> str:
        """Why no move can be tried in the position that is looked at, "" if one can."""
        table = self.window.table
        point = table.point
        if point.actor == OVER:
            return said.GAME_OVER
        return "" if point.state is not None or table.session.follows is not None else said.UNKNOWN

    @property
    def may_try(self) -> bool:
        return not self.no_trying

    def choose(self, move: str) -> None:
        self.move = move
        self.show()

    def go(self, node: int) -> None:
        self.window.stepping.go(node)

    def say(self, text: str, warning: bool = False) -> None:
        self.window.status.point_out(text, warning)

    def refresh(self) -> None:
        self.show()

    # Commands ---------------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        desk = self.desk
        if desk.on and (desk.running or self.point is None):
            desk.stop()
        else:
            desk.start()
        self.show()

    def no_toggle(self) -> str:
        return "" if self.desk.on else self.reason or ("" if self.desk.players else said.NO_BOT)

    def next_found(self) -> None:
        found = self.subject.found if self.subject is not None else ()
        self.at = (self.at + 1) % max(len(found), 1)
        self.show()

    def no_next(self) -> str:
        return "" if self.subject is not None and len(self.subject.found) > 1 else said.ONE_FOUND

    def escape(self) -> None:
        """What is shown for a while goes; then the game's own position is looked at."""
        if self.preview is not None and self.preview.shown:
            self.preview.back()
        elif self.window.table.looking.node is not None:
            self.window.table.look(self.window.table.session.here)

    @property
    def middle(self) -> tkinter.Misc:
        return self.window.view
