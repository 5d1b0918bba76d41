"""The review of a session: runs on a thread, is stored with the game, and is found there again without a search."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple

import msgspec

from bots.base import in_one_line
from bots.report import NEAR, Fact, Report
from bots.searching import Judgement
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.reports.pruning import pruned
from workbench.review.judging import Judged, Reviewer, decisions
from workbench.storage.session_records import session_of, snapshot
from workbench.system.cores import CORES, give_way_on_a_thread

BY = "analysis"  # the fact of a kept report that says who made it; in one of a review also what was judged
BYTES = 1280  # of a decision's judgement in a record
KEEP_SECONDS = 10.0  # after which what was judged is kept while the review goes on
OTHERS, LINE = 4, 12  # candidates beside the best and what was decided, and moves in the lines of these two


class Review(NamedTuple):
    """What is known of the decisions of a game's main line: `of` is how many there are, `judged` those that this judge
    has judged with so many simulations each."""

    judge: str
    simulations: int
    judged: tuple[Judged, ...]
    of: int

    @property
    def whole(self) -> bool:
        return len(self.judged) == self.of


def review_of(session: Session) -> Review | None:
    """The review that is kept with a game, None if there is none. Where there are several, that which judged most."""
    found: dict[tuple[str, int], list[Judged]] = {}
    nodes, made = session.document.tree.nodes, tuple(decisions(session, session.document.main_line()))
    for before, decided in made:
        first = nodes[decided[0]]
        for report in first.later:
            fact = _judgement(report)
            if fact is None:
                continue
            judge, simulations, best, best_value, value = fact
            told = Judgement(report, best, best_value, value)
            one = Judged(before, decided, first.actor, first.turn, tuple(nodes[node].move for node in decided), told)
            found.setdefault((judge, simulations), []).append(one)
    if not found:
        return None
    (judge, simulations), judged = max(found.items(), key=lambda one: len(one[1]))
    return Review(judge, simulations, tuple(judged), len(made))


def _judgement(report: Report) -> tuple[str, int, tuple[str, ...], float, float] | None:
    """What a report says as a part of a review:
    the judge, its simulations, the best and its value, that of what was played."""
    fact = next((fact.values for fact in report.facts if fact.key == BY), None)
    if fact is None or "best" not in fact:
        return None
    try:
        best_value, value = float(fact["best_value"]), float(fact["value"])
        found = str(fact["bot"]), int(fact["simulations"]), tuple(str(fact["best"]).split(",")), best_value, value
    except (KeyError, ValueError):
        return None  # a file may come from anywhere
    return found if abs(best_value) <= 1 + NEAR and abs(value) <= 1 + NEAR else None


def is_of_review(report: Report) -> bool:
    """Whether a report is a part of a review."""
    return _judgement(report) is not None


def signed(one: Judged, judge: str, simulations: int) -> Report:
    """The report of a judgement as a game keeps it: cut to its room, with what was judged as its first fact."""
    told = one.judgement
    values: dict[str, int | float | str] = {
        "bot": judge,
        "simulations": simulations,
        "best": ",".join(told.best),
        "best_value": told.best_value,
        "value": told.value,
    }
    facts = (Fact(BY, values), *(fact for fact in told.report.facts if fact.key != BY))
    others = [each for each in told.report.candidates[1:] if each.move != one.moves[0]][:OTHERS]
    candidates = [
        msgspec.structs.replace(
            each, line=each.line[:LINE] if number == 0 or each.move == one.moves[0] else each.line[:1]
        )
        for number, each in enumerate(told.report.candidates)
        if number == 0 or each.move == one.moves[0] or each in others
    ]
    whole = msgspec.structs.replace(
        told.report, facts=facts, candidates=tuple(candidates), history=(), growth=None, marks=()
    )
    cut = pruned((whole,), BYTES)
    if cut and is_of_review(cut[0]):
        return cut[0]
    return Report(told.report.move, simulations=told.report.simulations, facts=facts[:1])


class SessionReview:
    """A review that is being made of the main line of a session as it was when it began. `judged` has what is known by
    now, in the order of the game; what an earlier review by the same judge with as many simulations has judged is taken
    over, unless it is made `anew`: then with random numbers of this seed. `read` takes in what came since; nothing else
    changes by itself. ValueError if it cannot be reviewed so."""

    def __init__(
        self, session: Session, judge: str = "", simulations: int = 4000, seed: int = 1, anew: bool = False
    ) -> None:
        reviewer = Reviewer(session, judge, simulations, seed)
        reviewer.close()  # the thread has one of its own
        self.session, self.judge, self.simulations, self.seed = session, reviewer.judge.text, simulations, seed
        self.line = session.document.main_line()
        self.of = len(reviewer.decisions)
        self.fault = ""  # why it ended, "" if it did not break
        before = review_of(session)
        same = (
            before.judged
            if before is not None and (before.judge, before.simulations) == (self.judge, simulations)
            else ()
        )
        self.before = same if anew else ()  # what was judged as it is judged once more
        self._known: dict[int, Judged] = {one.decided[0]: one for one in same if not anew}
        self._numbers = [
            number for number, (_, decided) in enumerate(reviewer.decisions) if decided[0] not in self._known
        ]
        self._reviewer: Reviewer | None = None  # of the thread
        self._new: dict[int, Judged] = {}  # that are not kept with the game yet
        self._come: SimpleQueue[Judged | str | None] = SimpleQueue()
        self._stopped, self._kept_at = False, monotonic()
        self._take = snapshot(session)
        self._thread = threading.Thread(target=self._work, name="review", daemon=True)
        self.running = bool(self._numbers)
        if self.running:
            self._thread.start()

    def _work(self) -> None:
        """Judge what has not been judged, on a session of the thread's own."""
        give_way_on_a_thread()
        try:
            with CORES.claim(1):
                session = session_of(self._take())
                back = dict(zip(session.document.main_line(), self.line, strict=True)) | {ROOT: ROOT}
                reviewer = self._reviewer = Reviewer(session, self.judge, self.simulations, self.seed)
                try:
                    for number in self._numbers:
                        if self._stopped:
                            break
                        one = reviewer.judge_one(number)
                        self._come.put(
                            one._replace(node=back[one.node], decided=tuple(back[node] for node in one.decided))
                        )
                finally:
                    reviewer.close()
            self._come.put(None)
        except Exception as error:  # whatever a bot raises on this thread, the window hears of it
            self._come.put(in_one_line(error))

    @property
    def judged(self) -> tuple[Judged, ...]:
        known = self._known | self._new
        order = {node: number for number, node in enumerate(self.line)}
        return tuple(sorted(known.values(), key=lambda one: order.get(one.decided[0], -1)))

    @property
    def review(self) -> Review:
        """What is known by now."""
        return Review(self.judge, self.simulations, self.judged, self.of)

    def read(self) -> bool:
        """Take in what was judged; whether there was anything.
        It is kept with the game now and then, and all of it when it ends."""
        new = False
        while self.running:
            try:
                one = self._come.get_nowait()
            except Empty:
                break
            new = True
            if isinstance(one, Judged):
                self._new[one.decided[0]] = one
            else:
                self.running, self.fault = False, one or ""
                self.keep()
        if self.running and self._new and monotonic() - self._kept_at > KEEP_SECONDS:
            self.keep()
        return new

    def stop(self) -> None:
        """Judge no more; what was judged stays, and is kept with the game."""
        self.read()
        self._stopped, self.running = True, False
        if self._reviewer is not None:
            self._reviewer.interrupt()
        self.keep()

    def keep(self) -> None:
        """Keep with the game what was judged since the last time, in place of what earlier reviews judged there."""
        self._kept_at = monotonic()
        held: Mapping[int, Judged] = {node: one for node, one in self._new.items() if self.session.document.holds(node)}
        if held:
            reports = {node: signed(one, self.judge, self.simulations) for node, one in held.items()}
            self.session.document.annotations.keep_review(reports, is_of_review)
            self._known |= self._new
            self._new = {}
