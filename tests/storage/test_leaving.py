"""Tests that unsaved games can be recovered after the program ends, and that no thread keeps running."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import fastcore
from workbench.game.session import PERSON, Session
from workbench.storage.autosave import Autosave, find_abandoned
from workbench.storage.session_records import AUTOSAVE_OF, record_of
from workbench.storage.stored_game import StoredGame

pytestmark = pytest.mark.usefixtures("home")


def session_after(count: int) -> Session:
    """Return a game between people after this many decisions."""
    game = fastcore.games()[0]
    session = Session(game, [PERSON] * fastcore.start(game).seats, 1)
    for _ in range(count):
        while session.waits_for == "chance":
            session.draw_chance()
        session.play(session.state.move_text(session.state.moves()[0]))
    return session


def test_change_just_before_the_end_is_saved() -> None:
    stored = StoredGame(session_after(3))
    assert stored.leave() == ""
    (abandoned,) = find_abandoned()
    assert abandoned.record is not None and [move.move for line in abandoned.record.lines for move in line.moves] == [
        step.move for step in stored.session.steps
    ]


def test_game_is_kept_when_its_file_vanishes_during_a_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def vanish(file: Path, decisions: object) -> None:
        file.unlink()

    monkeypatch.setattr("workbench.storage.stored_game.traces.write", vanish)
    stored = StoredGame(session_after(2))
    stored.saver(tmp_path / "mine.herbarium")()
    while stored.session.waits_for == "chance":
        stored.session.draw_chance()
    stored.session.play(stored.session.state.move_text(stored.session.state.moves()[0]))
    stored.check_changes()
    assert stored.leave() == ""
    (abandoned,) = find_abandoned()
    assert abandoned.record is not None and AUTOSAVE_OF not in abandoned.record.tags


def test_no_thread_outlives_the_program(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    autosave = Autosave(folder=tmp_path, seconds=600)
    autosave.keep(record_of(session_after(2)))
    assert set(threading.enumerate()) > before
    assert autosave.leave() == ""
    assert set(threading.enumerate()) <= before
    assert [abandoned.file for abandoned in find_abandoned(tmp_path)] == [autosave.file]
