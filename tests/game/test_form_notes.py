"""Tests of the notes that seats write during a game: editing, undo, saving and privacy."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from workbench.game import form_notes
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.replay import check
from workbench.records.schema import Help, Notes, Record
from workbench.storage.session_records import record_of, session_of
from workbench.storage.stored_game import StoredGame, is_worth_keeping

FORM = "Record form, round 1"


def new_session() -> Session:
    return Session("herbalism", (PERSON,) * 3, 1)


def test_notes_are_stored_per_seat_form_and_cell() -> None:
    notes = form_notes.with_cell((), 1, FORM, (2, 3), "  0 or  1 ")
    assert form_notes.cells_of(notes, 1, FORM) == {(2, 3): "0 or 1"}
    assert form_notes.cells_of(notes, 0, FORM) == {} == form_notes.cells_of(notes, 1, "Record form, round 2")
    extended = form_notes.with_cell(
        form_notes.with_cell(notes, 0, FORM, (0, 0), "2?"), 1, FORM, (0, 1), "x" * form_notes.MAX_LETTERS
    )
    assert [entry.seat for entry in extended] == [0, 1] and len(form_notes.cells_of(extended, 1, FORM)) == 2
    with pytest.raises(ValueError, match="12 letters"):
        form_notes.with_cell(extended, 1, FORM, (0, 1), "x" * (form_notes.MAX_LETTERS + 1))
    reduced = form_notes.with_cell(form_notes.with_cell(extended, 1, FORM, (0, 1), ""), 1, FORM, (2, 3), " ")
    assert [entry.seat for entry in reduced] == [0], "who wrote nothing is not there"


def test_notes_can_be_undone_and_redone() -> None:
    session = new_session()
    session.document.annotations.write_note(0, FORM, (1, 1), "2")
    session.document.annotations.write_note(0, FORM, (1, 1), "3")
    assert session.document.to_undo is not None and session.document.to_undo.kind == "note"
    session.undo()
    assert form_notes.cells_of(session.document.tree.head.notes, 0, FORM) == {(1, 1): "2"}
    session.undo()
    assert session.document.tree.head.notes == () and session.document.can_undo
    session.redo()
    session.redo()
    assert form_notes.cells_of(session.document.tree.head.notes, 0, FORM) == {(1, 1): "3"}
    session.document.annotations.write_note(0, FORM, (1, 1), "3")
    assert len(session.document.history.done) == 2, "the same once more is no change"
    with pytest.raises(ValueError, match="seat"):
        session.document.annotations.write_note(3, FORM, (0, 0), "2")


def test_moves_and_notes_are_undone_separately() -> None:
    session = Session("herd(size=3)", (PERSON, PERSON), 1)
    session.draw_chance()
    session.document.annotations.write_note(0, FORM, (0, 0), "a")
    session.play(session.state.move_text(session.state.moves()[0]))
    moves = len(session.steps)
    session.undo()
    assert len(session.steps) < moves and form_notes.cells_of(session.document.tree.head.notes, 0, FORM) == {
        (0, 0): "a"
    }
    session.undo()
    assert session.document.tree.head.notes == ()


def play_moves(session: Session, moves: int) -> None:
    for _ in range(moves):
        session.play(session.state.move_text(session.state.moves()[0]))
        if session.waits_for == "chance":
            session.draw_chance()


def test_assistance_periods_are_recorded() -> None:
    session = Session("forest", (PERSON, PERSON), 1)
    play_moves(session, 2)
    session.document.annotations.record_help(1)
    assert form_notes.notes_of(session.document.tree.head.notes, 1).helped == (
        Help(since=2),
    ) and not form_notes.is_helping(session.document.tree.head.notes, 0)
    play_moves(session, 1)
    session.document.annotations.record_help(1)
    session.document.annotations.record_help(1, False)
    session.document.annotations.record_help(1, False)
    assert form_notes.notes_of(session.document.tree.head.notes, 1).helped == (Help(since=2, until=3),)
    play_moves(session, 2)
    session.document.annotations.record_help(1)
    session.document.annotations.write_note(1, FORM, (0, 0), "x")
    session.document.annotations.write_note(1, FORM, (0, 0), "")
    session.undo()
    assert form_notes.notes_of(session.document.tree.head.notes, 1) == Notes(
        seat=1, forms={FORM: {"0.0": "x"}}, helped=(Help(since=2, until=3), Help(since=5))
    )
    session.undo()
    assert form_notes.notes_of(session.document.tree.head.notes, 1).helped == (Help(since=2, until=3), Help(since=5)), (
        "nobody takes that back"
    )


def test_assistance_periods_include_undone_moves() -> None:
    session = Session("forest", (PERSON, PERSON), 1)
    play_moves(session, 4)
    session.document.annotations.record_help(0)
    play_moves(session, 3)
    session.undo()
    session.undo()
    assert len(session.steps) == 5 and form_notes.is_helping(session.document.tree.head.notes, 0)
    session.document.annotations.record_help(0, False)
    session.redo()
    session.redo()
    assert form_notes.notes_of(session.document.tree.head.notes, 0).helped == (Help(since=4, until=7),)
    session.document.annotations.record_help(0)
    session.document.go_to(0)
    play_moves(session, 1)
    session.document.annotations.record_help(0, False)
    assert form_notes.notes_of(session.document.tree.head.notes, 0).helped == (
        Help(since=0, until=1),
        Help(since=4, until=7),
    )


def test_assistance_in_version_2_records_lasts_until_end(tmp_path: Path) -> None:
    session = Session("forest", (PERSON, PERSON), 1)
    play_moves(session, 5)
    data = json.loads(gzip.decompress(files.encode_record(record_of(session))))
    data["version"] = 2
    data["record"]["notes"] = [
        {"seat": 0, "forms": {FORM: {"1.1": "2"}}, "helped": 3},
        {"seat": 1, "forms": {FORM: {"0.0": "1"}}},
    ]
    file = tmp_path / f"old{files.SUFFIX}"
    file.write_bytes(gzip.compress(json.dumps(data).encode()))
    opened = session_of(files.read(file))
    assert form_notes.notes_of(opened.document.tree.head.notes, 0) == Notes(
        seat=0, forms={FORM: {"1.1": "2"}}, helped=(Help(since=3, until=5),)
    )
    assert form_notes.notes_of(opened.document.tree.head.notes, 1).helped == () and not form_notes.is_helping(
        opened.document.tree.head.notes, 0
    )


def test_notes_are_saved_with_the_game(tmp_path: Path, home: Path) -> None:
    session = new_session()
    assert not is_worth_keeping(session)
    session.document.annotations.write_note(2, FORM, (0, 3), "0-1")
    session.document.annotations.record_help(0)
    assert is_worth_keeping(session)
    record = record_of(session)
    file = tmp_path / f"own{files.SUFFIX}"
    files.write(file, record)
    read = files.read(file)
    assert read == record and session_of(read).document.tree.head.notes == session.document.tree.head.notes
    game = StoredGame.open(file)
    game.check_changes()
    assert not game.unsaved
    game.session.document.annotations.write_note(2, FORM, (0, 3), "1")
    game.check_changes()
    assert game.unsaved
    game.leave()


def test_records_without_notes_can_be_read(tmp_path: Path) -> None:
    record = record_of(new_session())
    file = tmp_path / f"old{files.SUFFIX}"
    files.write(file, record)
    assert b"notes" not in gzip.decompress(file.read_bytes()) and files.read(file).notes == ()


def test_record_of_one_seat_has_only_its_notes() -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, follows=1)
    session.document.annotations.write_note(1, FORM, (0, 0), "mine")
    session.document.annotations.write_note(2, FORM, (0, 0), "theirs")
    record = record_of(session)
    assert [entry.seat for entry in record.notes] == [1]
    assert session_of(record).document.tree.head.notes == record.notes


@pytest.mark.parametrize(
    ("follows", "written", "field"),
    [
        (None, [{"seat": 3}], "notes[0].seat"),
        (None, [{"seat": 1}, {"seat": 1}], "notes[1].seat"),
        (1, [{"seat": 1}, {"seat": 0}], "notes[1].seat"),
        (None, [{"seat": 1, "forms": {"a": {"x.1": "2"}}}], "notes"),
        (None, [{"seat": 1, "forms": {"a": {"0.1": "a text that is too long"}}}], "notes"),
        (None, [{"seat": 1, "forms": {"a": {"0.1": ""}}}], "notes"),
        (None, [{"seat": 1, "helped": [{"since": -1}]}], "notes"),
        (None, [{"seat": 1, "helped": [{"since": 4, "until": 3}]}], "notes[0].helped[0].until"),
        (None, [{"seat": 1, "helped": [{"since": 4}, {"since": 5}]}], "notes[0].helped[0].until"),
        (None, [{"seat": 1, "more": 1}], "notes"),
    ],
)
def test_damaged_notes_are_refused(
    tmp_path: Path, follows: int | None, written: list[dict[str, object]], field: str
) -> None:
    record = (
        record_of(new_session())
        if follows is None
        else record_of(Session("herbalism", (PERSON,) * 3, 1, follows=follows))
    )
    assert isinstance(record, Record)
    file = tmp_path / f"damaged{files.SUFFIX}"
    files.write(file, record)
    data = json.loads(gzip.decompress(file.read_bytes()))
    data["record"]["notes"] = written
    file.write_bytes(gzip.compress(json.dumps(data).encode()))
    with pytest.raises(RecordError) as refused:
        check(files.read(file))
    assert field in str(refused.value)


def test_undo_affects_only_notes_of_its_seat() -> None:
    session = Session("herbalism", (PERSON,) * 3, 1)
    session.document.annotations.write_note(0, "a", (0, 0), "1")
    session.document.annotations.write_note(1, "a", (0, 0), "2")
    session.document.annotations.write_note(0, "a", (0, 1), "3")
    session.document.restrict_undo(1)
    session.undo()
    assert session.document.can_undo, "the rest belongs to another seat"
    assert form_notes.cells_of(session.document.tree.head.notes, 0, "a") == {(0, 0): "1", (0, 1): "3"}
    assert form_notes.cells_of(session.document.tree.head.notes, 1, "a") == {}
    session.document.restrict_undo(0)
    assert session.document.can_redo, "a seat cannot redo what its opponent undid"
    session.undo()
    session.document.annotations.write_note(0, "a", (0, 2), "4")
    session.document.restrict_undo(1)
    session.redo()
    assert form_notes.cells_of(session.document.tree.head.notes, 1, "a") == {(0, 0): "2"}
    assert form_notes.cells_of(session.document.tree.head.notes, 0, "a") == {(0, 0): "1", (0, 2): "4"}
    session.document.restrict_undo(None)
    assert session.document.can_undo and session.document.can_redo
