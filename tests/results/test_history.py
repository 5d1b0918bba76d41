"""Tests of the file with the results, and of the results of finished games."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.game.session import PERSON, Session
from workbench.results import history, recording
from workbench.results.history import GameResult, level_of, shared_win
from workbench.system.saving import WriteError

pytestmark = pytest.mark.usefixtures("home")


def finished(seats: tuple[str, ...] = (PERSON, "club"), salt: str = "0" * 32, spec: str = "herd(size=2)") -> Session:
    """Return a game played to its end with the first legal moves."""
    session = Session(spec, seats, 1, salt=salt)
    play_on(session)
    return session


def play_on(session: Session) -> None:
    while session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(session.state.moves()[0]))


def test_each_game_has_one_result() -> None:
    first, second = finished(), finished(salt="1" * 32)
    for session in (first, second, first):
        assert recording.record(session) == ""
    results = history.load()
    assert len(results) == 2 and all(entry.rated and entry.levels == ("club",) for entry in results)
    returns = first.state.returns()
    assert results[0].score == shared_win(returns, 0)


def test_only_games_of_one_person_against_bots_have_a_result() -> None:
    assert recording.result_of(Session("herd(size=2)", (PERSON, "club"), 1)) is None, "it has not ended"
    assert recording.result_of(finished((PERSON, PERSON))) is None
    assert recording.result_of(finished(("random", "greedy"))) is None
    other = recording.result_of(finished((PERSON, "greedy")))
    assert other is not None and other.levels == () and other.opponent == "greedy"


def test_games_with_undo_do_not_count_for_the_rating() -> None:
    session = Session("herd(size=2)", (PERSON, "club"), 1)
    while session.waits_for != "person" or len(session.state.moves()) < 2:
        session.draw_chance() if session.waits_for == "chance" else session.play(
            session.state.move_text(session.state.moves()[0])
        )
    session.play(session.state.move_text(session.state.moves()[0]))
    session.retract()
    session.play(session.state.move_text(session.state.moves()[1]))
    play_on(session)
    result = recording.result_of(session)
    assert result is not None and not result.rated


def test_resigned_games_count() -> None:
    session = Session("herd(size=2)", (PERSON, "adaptive(level=casual)"), 1)
    session.resign(0)
    result = recording.result_of(session)
    assert result is not None and result.rated and (result.score, result.levels) == (0.0, ("casual",))
    assert result.opponent == "adaptive"


def test_damaged_lines_are_skipped(home: Path) -> None:
    assert history.load() == []
    history.add(GameResult(id="a", date="", spec="herd", opponents=("club",), score=1.0))
    with history.file().open("ab") as file:
        file.write(b'nonsense\n{"id": "b", "score": 7}\n')
    history.add(GameResult(id="c", date="", spec="herd", opponents=("club",), score=0.0))
    assert [entry.id for entry in history.load()] == ["a", "c"]


def test_missing_folder_is_reported(home: Path) -> None:
    history.file().mkdir()
    with pytest.raises(WriteError):
        history.add(GameResult(id="a", date="", spec="herd", opponents=("club",), score=1.0))
    assert "results.jsonl" in recording.record(finished())


def test_levels_are_recognised_in_texts() -> None:
    levels = {
        "club": "club",
        "adaptive": "club",
        "adaptive(level=strong)": "strong",
        "mcts": "",
        "adaptive(level=no)": "",
    }
    assert {text: level_of(text) for text in levels} == levels


def test_tied_winners_share_the_win() -> None:
    assert [shared_win((0.5, 0.5, -1.0), seat) for seat in range(3)] == [0.5, 0.5, 0.0]
