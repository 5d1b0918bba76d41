"""Retrying a mistake: the player replays the turn on the board and learns what the new turn is worth."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple
from weakref import WeakKeyDictionary

from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.review.decisions import is_complete
from workbench.review.judging import Judged, Reviewer
from workbench.storage.session_records import session_of, snapshot


class Stage(Enum):
    """The stage of an attempt: the player moves, the judge thinks, or the result is known."""

    MOVING = "moving"
    JUDGING = "judging"
    JUDGED = "judged"


class Attempt(NamedTuple):
    """An attempt to find a better turn.

    Attributes:
        mistake: The judged decision that is retried.
        stage: The stage of the attempt.
        nodes: The nodes of the tried turn, once it is complete.
        tried: The new decision with its judgement, once it is known.
        fault: Why it could not be judged, or "".
        last: The decision tried before this attempt, with its judgement, or None.
    """

    mistake: Judged
    stage: Stage = Stage.MOVING
    nodes: tuple[int, ...] = ()
    tried: Judged | None = None
    fault: str = ""
    last: Judged | None = None


class Retry:
    """The current attempt, if any. The moves that the player tries become a variation of the game.

    `found` holds the seat and the value of each tried turn, by its last node.

    Args:
        background: Runs the judge.
        changed: Called when the attempt changes.
    """

    def __init__(self, background: BackgroundJobs, changed: Callable[[], None]) -> None:
        self.background, self.changed = background, changed
        self.attempt: Attempt | None = None
        self.found: WeakKeyDictionary[Session, dict[int, tuple[int, float]]] = WeakKeyDictionary()
        self._session: Session | None = None
        self._judge = ("", 0)

    @property
    def seeking(self) -> bool:
        """Whether the player still looks for a better turn, or waits for the judge."""
        return self.attempt is not None and self.attempt.stage is not Stage.JUDGED

    def start(self, session: Session, mistake: Judged, judge: str, simulations: int) -> None:
        """Begin an attempt. The board shows the position before the mistake already."""
        self._session, self._judge = session, (judge, simulations)
        self.attempt = Attempt(mistake)
        self.changed()

    def stop(self) -> None:
        """End the attempt."""
        if self.attempt is not None:
            self.attempt = None
            self.changed()

    def watch(self, session: Session, node: int) -> None:
        """Follow the board: judge each new turn once it is complete; end the attempt if another position is shown."""
        attempt = self.attempt
        if attempt is None or attempt.stage is Stage.JUDGING:
            return
        if session is not self._session or not session.document.has_node(attempt.mistake.node):
            self.stop()
            return
        path = session.document.line_to(node) if node != ROOT else []
        start = path.index(attempt.mistake.node) + 1 if attempt.mistake.node in path else 0
        if attempt.mistake.node not in (ROOT, node) and not start:
            self.stop()  # the board shows another part of the game
            return
        if attempt.stage is Stage.JUDGED and node != attempt.nodes[-1]:
            if node in session.document.main_line() and node not in (attempt.mistake.node, *attempt.nodes):
                self.stop()  # the board shows the turn of the game
                return
            attempt = self.attempt = Attempt(attempt.mistake, last=attempt.tried)  # the player tries another turn
            self.changed()
        if attempt.stage is Stage.MOVING:
            self._judge_if_complete(session, attempt, tuple(path[start:]))

    def _judge_if_complete(self, session: Session, attempt: Attempt, nodes: tuple[int, ...]) -> None:
        """Judge the moves from the mistake's position on if they are a complete turn."""
        mistake = attempt.mistake
        if not nodes or not is_complete(session, mistake.node, nodes[-1]):
            return
        judged = self.attempt = attempt._replace(stage=Stage.JUDGING, nodes=nodes)
        self.changed()
        take, (judge, simulations) = snapshot(session), self._judge
        moves = [session.document.tree.nodes[node].move for node in nodes]
        before = [session.document.tree.nodes[node].move for node in session.document.line_to(mistake.node)]

        def work() -> Judged:
            copy = session_of(take())
            document, line = copy.document, [ROOT]
            for move in (*before, *moves):
                line.append(next(
                    node for node in document.tree.nodes[line[-1]].children if document.tree.nodes[node].move == move
                ))  # fmt: skip
            reviewer = Reviewer(copy, judge, simulations, line=line[1:])
            try:
                number = next(
                    number for number, (_, decided) in enumerate(reviewer.decisions) if line[len(before) + 1] in decided
                )
                return reviewer.judge_one(number)
            finally:
                reviewer.close()

        self.background.run(
            work,
            lambda tried: self._show(judged, _relative(mistake, tried), ""),
            lambda error: self._show(judged, None, str(error)),
        )

    def _show(self, judged: Attempt, tried: Judged | None, fault: str) -> None:
        """Show the result of an attempt, unless it has ended or begun again."""
        if self.attempt is judged:
            self.attempt = self.attempt._replace(stage=Stage.JUDGED, tried=tried, fault=fault)
            if tried is not None and self._session is not None:
                values = self.found.setdefault(self._session, {})
                values[judged.nodes[-1]] = tried.seat, tried.judgement.value
            self.changed()


def _relative(mistake: Judged, tried: Judged) -> Judged:
    """Return a tried turn with the value of the best turn of the review, so that both use one scale."""
    best = max(mistake.judgement.best_value, mistake.judgement.value)
    judgement = tried.judgement._replace(best_value=best, value=best - tried.loss)
    return tried._replace(judgement=judgement)
