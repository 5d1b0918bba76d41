"""The review of a session, which runs on a thread and is stored with the game."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple

import msgspec

from bots.base import in_one_line
from bots.judging import Judgement
from bots.report import VALUE_TOLERANCE, Fact, Report
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.reports.pruning import prune
from workbench.review.decisions import decisions
from workbench.review.judging import Judged, Reviewer
from workbench.storage.session_records import session_of, snapshot
from workbench.system.cores import CORES, lower_thread_priority

BY = "analysis"  # key of the fact that names the author of a stored report and, in a review, holds the judgement
BYTES = 1280  # limit for one judgement in a record
KEEP_SECONDS = 10.0  # interval at which judgements are stored
OTHERS, LINE = 4, 12  # candidates in addition to the best and the chosen one; moves in the variations of these two


class Review(NamedTuple):
    """The judgements of the decisions on a game's main line, by one judge.

    `simulations` is the number of simulations for each searched position, `total` the number of decisions.
    """

    judge: str
    simulations: int
    judged: tuple[Judged, ...]
    total: int

    @property
    def is_complete(self) -> bool:
        """Whether every decision has been judged."""
        return len(self.judged) == self.total


def stored_review(session: Session) -> Review | None:
    """Return the most complete review stored with a game, or None."""
    found: dict[tuple[str, int], list[Judged]] = {}
    covered = session.document.point_at(ROOT).info.has.covered
    nodes, all_decisions = session.document.tree.nodes, tuple(decisions(session, session.document.main_line()))
    for before, decided in all_decisions:
        first = nodes[decided[0]]
        for report in first.later:
            fact = _judgement(report)
            if fact is None:
                continue
            judge, simulations, judgement, length = fact
            if (length or (len(decided) if covered else 1)) != len(decided):
                continue  # the judgement of another line, or by an earlier version, which judged the moves of a turn
            moves = tuple(nodes[node].move for node in decided)
            decision = Judged(before, decided, first.actor, first.turn, moves, judgement)
            found.setdefault((judge, simulations), []).append(decision)
    if not found:
        return None
    (judge, simulations), judged = max(found.items(), key=lambda group: len(group[1]))
    return Review(judge, simulations, tuple(judged), len(all_decisions))


def _judgement(report: Report) -> tuple[str, int, Judgement, int] | None:
    """Return the judge, its simulations, the judgement and the number of moves from a review's report.

    Earlier versions also stored a luck of the dice, which is not read (see `workbench.review.luck`). The number is 0 if
    the report does not tell it. The result is None if the report is not part of a review.
    """
    fact = next((fact.values for fact in report.facts if fact.key == BY), None)
    if fact is None or "best" not in fact:
        return None
    try:
        best_value, value = float(fact["best_value"]), float(fact["value"])
        steps = tuple(float(step) for step in str(fact.get("steps", "")).split())
        judgement = Judgement(report, tuple(str(fact["best"]).split(",")), best_value, value, steps)
        found = str(fact["bot"]), int(fact["simulations"]), judgement, int(fact.get("moves", 0))
    except (KeyError, ValueError):
        return None  # a file may contain anything
    largest = 1 + VALUE_TOLERANCE
    if found[-1] < 0 or (steps and len(steps) != found[-1] + 1):
        return None
    if not all(abs(number) <= largest for number in (best_value, value, *steps)):
        return None
    return found


def is_of_review(report: Report) -> bool:
    """Return whether a report is part of a review."""
    return _judgement(report) is not None


def stored_report(decision: Judged, judge: str, simulations: int) -> Report:
    """Return the report of a judgement as a game stores it: pruned, with the judgement as its first fact."""
    judgement = decision.judgement
    values: dict[str, int | float | str] = {
        "bot": judge,
        "simulations": simulations,
        "best": ",".join(judgement.best),
        "best_value": judgement.best_value,
        "value": judgement.value,
        "moves": len(decision.moves),
    }
    if judgement.steps:
        values["steps"] = " ".join(f"{step:.5f}" for step in judgement.steps)
    facts = (Fact(BY, values), *(fact for fact in judgement.report.facts if fact.key != BY))
    others = [candidate for candidate in judgement.report.candidates[1:] if candidate.move != decision.moves[0]][
        :OTHERS
    ]
    candidates = [
        msgspec.structs.replace(
            candidate,
            line=candidate.line[:LINE] if number == 0 or candidate.move == decision.moves[0] else candidate.line[:1],
        )
        for number, candidate in enumerate(judgement.report.candidates)
        if number == 0 or candidate.move == decision.moves[0] or candidate in others
    ]
    full = msgspec.structs.replace(
        judgement.report, facts=facts, candidates=tuple(candidates), history=(), growth=None, marks=()
    )
    cut = prune((full,), BYTES)
    if cut and is_of_review(cut[0]):
        return cut[0]
    return Report(judgement.report.move, simulations=judgement.report.simulations, facts=facts[:1])


class SessionReview:
    """A running review of a session's main line, as the line was when the review began.

    State changes only in `poll`, which collects the judgements of the thread.

    Args:
        session: The session to review.
        judge: The judge's spec; by default the strongest judge.
        simulations: The simulations for each searched position.
        seed: The seed of the judge.
        restart: Whether to judge all decisions again. Otherwise the judgements of a stored review by the same judge are
            kept if it used the same number of simulations.

    Raises:
        ValueError: The session cannot be reviewed, or this judge cannot review it.
    """

    def __init__(
        self, session: Session, judge: str = "", simulations: int = 8000, seed: int = 1, restart: bool = False
    ) -> None:
        reviewer = Reviewer(session, judge, simulations, seed)
        reviewer.close()  # the thread creates its own reviewer
        self.session, self.judge, self.simulations, self.seed = session, reviewer.judge.text, simulations, seed
        self.line = session.document.main_line()
        self.total = len(reviewer.decisions)
        self.fault = ""  # why the review failed, or ""
        earlier = stored_review(session)
        same = (
            earlier.judged
            if earlier is not None and (earlier.judge, earlier.simulations) == (self.judge, simulations)
            else ()
        )
        self.before = same if restart else ()  # the earlier judgements, if all decisions are judged again
        self._known: dict[int, Judged] = {decision.decided[0]: decision for decision in same if not restart}
        self._pending = [
            number for number, (_, decided) in enumerate(reviewer.decisions) if decided[0] not in self._known
        ]
        self._reviewer: Reviewer | None = None  # used by the thread
        self._new: dict[int, Judged] = {}  # judgements not yet stored with the game
        self._messages: SimpleQueue[Judged | str | None] = SimpleQueue()
        self._stopped, self._stored_at = False, monotonic()
        self._take_snapshot = snapshot(session)
        self._thread = threading.Thread(target=self._work, name="review", daemon=True)
        self.running = bool(self._pending)
        if self.running:
            self._thread.start()

    def _work(self) -> None:
        """Judge the remaining decisions on the thread's own copy of the session."""
        lower_thread_priority()
        try:
            with CORES.claim(1):
                session = session_of(self._take_snapshot())
                back = dict(zip(session.document.main_line(), self.line, strict=True)) | {ROOT: ROOT}
                reviewer = self._reviewer = Reviewer(session, self.judge, self.simulations, self.seed)
                try:
                    for number in self._pending:
                        if self._stopped:
                            break
                        decision = reviewer.judge_one(number)
                        self._messages.put(
                            decision._replace(
                                node=back[decision.node], decided=tuple(back[node] for node in decision.decided)
                            )
                        )
                finally:
                    reviewer.close()
            self._messages.put(None)
        except Exception as error:  # the window must learn about any exception of a bot on this thread
            self._messages.put(in_one_line(error))

    @property
    def judged(self) -> tuple[Judged, ...]:
        """The judgements so far, in the order of the game."""
        known = self._known | self._new
        order = {node: number for number, node in enumerate(self.line)}
        return tuple(sorted(known.values(), key=lambda decision: order.get(decision.decided[0], -1)))

    @property
    def review(self) -> Review:
        """The review so far."""
        return Review(self.judge, self.simulations, self.judged, self.total)

    def poll(self) -> bool:
        """Collect new judgements. Return whether there were any.

        The judgements are also stored with the game, from time to time and at the end.
        """
        new = False
        while self.running:
            try:
                message = self._messages.get_nowait()
            except Empty:
                break
            new = True
            if isinstance(message, Judged):
                self._new[message.decided[0]] = message
            else:
                self.running, self.fault = False, message or ""
                self.store()
        if self.running and self._new and monotonic() - self._stored_at > KEEP_SECONDS:
            self.store()
        return new

    def stop(self) -> None:
        """Stop the review and store the judgements with the game."""
        self.poll()
        self._stopped, self.running = True, False
        if self._reviewer is not None:
            self._reviewer.interrupt()
        self.store()

    def store(self) -> None:
        """Store the new judgements with the game, in place of those of earlier reviews."""
        self._stored_at = monotonic()
        current: Mapping[int, Judged] = {
            node: decision for node, decision in self._new.items() if self.session.document.has_node(node)
        }
        if current:
            reports = {
                node: stored_report(decision, self.judge, self.simulations) for node, decision in current.items()
            }
            self.session.document.annotations.store_review(reports, is_of_review)
            self._known |= self._new
            self._new = {}
