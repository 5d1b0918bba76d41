"""Tests of puzzles from one's own games: stored reviews, interrupted work, and work on a thread."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

import pytest

from bots import make
from tests.puzzles.samples import complete_puzzle
from workbench.game.session import PERSON, Session
from workbench.puzzles import own_games, sets
from workbench.puzzles.background import Progress, Work, make_puzzles, review_games
from workbench.puzzles.leads import own_seats, review_leads
from workbench.puzzles.making import Job, Maker
from workbench.puzzles.own_games import judge_game, review_own, store
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Puzzle
from workbench.records import files
from workbench.review.review import stored_review
from workbench.storage.library import Library
from workbench.storage.session_records import record_of, session_of
from workbench.storage.stored_game import claim_path, stamp_of
from workbench.system.locks import Lock

pytestmark = pytest.mark.usefixtures("home")
SPEC = "forest"


def careless_game() -> Session:
    """Return a game that a person loses with the first legal moves against a bot."""
    session = Session(SPEC, (PERSON, "strong"), 3)
    bot = make("alphabeta(simulations=300)", 1)
    while session.waits_for != "over":
        if session.state.actor == 0:
            session.play(session.state.move_text(session.state.moves()[0]))
        else:
            *_, report = bot.think(session.document.viewpoint_at(session.here, 1))
            session.play(report.move)
    return session


@pytest.fixture(scope="module")
def record() -> object:
    return record_of(careless_game())


def saved(record: object) -> Path:
    return Library().save(record)  # type: ignore[arg-type]


def wait(work: Work[int]) -> list[Progress]:
    news, deadline = list[Progress](), monotonic() + 120
    while work.running:
        assert monotonic() < deadline
        news += work.poll()
        sleep(0.002)
    return news


def test_mistakes_of_the_person_become_leads(record: object) -> None:
    session = session_of(record)  # type: ignore[arg-type]
    judged = judge_game(session, "mcts", 60)
    leads = list(review_leads(session, judged, "name"))
    assert leads and own_seats(session) == (0,)
    for lead in leads:
        question = Question(lead.point)
        assert lead.point.actor == 0 and lead.source.game == "name"
        assert question.is_complete(lead.source.played) and question.is_complete(lead.suggested[0])
        assert lead.view == lead.point.text() and not lead.observations


def test_interrupted_review_continues(record: object) -> None:
    session = session_of(record)  # type: ignore[arg-type]
    seen: list[int] = []
    judge_game(session, "mcts", 40, stopped=lambda: len(seen) >= 3, progress=lambda number, total: seen.append(number))
    partial = stored_review(session)
    assert partial is not None and len(partial.judged) == 3
    first = partial.judged[0].judgement.value
    whole = judge_game(session, "mcts", 40)
    complete = stored_review(session)
    assert complete is not None and complete.is_complete and len(whole) == complete.total
    assert abs(whole[0].judgement.value - first) < 1e-9
    assert judge_game(session, "mcts", 999_999) == list(complete.judged), "a complete review is used as it is"


def test_interruption_keeps_the_judged_decisions(record: object) -> None:
    path = saved(record)

    def interrupt(file: Path, number: int, total: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(review_own([path], "mcts", 40, progress=interrupt))
    partial = stored_review(session_of(files.read(path)))
    assert partial is not None and len(partial.judged) == 3


def test_games_that_change_while_they_are_read_stay(record: object, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(record)
    other = files.encode_record(record_of(Session(SPEC, (PERSON, "strong"), 9)))

    def change(found: object) -> Session:
        path.write_bytes(other)
        return session_of(found)  # type: ignore[arg-type]

    monkeypatch.setattr(own_games, "session_of", change)
    monkeypatch.setattr(own_games, "add_puzzles", lambda *_: [])
    (found,) = review_own([path], "mcts", 20)
    assert "has changed" in found.note and path.read_bytes() == other


def test_games_open_elsewhere_or_changed_stay_as_they_are(record: object) -> None:
    path = saved(record)
    before = path.read_bytes()
    session = session_of(files.read(path))
    lock = Lock(claim_path(path))
    assert lock.acquire()
    assert "open in a window" in store(path, session, stamp_of(path))
    lock.release()
    assert "has changed" in store(path, session, (0, 0, 0))
    assert path.read_bytes() == before
    assert store(path, session, stamp_of(path)) == ""


def test_damaged_and_foreign_games_are_passed_over(record: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "add_puzzles", lambda *_: [])
    path, damaged = saved(record), saved(record)
    damaged.write_bytes(damaged.read_bytes()[:50])
    foreign = saved(record_of(Session("herd(size=2)", ("random", "random"), 1)))
    found = list(review_own([damaged, foreign, path], "mcts", 20))
    assert [one.file for one in found] == [damaged, path] and found[0].note and not found[1].note
    assert found[1].decisions > 0


def test_reviews_run_on_a_thread(record: object, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = complete_puzzle(SPEC)
    made: list[Puzzle] = []

    def add(*_: object) -> list[Puzzle]:
        sets.add(sets.MISTAKES, [puzzle])
        made.append(puzzle)
        return [puzzle]

    monkeypatch.setattr(own_games, "add_puzzles", add)
    path = saved(record)
    work = review_games("mcts", 20)
    news = wait(work)
    assert not work.fault and work.result == len(made) == 1
    assert news[-1].what == path.stem and news[-1].puzzles == 1 and news[0].total == news[-1].total
    assert wait(review_games("mcts", 20)) == [], "the game is done"
    assert sets.find(sets.MISTAKES).puzzles == (puzzle,)


def test_thread_stops_and_reports_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Maker, "puzzle", lambda self, lead, keeps_easy=False: None)
    work = make_puzzles(Job(tmp_path / "a.puzzles", "key", "title", 5), SPEC)
    work.stop(wait=True)
    wait(work)
    assert not work.fault and work.result == 0
    broken = make_puzzles(Job(tmp_path / "b.puzzles", "key", "title", 5), "chess")
    wait(broken)
    assert "chess" in broken.fault and broken.result is None
