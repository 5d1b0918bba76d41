"""The analyses of a session: the same bots analyse one position after another, and their results are collected.

Results come from the bots that played, from analyses stored with the game, and from running searches. No widgets are
used.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Literal, NamedTuple

import bots
from bots.report import VALUE_TOLERANCE, Limit, Report, author
from fastcore import Viewpoint
from workbench.game.move_tree import ROOT, Node
from workbench.game.session import PERSON, Session
from workbench.reports.growth import at_milestones, frames
from workbench.system.translation import tr
from workbench.thinking import outcomes
from workbench.thinking.analysis import FOREVER, Analysis

MAX_BOTS = 4  # bots that run in parallel
MIN_SIMULATIONS = 20  # fewest simulations of a result worth storing
KEEP_SECONDS = 30.0  # interval at which the results of a running search are stored
MAX_SUSPENDED = 3  # suspended positions whose searches stay in memory
SUSPENDED_BYTES = 512 * 2**20  # memory limit for these searches, except those of the latest position

Source = Literal["played", "later", "now"]


class Finding(NamedTuple):
    """The result of one search at a position.

    `source` is "played" for the search that chose the move played there, "later" for a stored analysis, and "now" for a
    search of this session. `reports` are ordered by simulations. `move` is the move that was played, or "". `analysis`
    is set while the search can continue.
    """

    source: Source
    bot: str
    reports: tuple[Report, ...]
    move: str = ""
    analysis: Analysis | None = None

    @property
    def report(self) -> Report:
        """The latest report."""
        return self.reports[-1]

    @property
    def running(self) -> bool:
        """Whether the search is running."""
        return self.analysis is not None and self.analysis.running


class SessionAnalyses:
    """The analyses of one session. Analyse mode creates one for each table.

    Args:
        session: The session.
        players: Specs of the analysing bots; by default the strongest bot for the game.
        limit: The limit for each bot at one position, or None to search until stopped.

    Attributes:
        enabled: Whether the current position is analysed.
        node: The current position.
        moves: The only moves to search, or () for all.
    """

    def __init__(self, session: Session, players: Sequence[str] = (), limit: Limit | None = None) -> None:
        self.session = session
        self.players: tuple[str, ...] = tuple(players) or default_bots(session.spec)
        self.limit = limit
        self.enabled = False
        self.node = ROOT
        self.moves: tuple[str, ...] = ()
        self._releasing = False  # whether the searches are closed when they have sent their last reports
        self.faults: tuple[str, ...] = ()  # why bots cannot analyse this position
        self._point: Viewpoint | None = None
        self._running: dict[str, Analysis] = {}  # searches at `node` by the bot's spec
        # stopped searches by node, latest last
        self._suspended: dict[int, dict[str, Analysis]] = {}
        self._stored_at = monotonic()
        # results of this session by node and the bot's spec
        self._results: dict[int, dict[str, tuple[Report, ...]]] = {}

    # Running searches -------------------------------------------------------------------------------------------------

    def set_position(self, node: int, point: Viewpoint | None) -> None:
        """Switch to another position.

        Running searches stop and their results are stored. If analysis is on, it continues at the new position.

        Args:
            node: The position.
            point: What the player to move knows, or None if there is no such player or nobody may see it.
        """
        if node == self.node and (point is None) == (self._point is None):
            return
        self._end()
        self.node, self._point, self.faults = node, point, ()
        self._restore()
        if self.enabled:
            self._begin()

    def start(self) -> None:
        """Analyse the current position and those viewed later. Earlier searches of this position continue."""
        self.enabled, self._releasing = True, False
        self._begin()
        for analysis in self._running.values():
            if not analysis.running:
                analysis.resume()

    def stop(self) -> None:
        """Stop analysing, and store the results with the game."""
        self.enabled = False
        for analysis in self._running.values():
            if analysis.running:
                analysis.stop()
        self.store()

    def release(self) -> None:
        """Stop analysing, and free the memory of all searches. Their results are kept, but they cannot continue.

        Running searches are closed when their last reports have arrived.
        """
        self.stop()
        self._releasing = True
        self._close_stopped()

    def _close_stopped(self) -> None:
        """Close all searches if that was requested and none of them has results to send."""
        if self._releasing and not self.running and not self.is_stopping:
            self._releasing = False
            self.store()
            self._close_searches()

    def _close_searches(self) -> None:
        for searches in (self._running, *self._suspended.values()):
            for analysis in searches.values():
                analysis.close()
        self._running.clear()
        self._suspended.clear()

    def set_bots(self, players: Sequence[str], limit: Limit | None) -> None:
        """Replace the analysing bots, each with this limit (None: until stopped)."""
        self._end()
        self.players, self.limit, self.faults = tuple(players)[:MAX_BOTS], limit, ()
        self._restore()
        if self.enabled:
            self._begin()

    def restrict(self, moves: Sequence[str]) -> None:
        """Restrict further simulations to these moves (() for all). Earlier results of other moves stay.

        Raises:
            ValueError: None of the running bots supports this.
        """
        able = [analysis for analysis in self._running.values() if analysis.can_focus]
        if self._running and not able:
            raise ValueError(tr("none of these bots can search only some moves"))
        for analysis in able:
            analysis.focus(moves)
        self.moves = tuple(moves)

    @property
    def is_started(self) -> bool:
        """Whether any bot has searched this position and can continue."""
        return bool(self._running)

    @property
    def can_focus(self) -> bool:
        """Whether any running bot can restrict its search to some moves."""
        return any(analysis.can_focus for analysis in self._running.values())

    @property
    def problems(self) -> tuple[str, ...]:
        """The reasons bots cannot analyse this position, and the errors of those that failed."""
        return (*self.faults, *(analysis.fault for analysis in self._running.values() if analysis.fault))

    def _analysing_bots(self) -> tuple[str, ...]:
        """Return the bots that analyse the current position."""
        if self._point is None:
            return ()
        return (outcomes.NAME,) if outcomes.applies_to(self._point) else self.players

    def _begin(self) -> None:
        """Start or resume every bot that has not used up its limit."""
        faults = []
        for text in self._analysing_bots():
            existing = self._running.get(text)
            if existing is not None:
                if not existing.running and not existing.is_used_up:
                    existing.resume()
                continue
            assert self._point is not None
            try:
                bot = outcomes.Outcomes() if text == outcomes.NAME else text
                analysis = self._running[text] = Analysis(bot, self._point, self.limit or FOREVER)
            except ValueError as error:
                faults.append(str(error))
                continue
            analysis.start()
        self.faults = tuple(faults)

    def _end(self) -> None:
        """Stop all searches. Searches that can continue are suspended, within the memory limit."""
        self.store()
        resumable: dict[str, Analysis] = self._suspended.pop(self.node, {})
        for text, analysis in self._running.items():
            analysis.stop()
            if analysis.can_resume:
                resumable[text] = analysis
            else:
                analysis.close()
        self._running.clear()
        used = sum(analysis.bytes for searches in self._suspended.values() for analysis in searches.values())
        if resumable:
            self._suspended[self.node] = resumable
        while len(self._suspended) > MAX_SUSPENDED or (used > SUSPENDED_BYTES and len(self._suspended) > 1):
            for analysis in self._suspended.pop(next(iter(self._suspended))).values():
                used -= analysis.bytes
                analysis.close()

    def _restore(self) -> None:
        """Restore the suspended searches of this position, unrestricted."""
        self.moves = ()
        suspended = self._suspended.get(self.node, {})
        for text in self._analysing_bots():
            if text in suspended:
                analysis = suspended.pop(text)
                if self._point is None or analysis.point.text() != self._point.text():
                    analysis.close()  # the player to move knows more than when the search ran
                    continue
                self._running[text], analysis.limit = analysis, self.limit or FOREVER
                if analysis.can_focus:
                    analysis.focus(())
        if not suspended:
            self._suspended.pop(self.node, None)

    def poll(self) -> bool:
        """Collect new messages from the bots. Return whether there were any.

        Results are also stored with the game from time to time.
        """
        before = self.running or self.is_stopping
        news = [analysis.poll() for analysis in self._running.values()]
        ended = before and not self.running and not self.is_stopping
        if ended or (self.running and monotonic() - self._stored_at > KEEP_SECONDS):
            self.store()
        self._close_stopped()
        return any(news)

    @property
    def running(self) -> bool:
        """Whether any search is running."""
        return any(analysis.running for analysis in self._running.values())

    @property
    def bytes(self) -> int:
        """The memory used by all searches."""
        return sum(
            analysis.bytes for searches in (self._running, *self._suspended.values()) for analysis in searches.values()
        )

    @property
    def is_stopping(self) -> bool:
        """Whether a stopped search has yet to send its last report."""
        return any(analysis.is_stopping for analysis in self._running.values())

    def close(self) -> None:
        """End all searches, including suspended ones."""
        self.enabled = False
        self.store()
        self._close_searches()

    # Results ----------------------------------------------------------------------------------------------------------

    def store(self) -> None:
        """Store the results for the current position with the game."""
        self._stored_at = monotonic()
        for text, analysis in self._running.items():
            analysis.poll()
            if (
                analysis.report is not None
                and analysis.report.candidates
                and analysis.report.simulations >= MIN_SIMULATIONS
            ):
                before = self._results.setdefault(self.node, {})
                if text in before and before[text][-1].simulations > analysis.report.simulations:
                    continue
                reports = before[text] = tuple(at_milestones(analysis.reports))
                if self.session.document.has_node(self.node):
                    self.session.document.annotations.store_analysis(self.node, text, reports)

    def value(self, node: int) -> tuple[float, ...] | None:
        """Return the value of a position for each seat, in [-1, 1], or None if it was never analysed.

        The result with the most simulations counts, from this session or stored with the game.
        """
        ended = self._results.get(node, {})
        reports = [series[-1] for series in ended.values()] or list(self.session.document.annotations.analyses(node))
        best = max(reports, key=lambda report: report.simulations, default=None)
        if best is None or not best.candidates:
            return None
        mean = next((fact.values for fact in best.facts if fact.key == "mean"), None)
        if mean is not None:  # at a chance event the candidates are the outcomes, and the mean is the value
            with suppress(KeyError, ValueError):  # a file may contain anything
                values = tuple(float(mean[str(seat)]) for seat in range(len(best.candidates[0].value)))
                return values if all(abs(value) <= 1 + VALUE_TOLERANCE for value in values) else None
            return None
        return best.candidates[0].value if best.candidates[0].visits else None

    def findings(self, node: int) -> tuple[Finding, ...]:
        """Return all results for a position.

        First come the searches that chose the moves played, then those of this session, then stored ones.
        """
        nodes = self.session.document.tree.nodes
        current: list[Finding] = []
        ended = self._results.get(node, {})
        running = self._running if node == self.node else {}
        for text in dict.fromkeys((*running, *ended)):
            analysis = running.get(text)
            more = ended[text][-1].simulations if text in ended else 0
            if analysis is not None and analysis.report is not None and analysis.report.simulations >= more:
                current.append(Finding("now", text, analysis.reports, analysis=analysis))
            elif text in ended:
                # the search in memory has fewer simulations than the stored table
                current.append(Finding("now", text, ended[text]))
        children = [nodes[number] for number in nodes[node].children]
        played = [
            Finding("played", self._player(child), frames(child.reports), child.move)
            for child in children
            if child.reports and child.actor >= 0
        ]
        known = {finding.bot for finding in current}
        later = [
            Finding("later", author(report), frames((report,)))
            for report in self.session.document.annotations.analyses(node)
            if author(report) not in known
        ]
        return (*played, *current, *later)

    def _player(self, move: Node) -> str:
        """Return the bot that played a move, or "" if unknown."""
        player = self.session.seats[move.actor]
        return author(move.reports[-1]) or ("" if player == PERSON else player)


def default_bots(spec: str) -> tuple[str, ...]:
    """Return the default analysing bots: the strongest one, at its highest level."""
    name = bots.strongest(spec)
    return (
        (f"{name}:{list(bots.bot_class(name).presets)[-1]}" if bots.bot_class(name).presets else name,) if name else ()
    )
