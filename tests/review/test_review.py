"""Tests of background reviews: stored with the game, resumable, and equal to direct reviews."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Semaphore
from time import monotonic, sleep

import msgspec
import pytest

from bots.report import Fact
from tests.review.test_judging import bot_game
from workbench.game.session import Session
from workbench.records import files
from workbench.review.decisions import decisions
from workbench.review.judging import Judged, Reviewer, judges
from workbench.review.review import BYTES, SessionReview, stored_report, stored_review
from workbench.storage.session_records import record_of, session_of

SHORT = {"herd": "herd(size=3)", "herbs": "herbs(rounds=3)", "forest": "forest", "herbalism": "herbalism"}
SIMULATIONS = 60


SEEDS = {"forest": 5}  # of games in which the careless player makes mistakes that a short review finds


@cache
def cached_record(game: str) -> object:
    return record_of(bot_game(SHORT.get(game, game), SEEDS.get(game, 2), careless=True)[0])


def recorded_game(game: str) -> Session:
    return session_of(cached_record(game))  # type: ignore[arg-type]


def run_review(session: Session, until: int = 10**6) -> SessionReview:
    """Run a review as the window does. Stop it after `until` judged decisions."""
    review, deadline = SessionReview(session, simulations=SIMULATIONS), monotonic() + 120
    while review.running and len(review.judged) < until:
        assert monotonic() < deadline
        review.poll()
        sleep(0.002)
    if review.running:
        review.stop()
    assert not review.fault
    return review


def test_review_is_stored_with_the_game(game_id: str, tmp_path: Path) -> None:
    session = recorded_game(game_id)
    assert stored_review(session) is None
    before = session.document.to_undo
    original = run_review(session).review
    assert original.is_complete and session.document.to_undo is before
    direct = list(Reviewer(session, simulations=SIMULATIONS).judge_all())
    assert [judged[:5] for judged in original.judged] == [judged[:5] for judged in direct]
    assert [judged.judgement[1:] for judged in original.judged] == [judged.judgement[1:] for judged in direct]
    files.write(tmp_path / "game.herbarium", record_of(session))
    reopened = session_of(files.read(tmp_path / "game.herbarium"))
    stored = stored_review(reopened)
    assert (
        stored is not None
        and stored.is_complete
        and (stored.judge, stored.simulations) == (original.judge, SIMULATIONS)
    )
    for judged, expected in zip(stored.judged, original.judged, strict=True):
        assert (judged.seat, judged.turn, judged.moves, judged.judgement.best) == (
            expected.seat,
            expected.turn,
            expected.moves,
            expected.judgement.best,
        )
        assert (
            abs(judged.loss - expected.loss) < 3e-5 and judged.judgement.report.move == expected.judgement.report.move
        )
    nodes = reopened.document.tree.nodes
    assert all(len(msgspec.json.encode(report)) <= BYTES for node in nodes.values() for report in node.later)
    assert sum(len(node.later) for node in nodes.values()) == len(stored.judged)
    assert not SessionReview(reopened, simulations=SIMULATIONS).running  # without a new search


def test_stopped_review_can_be_resumed(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session, judge_one, gate = recorded_game(game_id), Reviewer.judge_one, Semaphore(2)

    def gated_judge_one(reviewer: Reviewer, number: int) -> Judged:
        assert gate.acquire(timeout=120)
        return judge_one(reviewer, number)

    monkeypatch.setattr(Reviewer, "judge_one", gated_judge_one)  # the review must not finish before it is stopped
    partial = run_review(session, until=2).review
    monkeypatch.undo()
    gate.release(1000)
    assert 2 <= len(partial.judged) < partial.total
    stored = stored_review(session)
    assert (
        stored is not None
        and [judged.node for judged in stored.judged] == [judged.node for judged in partial.judged]
        and not stored.is_complete
    )
    complete = run_review(session).review
    assert complete.is_complete and [judged.loss for judged in complete.judged[: len(partial.judged)]] == [
        judged.loss for judged in stored.judged
    ]


def test_new_review_replaces_the_previous_one() -> None:
    session = recorded_game("herd")
    run_review(session)
    second = SessionReview(session, judges("herd")[1], 20)
    while second.running:
        second.poll()
        sleep(0.002)
    stored = stored_review(session)
    assert stored is not None and (stored.judge, stored.simulations) == (second.judge, 20)
    assert all(len(node.later) <= 1 for node in session.document.tree.nodes.values())


def test_invalid_stored_reviews_are_ignored() -> None:
    session = recorded_game("herd")
    judged = Reviewer(session, simulations=5).judge_one(0)
    report = stored_report(judged, "mcts", 5)
    invalid = {"bot": "mcts", "best": "a1", "simulations": 5, "best_value": "nan", "value": 1e308}
    for values in ({"bot": "mcts"}, {"bot": "mcts", "best": "a1", "simulations": "many"}, {"best": "a1"}, invalid):
        fact = Fact("analysis", values)  # type: ignore[arg-type]
        session.document.tree.set(judged.decided[0], "later", (msgspec.structs.replace(report, facts=(fact,)),))
        assert stored_review(session) is None
    assert len(tuple(decisions(session, session.document.main_line()))) > 2


def test_moves_can_be_deleted_during_a_review() -> None:
    session = recorded_game("herd")
    first = session.document.main_line()[0]
    review = SessionReview(session, simulations=SIMULATIONS)
    session.document.variations.delete(first)
    deadline = monotonic() + 120
    while review.running:
        assert monotonic() < deadline
        review.poll()
        sleep(0.002)
    assert not review.fault and stored_review(session) is None


def test_running_review_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    session, gate, judge_one = recorded_game("herd"), Semaphore(2), Reviewer.judge_one

    def gated_judge_one(reviewer: Reviewer, number: int) -> Judged:
        assert gate.acquire(timeout=120)
        return judge_one(reviewer, number)

    monkeypatch.setattr(Reviewer, "judge_one", gated_judge_one)
    monkeypatch.setattr("workbench.review.review.KEEP_SECONDS", 0.0)
    review, deadline = SessionReview(session, simulations=SIMULATIONS), monotonic() + 120
    while len(review.judged) < 2:
        assert monotonic() < deadline
        review.poll()
        sleep(0.002)
    stored = stored_review(session_of(record_of(session)))
    assert (
        review.running
        and stored is not None
        and [judged.moves for judged in stored.judged] == [judged.moves for judged in review.judged]
    )
    gate.release(1000)
    review.stop()
