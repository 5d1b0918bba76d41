"""The analysis of the viewed position in the mode Analyse: what the bots found, and which part and texts are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from bots.report import of_review
from fastcore import CHANCE, OVER, Viewpoint
from workbench import boards
from workbench.gui.analyse import words as said
from workbench.gui.analyse.pages.page import Subject
from workbench.gui.play import reasons
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import words as widgets_words
from workbench.reports.growth import unit_of
from workbench.table.table import Table
from workbench.thinking import outcomes
from workbench.thinking.analyses import Found, SessionAnalyses


class TableAnalysis:
    """The state of the mode in one open game. `waits`: the game goes on when the mode ends."""

    on = waits = False
    analyses: SessionAnalyses | None = None


class PositionAnalysis:
    """`subject` is what the pages are told, `searched` what the candidates show: at a chance node these are its
    outcomes.

    `show` updates everything on the screen.
    """

    def __init__(self, shell: Shell, games: Tabs, show: Callable[[], None]) -> None:
        self.shell, self.games, self.show = shell, games, show
        self.tables: WeakKeyDictionary[Table, TableAnalysis] = WeakKeyDictionary()
        self.move = ""  # the candidate that is chosen
        self.at = 0  # which of what was found is shown
        self.wanted: tuple[str, str, str] | None = None  # that of it which was asked for; None: the usual one
        self.last: tuple[str, str, str] | None = None  # what was shown last of this position
        self.view: int | None = None  # the seat from whose side values are told, where that was asked for
        self.reason = ""  # why nothing can be analysed here
        self.point: Viewpoint | None = None
        self.subject: Subject | None = None
        self.searched: Subject | None = None

    @property
    def on(self) -> bool:
        """Whether the shown game is in this mode."""
        return self.covers(self.games.table) and not self.games.layers.hides(self.games.table)

    def covers(self, table: Table) -> bool:
        """Return whether the game of a table is being analysed."""
        state = self.tables.get(table)
        return state is not None and state.on

    @property
    def here(self) -> TableAnalysis:
        """The state of the mode in the shown game."""
        return self.tables.setdefault(self.games.table, TableAnalysis())

    @property
    def analyses(self) -> SessionAnalyses:
        """The analyses of the shown game."""
        state, table, settings = self.here, self.games.table, self.shell.settings
        if state.analyses is None or state.analyses.session is not table.session:
            if state.analyses is not None:
                state.analyses.close()
            kept = settings.analyse_bots.get(table.info.id, ())
            state.analyses = SessionAnalyses(table.session, kept, settings.analyse_limit)
        return state.analyses

    def close(self, table: Table) -> None:
        """Forget a game that is no longer in a tab."""
        state = self.tables.pop(table, None)
        if state is not None and state.analyses is not None:
            state.analyses.close()

    def stop_others(self) -> None:
        """Stop bots that analyse games in hidden tabs."""
        for table, state in list(self.tables.items()):
            if table is not self.games.table and state.analyses is not None and state.analyses.on:
                state.analyses.stop()

    def read(self) -> bool:
        """Receive what bots have found in all games. Return whether the shown game has news."""
        was = self.on and self.analyses.running
        told = [
            table for table, state in list(self.tables.items()) if state.analyses is not None and state.analyses.read()
        ]
        return was or self.games.table in told  # a stopped search sends its last report a moment later

    # What is looked at ------------------------------------------------------------------------------------------------

    def known(self) -> tuple[Viewpoint | None, str]:
        """What whoever decides knows in the position that is looked at; or None, and why it is not analysed."""
        table = self.games.table
        session, screen, node = table.session, table.screen, table.browsing.at
        if reason := reasons.not_handed_over(table):
            return None, reason
        actor = session.document.point_at(node).actor
        if actor == OVER:
            return None, said.GAME_OVER
        if actor == CHANCE:
            point = table.point
            return (point, "") if outcomes.fits(point) else (None, said.NOTHING_DECIDED)
        if session.follows is not None and actor != session.follows:
            return None, said.COVERED
        if not table.info.has.covered or screen.shows_reasons or session.follows is not None:
            return session.document.viewpoint_at(node, actor), ""
        if screen.shared:
            return None, said.SHARED
        return (session.document.viewpoint_at(node, actor), "") if actor == screen.viewer else (None, said.COVERED)

    @property
    def board_point(self) -> Viewpoint:
        """What the board shows: what whoever is before it may see; of a past position of a game that is over, what
        the seat knew that decided there, as nothing is kept from anybody any more and that is what is analysed."""
        table = self.games.table
        past = self.on and table.over and table.browsing.node is not None
        known = self.known()[0] if past and table.info.has.covered else None
        return table.point if known is None else known

    def turn_to_shown(self) -> None:
        """Analyse the position that the window shows now."""
        point, self.reason = self.known()
        node = self.games.table.browsing.at
        if self.analyses.node != node:
            self.move = ""
            self.wanted = self.last = None
        self.analyses.look(node, point)
        self.point = point

    def look(self) -> None:
        """See what has been found by now."""
        analyses = self.analyses
        found = analyses.found(analyses.node) if self.point is not None else ()
        self.at = self._place(found)
        shown = found[self.at] if found else None
        self.last = identity(shown) if shown is not None else None
        self.searched = Subject(analyses.session, analyses.node, self.point, found, shown, self.move)
        chance = self.point is not None and self.point.actor < 0
        self.subject = Subject(analyses.session, analyses.node, None) if chance else self.searched

    def _place(self, found: Sequence[Found]) -> int:
        """Which of what was found is shown: what was asked for; while bots look, what they find; and then that on."""
        keys = [identity(one) for one in found]
        if self.wanted in keys:
            return keys.index(self.wanted)
        if self.analyses.on:
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
        """The seat from whose side values are told: the one that was asked for, else the only person's, else the
        first."""
        persons, seats = self.games.table.persons, self.games.table.point.seats
        if self.view is not None and self.view < seats:
            return self.view
        return persons[0] if len(persons) == 1 else 0

    # What is said -----------------------------------------------------------------------------------------------------

    def sentence(self) -> str:
        key = self.shell.commands["analysis"].key
        if self.reason:
            return self.reason
        if self.analyses.troubles:
            return said.faults(self.analyses.troubles)
        if self.analyses.running:
            return said.running(key)
        return said.limit_reached(key) if self.analyses.on else said.stopped(key)

    def progress(self) -> tuple[str, float]:
        shown = self.searched.shown if self.searched is not None else None
        if shown is None or not shown.running or not shown.report.seconds:
            return "", 0.0
        report, limit = shown.report, self.analyses.limit
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
            return said.played(
                boards.side(self.games.table.info, self.point.actor) if self.point is not None else "", bot
            )
        if found.source == "later":
            return said.reviewed(bot) if of_review(found.report) else said.later(bot)
        others = self.searched.found if self.searched is not None else ()
        return said.now(bot) if any(one.source == "played" for one in others) else bot


def identity(found: Found) -> tuple[str, str, str]:
    """What tells a search of a position from the others there."""
    return found.source, found.bot, found.move
