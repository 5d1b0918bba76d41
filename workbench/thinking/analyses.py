"""Analyses of a session's positions, one after the other by the same bots, and what is known of each position.

Sources are the reports of the bots that played, analyses stored with the game, and the running one. No widgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Literal, NamedTuple

import bots
from bots.report import NEAR, Limit, Report, by
from fastcore import Viewpoint
from workbench.game.move_tree import ROOT, Node
from workbench.game.session import PERSON, Session
from workbench.reports.growth import at_milestones, frames
from workbench.thinking import outcomes
from workbench.thinking.analysis import FOREVER, Analysis

MOST_BOTS = 4  # side by side
LEAST = 20  # simulations from which on what was found is worth keeping
KEEP_SECONDS = 30.0  # after which what is found is kept while a search goes on
RESTING = 3  # positions that were left whose searches can still be gone on with
RESTING_BYTES = 512 * 2**20  # that these searches take at most, all but the one left last

Source = Literal["played", "later", "now"]


class Found(NamedTuple):
    """What is known of a position from one search: `source` is "played" (the search that chose the move made there),
    "later" (an analysis that is kept), "now" (one of this sitting). `reports` are in the order of their simulations,
    the last being what was found in the end; `move` is what was played by it, "" where nothing was; `analysis` is there
    while it can go on."""

    source: Source
    bot: str
    reports: tuple[Report, ...]
    move: str = ""
    analysis: Analysis | None = None

    @property
    def report(self) -> Report:
        return self.reports[-1]

    @property
    def running(self) -> bool:
        return self.analysis is not None and self.analysis.running


class SessionAnalyses:
    """`players` are the bots that analyse, by their texts, `limit` what each may use up in a position, `moves` the only
    ones that are looked at (() for all), `on` whether whatever is looked at is analysed. `node` is where that is."""

    def __init__(self, session: Session, players: Sequence[str] = (), limit: Limit | None = None) -> None:
        self.session = session
        self.players: tuple[str, ...] = tuple(players) or usual(session.spec)
        self.limit = limit
        self.on = False
        self.node = ROOT
        self.moves: tuple[str, ...] = ()
        self.faults: tuple[str, ...] = ()  # why bots do not analyse here
        self._point: Viewpoint | None = None
        self._running: dict[str, Analysis] = {}  # by text of the bot, at `node`
        # by node, that left last being the last: what was stopped there
        self._resting: dict[int, dict[str, Analysis]] = {}
        self._kept_at = monotonic()
        self._ended: dict[int, dict[str, tuple[Report, ...]]] = {}  # by node and text: what this sitting found

    # What is analysed -------------------------------------------------------------------------------------------------

    def look(self, node: int, point: Viewpoint | None) -> None:
        """Another position is looked at: what runs ends and is kept, and if analysis is on, it goes on there. `point`
        is what whoever decides there knows; None where nobody decides, or nobody may see it."""
        if node == self.node and (point is None) == (self._point is None):
            return
        self._end()
        self.node, self._point, self.faults = node, point, ()
        self._return()
        if self.on:
            self._begin()

    def start(self) -> None:
        """Analyse what is looked at, and what will be; what was begun here goes on."""
        self.on = True
        self._begin()
        for one in self._running.values():
            if not one.running:
                one.resume()

    def stop(self) -> None:
        """Analyse no more. What was found stays, and is kept with the game."""
        self.on = False
        for one in self._running.values():
            if one.running:
                one.stop()
        self.keep()

    def choose(self, players: Sequence[str], limit: Limit | None) -> None:
        """From now on these bots analyse, each with this limit (None: until they are stopped)."""
        self._end()
        self.players, self.limit, self.faults = tuple(players)[:MOST_BOTS], limit, ()
        self._return()
        if self.on:
            self._begin()

    def only(self, moves: Sequence[str]) -> None:
        """Make all further simulations of these moves, () for any; what was found of the others stays.
        ValueError if no bot here can."""
        able = [one for one in self._running.values() if one.can_focus]
        if self._running and not able:
            raise ValueError("none of these bots can look at some moves alone")
        for one in able:
            one.focus(moves)
        self.moves = tuple(moves)

    @property
    def begun(self) -> bool:
        """Whether bots have looked at what is looked at now, and could go on."""
        return bool(self._running)

    @property
    def can_focus(self) -> bool:
        return any(one.can_focus for one in self._running.values())

    @property
    def troubles(self) -> tuple[str, ...]:
        """Why bots do not analyse here, or have broken over it."""
        return (*self.faults, *(one.fault for one in self._running.values() if one.fault))

    def _lookers(self) -> tuple[str, ...]:
        """Who looks at what is looked at."""
        if self._point is None:
            return ()
        return (outcomes.NAME,) if outcomes.fits(self._point) else self.players

    def _begin(self) -> None:
        """Have all bots look that have not used up what they may."""
        faults = []
        for text in self._lookers():
            there = self._running.get(text)
            if there is not None:
                if not there.running and not there.spent:
                    there.resume()
                continue
            assert self._point is not None
            try:
                bot = outcomes.Outcomes() if text == outcomes.NAME else text
                one = self._running[text] = Analysis(bot, self._point, self.limit or FOREVER)
            except ValueError as error:
                faults.append(str(error))
                continue
            one.start()
        self.faults = tuple(faults)

    def _end(self) -> None:
        """Stop what runs. Of what was left last the searches stay, to be gone on with."""
        self.keep()
        left: dict[str, Analysis] = self._resting.pop(self.node, {})
        for text, one in self._running.items():
            one.stop()
            if one.can_resume:
                left[text] = one
            else:
                one.close()
        self._running.clear()
        taken = sum(one.bytes for there in self._resting.values() for one in there.values())
        if left:
            self._resting[self.node] = left
        while len(self._resting) > RESTING or (taken > RESTING_BYTES and len(self._resting) > 1):
            for one in self._resting.pop(next(iter(self._resting))).values():
                taken -= one.bytes
                one.close()

    def _return(self) -> None:
        """Take up again what was stopped here, all moves being looked at."""
        self.moves = ()
        there = self._resting.get(self.node, {})
        for text in self._lookers():
            if text in there:
                one = there.pop(text)
                if self._point is None or one.point.text() != self._point.text():
                    one.close()  # whoever looks knows something else by now
                    continue
                self._running[text], one.limit = one, self.limit or FOREVER
                if one.can_focus:
                    one.focus(())
        if not there:
            self._resting.pop(self.node, None)

    def read(self) -> bool:
        """Take in what the bots have said; whether there was anything. What is found is kept now and then."""
        before = self.running or self.ending
        news = [one.read() for one in self._running.values()]
        ended = before and not self.running and not self.ending
        if ended or (self.running and monotonic() - self._kept_at > KEEP_SECONDS):
            self.keep()
        return any(news)

    @property
    def running(self) -> bool:
        return any(one.running for one in self._running.values())

    @property
    def ending(self) -> bool:
        """Whether something was stopped that is still to tell its last."""
        return any(one.ending for one in self._running.values())

    def close(self) -> None:
        self.on = False
        self._end()
        for there in self._resting.values():
            for one in there.values():
                one.close()
        self._resting.clear()

    # What is known ----------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Keep what was found here with the game."""
        self._kept_at = monotonic()
        for text, one in self._running.items():
            one.read()
            if one.report is not None and one.report.candidates and one.report.simulations >= LEAST:
                before = self._ended.setdefault(self.node, {})
                if text in before and before[text][-1].simulations > one.report.simulations:
                    continue
                reports = before[text] = tuple(at_milestones(one.reports))
                if self.session.document.holds(self.node):
                    self.session.document.annotations.keep_analysis(self.node, text, reports)

    def value(self, node: int) -> tuple[float, ...] | None:
        """What a position is worth by what was found of it here, in this sitting or in an earlier one;
        None where nothing was."""
        ended = self._ended.get(node, {})
        reports = [one[-1] for one in ended.values()] or list(self.session.document.annotations.analyses(node))
        best = max(reports, key=lambda report: report.simulations, default=None)
        if best is None or not best.candidates:
            return None
        mean = next((fact.values for fact in best.facts if fact.key == "mean"), None)
        if mean is not None:  # chance decides: the candidates are its outcomes, and it does not choose the best
            with suppress(KeyError, ValueError):  # a file may come from anywhere
                values = tuple(float(mean[str(seat)]) for seat in range(len(best.candidates[0].value)))
                return values if all(abs(value) <= 1 + NEAR for value in values) else None
            return None
        return best.candidates[0].value if best.candidates[0].visits else None

    def found(self, node: int) -> tuple[Found, ...]:
        """All that is known of a position: what chose the moves that were made there, what goes on now or this sitting
        found, and what was kept of earlier sittings."""
        nodes = self.session.document.tree.nodes
        now: list[Found] = []
        ended = self._ended.get(node, {})
        running = self._running if node == self.node else {}
        for text in dict.fromkeys((*running, *ended)):
            analysis = running.get(text)
            more = ended[text][-1].simulations if text in ended else 0
            if analysis is not None and analysis.report is not None and analysis.report.simulations >= more:
                now.append(Found("now", text, analysis.reports, analysis=analysis))
            elif text in ended:
                now.append(Found("now", text, ended[text]))  # a tree that has seen less is not that of this table
        children = [nodes[child] for child in nodes[node].children]
        played = [
            Found("played", self._player(one), frames(one.reports), one.move)
            for one in children
            if one.reports and one.actor >= 0
        ]
        here = {one.bot for one in now}
        later = [
            Found("later", by(report), frames((report,)))
            for report in self.session.document.annotations.analyses(node)
            if by(report) not in here
        ]
        return (*played, *now, *later)

    def _player(self, made: Node) -> str:
        """The bot that made a move, "" if that is not known."""
        there = self.session.seats[made.actor]
        return by(made.reports[-1]) or ("" if there == PERSON else there)


def usual(spec: str) -> tuple[str, ...]:
    """Who analyses if nobody is asked for: the strongest bot, at its highest level."""
    name = bots.strongest(spec)
    return (f"{name}:{list(bots.about(name).presets)[-1]}" if bots.about(name).presets else name,) if name else ()
