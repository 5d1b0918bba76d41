"""The mode Analyse of the window: bots look at the position that is looked at, and what they find is shown beside it."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from bots.report import of_review
from fastcore import CHANCE, OVER, Viewpoint
from workbench import boards
from workbench.game.session import Session
from workbench.gui.analyse import words as said
from workbench.gui.analyse.column import AnalyseColumn
from workbench.gui.analyse.on_board import AnalyseStage
from workbench.gui.analyse.pages.page import Subject
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import reasons
from workbench.gui.widgets import words as widgets_words
from workbench.reports.growth import unit_of
from workbench.thinking import outcomes
from workbench.thinking.analyses import Found, SessionAnalyses

if TYPE_CHECKING:
    from workbench.gui.window import Window

FILES_SECONDS = 1.0  # that closing waits for a file that is being written
SHOW_SECONDS = 0.06  # between two of the three parts that what the bots have found is shown in


class Analyse:
    """What is analysed belongs to its tab; `column` is there while it is shown. `subject` is what the pages are told, `searched` what
    the candidates show: at a chance node these are its outcomes."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games = window.shell, window.games
        self.stage = AnalyseStage(window, self)
        self.column: AnalyseColumn | None = None
        self.move = ""  # the candidate that is chosen
        self.at = 0  # which of what was found is shown
        self.wanted: tuple[str, str, str] | None = None  # that of it which was asked for; None: the usual one
        self.last: tuple[str, str, str] | None = None  # what was shown last of this position
        self.view: int | None = None  # the seat from whose side values are told, where that was asked for
        self.shown_at, self.part = 0.0, 0
        self.reason = ""  # why nothing can be analysed here
        self.point: Viewpoint | None = None
        self.subject: Subject | None = None
        self.searched: Subject | None = None
        window.shell.events.polled.connect(self.read)
        window.shell.events.closing.connect(self.close)
        window.shell.events.settled.connect(self.settled)

    @property
    def on(self) -> bool:
        """Whether it is the mode of the tab that is shown."""
        return self.games.shown.analysing and not self.window.set_up.on

    @property
    def desk(self) -> SessionAnalyses:
        """What analyses in the tab that is shown."""
        playing, settings = self.games.shown, self.shell.settings
        session = playing.table.session
        if playing.desk is None or playing.desk.session is not session:
            if playing.desk is not None:
                playing.desk.close()
            kept = settings.analyse_bots.get(playing.table.info.id, ())
            playing.desk = SessionAnalyses(session, kept, settings.analyse_limit)
        return playing.desk

    # Beginning and ending ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Analyse what is shown. The game waits, and so do its clocks."""
        playing, table = self.games.shown, self.games.table
        playing.skip()
        self.window.finish_writing()
        playing.waits = not (table.over or table.bots.held)
        if playing.waits:
            table.bots.pause()
        if helped(table.session):
            point = table.session.point
            table.session.annotations.tag(said.TAG, said.helped(boards.stands(point.info, point.fields, point.turn)))
            self.shell.notice.say(said.IS_HELP)
        playing.analysing = True
        self.window.turn_to()

    def leave(self) -> None:
        """Back to the game as it was: what was found is kept."""
        playing = self.games.shown
        self.desk.stop()
        playing.analysing = False
        self.window.turn_to()
        if playing.waits and playing.table.bots.paused:
            playing.table.bots.resume()
        playing.waits = False

    def close(self) -> None:
        self.stage.errands.close()
        self.stage.files.close(FILES_SECONDS)

    # What stands in the window ----------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Stand in the window where the tab that is shown is analysed, and nowhere else."""
        window = self.window
        if self.column is not None and not self.column.frame.winfo_exists():
            self.column = self.stage.preview = None  # the window was made anew
        for playing in window.games.open:
            if playing.desk is not None and playing.desk.on and playing is not window.games.shown:
                playing.desk.stop()  # nobody sees it
        if self.on and self.column is None:
            self._stand()
        elif not self.on and self.column is not None:
            self._go()
        if not window.set_up.on:
            window.screen.top.modes.show("analyse_mode" if self.on else "play_mode")

    def _stand(self) -> None:
        window, px = self.window, self.shell.look.px
        assert window.screen.body is not None
        window.show_outcomes(())
        window.screen.column.grid_remove()
        width = window.frame[1]
        assert isinstance(width, int)
        self.column = AnalyseColumn(window.screen.body, window, self, width)
        self.column.frame.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        self.column.frame.tk.call("lower", self.column.frame, window.shell.status)  # Tab goes in the order of reading
        self.kept = window.screen.dock, window.screen.panels, window.screen.choices
        window.screen.dock, window.screen.panels, window.screen.choices = self.column.dock, self.column.panels, self.column.choices
        over_game = bool(self.column.panels)  # what they show is on the board too; below, it would hide the value graph
        window.shell.notice.stand_in(self.column.frame, window.shell.look, width, over_game)
        self.stage.stand()
        if isinstance(window.screen.view, BoardView):
            window.screen.view.bind("<Key-space>", self._space)

    def _go(self) -> None:
        window, column = self.window, self.column
        assert column is not None
        column.close()
        self.stage.go_away()
        if isinstance(window.screen.view, BoardView):
            window.screen.view.bind("<Key-space>", window.screen.view.choose_here)
        window.screen.dock, window.screen.panels, window.screen.choices = self.kept
        column.frame.destroy()
        self.column = None
        window.screen.column.grid()
        window.screen.dock.again()
        width = window.frame[1]
        assert isinstance(width, int)
        window.shell.notice.stand_in(window.screen.column, window.shell.look, width)

    def _space(self, _: object) -> str:
        self.shell.commands.run("analysis")
        return "break"

    # What is looked at ------------------------------------------------------------------------------------------------

    def known(self) -> tuple[Viewpoint | None, str]:
        """What whoever decides knows in the position that is looked at; or None, and why it is not analysed."""
        table = self.games.table
        session, screen, node = table.session, table.screen, table.browsing.at
        if reason := reasons.not_handed_over(table):
            return None, reason
        actor = session.point_at(node).actor
        if actor == OVER:
            return None, said.GAME_OVER
        if actor == CHANCE:
            point = table.point
            return (point, "") if outcomes.fits(point) else (None, said.NOTHING_DECIDED)
        if session.follows is not None and actor != session.follows:
            return None, said.COVERED
        if not table.info.has.covered or screen.shows_reasons or session.follows is not None:
            return session.viewpoint_at(node, actor), ""
        if screen.shared:
            return None, said.SHARED
        return (session.viewpoint_at(node, actor), "") if actor == screen.viewer else (None, said.COVERED)

    @property
    def board_point(self) -> Viewpoint:
        """What the board shows: what whoever is before it may see; of a past position of a game that is over, what the seat knew
        that decided there, as nothing is kept from anybody any more and that is what is analysed."""
        table = self.games.table
        past = self.on and table.over and table.browsing.node is not None
        known = self.known()[0] if past and table.info.has.covered else None
        return table.point if known is None else known

    def settled(self) -> None:
        """The window shows a position as it is: look at that."""
        if not self.on or self.column is None:
            return
        point, self.reason = self.known()
        desk, node = self.desk, self.games.table.browsing.at
        if desk.node != node:
            self.move = ""
            self.wanted = self.last = None
        desk.look(node, point)
        self.point = point
        self.stage.rest()
        self.show()

    def read(self) -> None:
        """Take in what bots have found, in all tabs, and show what there is of it."""
        self.stage.errands.read()
        self.stage.files.read()
        was = self.on and self.desk.running
        told = [playing for playing in self.games.open if playing.desk is not None and playing.desk.read()]
        news = was or self.games.shown in told  # what was stopped tells its last a moment later
        if self.on and self.column is not None and news and not self.desk.running:
            self.show()
        elif self.on and self.column is not None and was and monotonic() - self.shown_at >= SHOW_SECONDS:
            self._show_next()

    def _show_next(self) -> None:
        """Show one part of what bots have found since: all of them at one go would be noticed."""
        assert self.column is not None
        self.shown_at = monotonic()
        self.part = (self.part + 1) % 3
        if self.part == 0:
            self._look()
            self.column.show_candidates()
            self.shell.status.progress.show(*self.progress())
        elif self.part == 1:
            self.column.show_page()
        else:
            self.stage.warm()

    def show(self) -> None:
        """All that is known of the position, as it is now."""
        if self.column is None:
            return
        self.shown_at, self.part = monotonic(), 2
        self._look()
        self.column.show_candidates()
        self.column.show_page()
        self.stage.warm()
        self.shell.status.refresh()
        self.shell.status.expect(self.sentence())
        self.shell.status.progress.show(*self.progress())

    def _look(self) -> None:
        """See what has been found by now."""
        desk = self.desk
        found = desk.found(desk.node) if self.point is not None else ()
        self.at = self._place(found)
        shown = found[self.at] if found else None
        self.last = identity(shown) if shown is not None else None
        self.searched = Subject(desk.session, desk.node, self.point, found, shown, self.move)
        chance = self.point is not None and self.point.actor < 0
        self.subject = Subject(desk.session, desk.node, None) if chance else self.searched

    def _place(self, found: Sequence[Found]) -> int:
        """Which of what was found is shown: what was asked for; while bots look, what they find; and then that on."""
        keys = [identity(one) for one in found]
        if self.wanted in keys:
            return keys.index(self.wanted)
        if self.desk.on:
            fresh = next((number for number, one in enumerate(found) if one.analysis is not None), None)
            if fresh is not None:
                return fresh
        return keys.index(self.last) if self.last in keys else 0

    def turn_to(self, number: int) -> None:
        """Show another one of what was found."""
        found = self.searched.found if self.searched is not None else ()
        self.wanted = identity(found[number % len(found)]) if found else None
        self.show()

    @property
    def seat(self) -> int:
        """The seat from whose side values are told: the one that was asked for, else the only person's, else the first."""
        persons, seats = self.games.table.persons, self.games.table.point.seats
        if self.view is not None and self.view < seats:
            return self.view
        return persons[0] if len(persons) == 1 else 0

    # What is said -----------------------------------------------------------------------------------------------------

    def sentence(self) -> str:
        key = self.shell.commands["analysis"].key
        if self.reason:
            return self.reason
        if self.desk.troubles:
            return said.faults(self.desk.troubles)
        if self.desk.running:
            return said.running(key)
        return said.limit_reached(key) if self.desk.on else said.stopped(key)

    def progress(self) -> tuple[str, float]:
        shown = self.searched.shown if self.searched is not None else None
        if shown is None or not shown.running or not shown.report.seconds:
            return "", 0.0
        report, limit = shown.report, self.desk.limit
        parts = [0.0]
        if limit is not None and limit.simulations:
            parts.append(report.simulations / limit.simulations)
        if limit is not None and limit.seconds:
            parts.append(report.seconds / limit.seconds)
        return said.rate(report.simulations / report.seconds, unit_of(report)), min(1.0, max(parts))

    def who(self, found: Found) -> str:
        """Who searched."""
        if self.point is not None and self.point.actor < 0:
            return said.OUTCOMES
        bot = widgets_words.player(found.bot, alone=False) if found.bot else ""
        if found.source == "played":
            return said.played(boards.side(self.games.table.info, self.point.actor) if self.point is not None else "", bot)
        if found.source == "later":
            return said.reviewed(bot) if of_review(found.report) else said.later(bot)
        others = self.searched.found if self.searched is not None else ()
        return said.now(bot) if any(one.source == "played" for one in others) else bot


def identity(found: Found) -> tuple[str, str, str]:
    """What tells a search of a position from the others there."""
    return found.source, found.bot, found.move


def helped(session: Session) -> bool:
    """Whether to analyse now is help to a person who plays, that has not been noted yet."""
    from workbench.game.session import PERSON

    return session.waits_for != "over" and session.follows is None and PERSON in session.seats and said.TAG not in session.tags and bool(session.steps)
