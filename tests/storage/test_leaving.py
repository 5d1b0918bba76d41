"""The end of the program: unsaved games can be found again, and nothing keeps running."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import fastcore
from workbench.game.session import PERSON, Session
from workbench.storage.autosave import Autosave, left_behind
from workbench.storage.session_records import AUTOSAVE_OF, record_of
from workbench.storage.stored_game import StoredGame

pytestmark = pytest.mark.usefixtures("home")


def played(count: int) -> Session:
    """Return a game between persons after so many decisions."""
    game = fastcore.games()[0]
    session = Session(game, [PERSON] * fastcore.start(game).seats, 1)
    for _ in range(count):
        while session.waits_for == "chance":
            session.draw_chance()
        session.play(session.state.move_text(session.state.moves()[0]))
    return session


def test_change_just_before_the_end_is_saved() -> None:
    kept = StoredGame(played(3))
    assert kept.leave() == ""
    (left,) = left_behind()
    assert left.record is not None and [move.move for line in left.record.lines for move in line.moves] == [
        step.move for step in kept.session.steps
    ]


def test_game_is_kept_when_its_file_vanishes_while_it_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def vanish(file: Path, told: object) -> None:
        file.unlink()

    monkeypatch.setattr("workbench.storage.stored_game.traces.write", vanish)
    kept = StoredGame(played(2))
    kept.saver(tmp_path / "mine.herbarium")()
    while kept.session.waits_for == "chance":
        kept.session.draw_chance()
    kept.session.play(kept.session.state.move_text(kept.session.state.moves()[0]))
    kept.look()
    assert kept.leave() == ""
    (left,) = left_behind()
    assert left.record is not None and AUTOSAVE_OF not in left.record.tags


def test_no_thread_outlives_the_program(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    kept = Autosave(folder=tmp_path, seconds=600)
    kept.keep(record_of(played(2)))
    assert set(threading.enumerate()) > before
    assert kept.leave() == ""
    assert set(threading.enumerate()) <= before
    assert [left.file for left in left_behind(tmp_path)] == [kept.file]
