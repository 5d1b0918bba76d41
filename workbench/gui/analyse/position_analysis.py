"""The analysis of the viewed position: its findings, the shown search, and its texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from bots.report import is_review
from fastcore import CHANCE, OVER, Viewpoint
from workbench.gui.analyse import solved
from workbench.gui.analyse import words as texts
from workbench.gui.analyse.pages.page import Subject
from workbench.gui.play import reasons
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import words as widgets_words
from workbench.reports.growth import unit_of
from workbench.reports.report_lines import doubling_text
from workbench.seen.names import side_name
from workbench.table.table import Table
from workbench.thinking import outcomes
from workbench.thinking.analyses import Finding, SessionAnalyses

HIDDEN_BYTES = 512 * 2**20  # memory limit for the searches of games in hidden tabs


class TableAnalysis:
    """The state of the mode in one open game. `resumes_bots` says whether the bots continue when the mode ends.

    `value_seat` is the seat for which the user chose to see values, or None.
    """

    on = resumes_bots = False
    analyses: SessionAnalyses | None = None
    value_seat: int | None = None


class PositionAnalysis:
    """The analysis of the viewed position.

    `subject` is what the pages show and `candidate_subject` what the candidates show. They differ at a chance event,
    where the candidates are its outcomes. `refresh_screen` updates the screen after a change.
    """

    def __init__(self, shell: Shell, games: Tabs, refresh_screen: Callable[[], None]) -> None:
        self.shell, self.games, self.refresh_screen = shell, games, refresh_screen
        self.tables: WeakKeyDictionary[Table, TableAnalysis] = WeakKeyDictionary()
        self.move = ""  # the selected candidate
        self.at = 0  # the index of the shown search
        self.selected: tuple[str, str, str] | None = None  # the search the user selected, or None
        self.last_shown: tuple[str, str, str] | None = None  # the last shown search of this position
        self.task: Callable[[], str] = lambda: ""  # what the shown page asks the user to do, or ""
        self.reason = ""  # why nothing can be analysed here
        self.point: Viewpoint | None = None
        self.subject: Subject | None = None
        self.candidate_subject: Subject | None = None

    @property
    def on(self) -> bool:
        """Whether the shown game is in this mode."""
        return self.covers(self.games.table) and not self.games.layers.hides(self.games.table)

    def covers(self, table: Table) -> bool:
        """Return whether the game of a table is being analysed."""
        state = self.tables.get(table)
        return state is not None and state.on

    @property
    def shown_state(self) -> TableAnalysis:
        """The state of the mode in the shown game."""
        return self.tables.setdefault(self.games.table, TableAnalysis())

    @property
    def analyses(self) -> SessionAnalyses:
        """The analyses of the shown game."""
        state, table, settings = self.shown_state, self.games.table, self.shell.settings
        if state.analyses is None or state.analyses.session is not table.session:
            if state.analyses is not None:
                state.analyses.close()
            bots = settings.analyse_bots.get(table.info.id, ())
            state.analyses = SessionAnalyses(table.session, bots, settings.analyse_limit)
        return state.analyses

    def close(self, table: Table) -> None:
        """Forget a game whose tab was closed."""
        state = self.tables.pop(table, None)
        if state is not None and state.analyses is not None:
            state.analyses.close()

    def end_for_new_game(self, table: Table) -> None:
        """End the mode for a table if its session is no longer the analysed one."""
        state = self.tables.get(table)
        if state is not None and state.analyses is not None and state.analyses.session is not table.session:
            state.analyses.close()
            state.analyses = None
            state.on = state.resumes_bots = False
            state.value_seat = None

    def stop_others(self) -> None:
        """Stop the analyses of games in hidden tabs. Beyond a memory limit, close those that were shown long ago."""
        used = 0
        shown = self.tables.pop(self.games.table, None)
        for state in reversed([state for state in self.tables.values() if state.analyses is not None]):
            analyses = state.analyses
            assert analyses is not None
            if analyses.enabled:
                analyses.stop()
            used += analyses.bytes
            if used > HIDDEN_BYTES:
                analyses.release()
        if shown is not None:
            self.tables[self.games.table] = shown  # the last one in the order of showing

    def poll(self) -> bool:
        """Receive findings in all games. Return whether the shown game has changes to show."""
        was_running = self.on and self.analyses.running
        updated = [
            table for table, state in list(self.tables.items()) if state.analyses is not None and state.analyses.poll()
        ]
        return was_running or self.games.table in updated  # a stopped search sends its last report a moment later

    # Position ---------------------------------------------------------------------------------------------------------

    def known_point(self) -> tuple[Viewpoint | None, str]:
        """Return the player's knowledge of the viewed position and "", or None and why it cannot be analysed."""
        table = self.games.table
        session, screen, node = table.session, table.screen, table.browsing.shown_node
        if reason := reasons.not_handed_over(table):
            return None, reason
        actor = session.document.point_at(node).actor
        if actor == OVER:
            return None, texts.GAME_OVER
        if actor == CHANCE:
            point = table.point
            return (point, "") if outcomes.applies_to(point) else (None, texts.NOTHING_DECIDED)
        if session.follows is not None and actor != session.follows:
            return None, texts.COVERED
        if not table.info.has.covered or screen.shows_reasons or session.follows is not None:
            return session.document.viewpoint_at(node, actor), ""
        if screen.is_shared:
            return None, texts.SHARED
        return (session.document.viewpoint_at(node, actor), "") if actor == screen.viewer else (None, texts.COVERED)

    @property
    def board_point(self) -> Viewpoint:
        """The position that the board shows: what the person at the screen may see.

        After the game, a past position is shown as the player to move knew it, because the bots analyse that view.
        """
        table = self.games.table
        past = self.on and table.over and table.browsing.node is not None
        known = self.known_point()[0] if past and table.info.has.covered else None
        return table.point if known is None else known

    def analyse_shown(self) -> None:
        """Analyse the position that the window shows now."""
        point, self.reason = self.known_point()
        node = self.games.table.browsing.shown_node
        if self.analyses.node != node:
            self.move = ""
            self.selected = self.last_shown = None
        self.analyses.set_position(node, point)
        self.point = point

    def update(self) -> None:
        """Update `subject` and `candidate_subject` from the findings so far."""
        analyses = self.analyses
        findings = analyses.findings(analyses.node) if self.point is not None else ()
        self.at = self._shown_index(findings)
        shown = findings[self.at] if findings else None
        self.last_shown = search_key(shown) if shown is not None else None
        self.candidate_subject = Subject(analyses.session, analyses.node, self.point, findings, shown, self.move)
        chance = self.point is not None and self.point.actor < 0
        self.subject = Subject(analyses.session, analyses.node, None) if chance else self.candidate_subject

    def _shown_index(self, findings: Sequence[Finding]) -> int:
        """Return the index of the search to show: the selected one, a running one, or the last shown."""
        keys = [search_key(finding) for finding in findings]
        if self.selected in keys:
            return keys.index(self.selected)
        if self.analyses.enabled:
            running = next((number for number, finding in enumerate(findings) if finding.analysis is not None), None)
            if running is not None:
                return running
        return keys.index(self.last_shown) if self.last_shown in keys else 0

    def select_search(self, number: int) -> None:
        """Show another search of the position. The index wraps around."""
        findings = self.candidate_subject.findings if self.candidate_subject is not None else ()
        self.selected = search_key(findings[number % len(findings)]) if findings else None
        self.refresh_screen()

    @property
    def seat(self) -> int:
        """The seat for which values are shown: the selected one, the next to move, the only person's or 0."""
        table, chosen = self.games.table, self.shown_state.value_seat
        if chosen is not None and chosen < table.point.seats:
            return chosen
        actor = next_actor(self.point) if self.point is not None else OVER
        return actor if actor >= 0 else table.persons[0] if len(table.persons) == 1 else 0

    # Texts ------------------------------------------------------------------------------------------------------------

    def sentence(self) -> str:
        """Return the status of the analysis."""
        key = self.shell.commands["analysis"].key
        if not self.analyses.running and (task := self.task()):
            return task
        if self.reason == texts.SHARED:  # the page says why
            return texts.return_to_game(self.shell.commands["play_mode"].key)
        if self.reason:
            return self.reason
        if self.analyses.problems:
            return texts.faults(self.analyses.problems)
        if self.analyses.running:
            return texts.running(key)
        if self.solution:
            return self.solution
        return texts.limit_reached(key) if self.analyses.enabled else texts.stopped(key)

    @property
    def solution(self) -> str:
        """The sentence that says how the position is solved, or ""."""
        subject = self.candidate_subject
        if subject is None or subject.shown is None or subject.point is None:
            return ""
        return solved.solution(subject.shown.report, subject.point)

    def progress(self) -> tuple[str, float]:
        """Return the text and the fraction (0 to 1) of the progress bar, or "" and 0 if the search has no limit."""
        shown = self.candidate_subject.shown if self.candidate_subject is not None else None
        limit = self.analyses.limit
        if shown is None or not shown.running or limit is None:
            return "", 0.0
        report, parts = shown.report, [0.0]
        if limit.simulations:
            parts.append(report.simulations / limit.simulations)
        if limit.seconds:
            parts.append(report.seconds / limit.seconds)
        return texts.RUNNING, min(1.0, max(parts))

    def source_name(self, finding: Finding) -> str:
        """Return the heading of a search: whose it is, or when it ran if several are shown."""
        if self.point is not None and self.point.actor < 0:
            return texts.OUTCOMES
        if finding.source == "played":
            return texts.played_head(
                side_name(self.games.table.session, self.point.actor) if self.point is not None else ""
            )
        if finding.source == "later":
            return texts.REVIEW_HEAD if is_review(finding.report) else texts.LATER_HEAD
        findings = self.candidate_subject.findings if self.candidate_subject is not None else ()
        return texts.NOW_HEAD if any(shown.source == "played" for shown in findings) else texts.CANDIDATES

    def search_name(self, finding: Finding) -> str:
        """Return the bot of a search, and its heading if searches of different origin are shown."""
        bot, source = widgets_words.player(finding.bot, alone=False) if finding.bot else "", self.source_name(finding)
        return bot if source == texts.CANDIDATES and bot else " · ".join(filter(None, (source, bot)))

    def details(self, finding: Finding) -> str:
        """Return the bot of a search with its settings, size, speed and depth."""
        report = finding.report
        depth = max((len(candidate.line) for candidate in report.candidates), default=0)
        seconds = report.seconds if finding.running else 0.0
        spec = self.point.spec if self.point is not None else ""
        doubling = doubling_text(spec, finding.bot) if spec and finding.bot else ""
        search = self.search_name(finding)
        return texts.search_details(search, report.simulations, unit_of(report), seconds, depth, doubling)


def next_actor(point: Viewpoint) -> int:
    """Return the seat that decides here, or after the next chance events; a negative number if there is none."""
    state = point.state
    if point.actor != CHANCE or state is None:
        return point.actor
    while state.actor == CHANCE:  # the same seat decides after every outcome of a roll
        state = state.after(state.chances()[0][0])
    return state.actor


def search_key(finding: Finding) -> tuple[str, str, str]:
    """Return the key that identifies a search among those of a position."""
    return finding.source, finding.bot, finding.move
