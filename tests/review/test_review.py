"""Reviews made on a thread: kept with the game, gone on with, and the same as those made here and now."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Semaphore
from time import monotonic, sleep

import msgspec
import pytest

from bots.report import Fact
from tests.review.test_judging import played
from workbench.game.session import Session
from workbench.records import files
from workbench.review.judging import Judged, Reviewer, decisions, judges
from workbench.review.review import BYTES, SessionReview, review_of, signed
from workbench.storage.session_records import record_of, session_of

SHORT = {"herd": "herd(size=2)", "herbs": "herbs(rounds=3)", "forest": "forest", "herbalism": "herbalism"}
SIMULATIONS = 60


@cache
def recorded(game: str) -> object:
    return record_of(played(SHORT.get(game, game), 2)[0])


def a_game(game: str) -> Session:
    return session_of(recorded(game))  # type: ignore[arg-type]


def reviewed(session: Session, until: int = 10**6) -> SessionReview:
    """A review read as the window does, stopped when so much is judged."""
    one, late = SessionReview(session, simulations=SIMULATIONS), monotonic() + 120
    while one.running and len(one.judged) < until:
        assert monotonic() < late
        one.read()
        sleep(0.002)
    if one.running:
        one.stop()
    assert not one.fault
    return one


def test_a_review_is_kept_with_the_game_and_found_again(game_id: str, tmp_path: Path) -> None:
    session = a_game(game_id)
    assert review_of(session) is None
    before = session.document.to_undo
    made = reviewed(session).review
    assert made.whole and session.document.to_undo is before
    here_and_now = list(Reviewer(session, simulations=SIMULATIONS).judged())
    assert [one[:5] for one in made.judged] == [one[:5] for one in here_and_now]
    assert [one.judgement[1:] for one in made.judged] == [one.judgement[1:] for one in here_and_now]
    files.write(tmp_path / "game.herbarium", record_of(session))
    again = session_of(files.read(tmp_path / "game.herbarium"))
    found = review_of(again)
    assert found is not None and found.whole and (found.judge, found.simulations) == (made.judge, SIMULATIONS)
    for one, other in zip(found.judged, made.judged, strict=True):
        assert (one.seat, one.turn, one.moves, one.judgement.best) == (
            other.seat,
            other.turn,
            other.moves,
            other.judgement.best,
        )
        assert abs(one.loss - other.loss) < 3e-5 and one.judgement.report.move == other.judgement.report.move
    nodes = again.document.tree.nodes
    assert all(len(msgspec.json.encode(report)) <= BYTES for node in nodes.values() for report in node.later)
    assert sum(len(node.later) for node in nodes.values()) == len(found.judged)
    assert not SessionReview(again, simulations=SIMULATIONS).running  # nothing is searched again


def test_a_review_that_was_stopped_goes_on(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session, judge_one, gate = a_game(game_id), Reviewer.judge_one, Semaphore(3)

    def at_the_gate(reviewer: Reviewer, number: int) -> Judged:
        assert gate.acquire(timeout=120)
        return judge_one(reviewer, number)

    monkeypatch.setattr(Reviewer, "judge_one", at_the_gate)  # so that it is not through before it is stopped
    part = reviewed(session, until=3).review
    monkeypatch.undo()
    gate.release(1000)
    assert 3 <= len(part.judged) < part.of
    found = review_of(session)
    assert (
        found is not None
        and [one.node for one in found.judged] == [one.node for one in part.judged]
        and not found.whole
    )
    whole = reviewed(session).review
    assert whole.whole and [one.loss for one in whole.judged[: len(part.judged)]] == [one.loss for one in found.judged]


def test_another_judge_takes_the_place_of_the_one_before() -> None:
    session = a_game("herd")
    reviewed(session)
    other = SessionReview(session, judges("herd")[1], 20)
    while other.running:
        other.read()
        sleep(0.002)
    found = review_of(session)
    assert found is not None and (found.judge, found.simulations) == (other.judge, 20)
    assert all(len(node.later) <= 1 for node in session.document.tree.nodes.values())


def test_what_a_file_holds_instead_of_a_review_is_none() -> None:
    session = a_game("herd")
    one = Reviewer(session, simulations=5).judge_one(0)
    report = signed(one, "mcts", 5)
    nonsense = {"bot": "mcts", "best": "a1", "simulations": 5, "best_value": "nan", "value": 1e308}
    for values in ({"bot": "mcts"}, {"bot": "mcts", "best": "a1", "simulations": "many"}, {"best": "a1"}, nonsense):
        fact = Fact("analysis", values)  # type: ignore[arg-type]
        session.document.tree.set(one.decided[0], "later", (msgspec.structs.replace(report, facts=(fact,)),))
        assert review_of(session) is None
    assert len(tuple(decisions(session, session.document.main_line()))) > 10


def test_the_game_may_go_on_and_be_deleted_meanwhile() -> None:
    session = a_game("herd")
    first = session.document.main_line()[0]
    one = SessionReview(session, simulations=SIMULATIONS)
    session.document.variations.delete(first)
    late = monotonic() + 120
    while one.running:
        assert monotonic() < late
        one.read()
        sleep(0.002)
    assert not one.fault and review_of(session) is None


def test_a_review_is_kept_while_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    session, gate, judge_one = a_game("herd"), Semaphore(2), Reviewer.judge_one

    def at_the_gate(reviewer: Reviewer, number: int) -> Judged:
        assert gate.acquire(timeout=120)
        return judge_one(reviewer, number)

    monkeypatch.setattr(Reviewer, "judge_one", at_the_gate)
    monkeypatch.setattr("workbench.review.review.KEEP_SECONDS", 0.0)
    one, late = SessionReview(session, simulations=SIMULATIONS), monotonic() + 120
    while len(one.judged) < 2:
        assert monotonic() < late
        one.read()
        sleep(0.002)
    found = review_of(session_of(record_of(session)))
    assert (
        one.running
        and found is not None
        and [each.moves for each in found.judged] == [each.moves for each in one.judged]
    )
    gate.release(1000)
    one.stop()
