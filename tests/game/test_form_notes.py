"""What seats note beside a game: written, taken back, kept with the game, and never told to another seat."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from workbench.game import form_notes
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.records.replay import check
from workbench.records.schema import Help, Notes, Record
from workbench.storage.session_records import record_of, session_of
from workbench.storage.stored_game import StoredGame, is_worth_keeping

FORM = "Record form, round 1"


def table() -> Session:
    return Session("herbalism", (PERSON,) * 3, 1)


def test_what_is_written_stands_in_its_cell() -> None:
    taken = form_notes.write((), 1, FORM, (2, 3), "  0 or  1 ")
    assert form_notes.written(taken, 1, FORM) == {(2, 3): "0 or 1"}
    assert form_notes.written(taken, 0, FORM) == {} == form_notes.written(taken, 1, "Record form, round 2")
    more = form_notes.write(
        form_notes.write(taken, 0, FORM, (0, 0), "2?"), 1, FORM, (0, 1), "x" * form_notes.MOST_LETTERS
    )
    assert [one.seat for one in more] == [0, 1] and len(form_notes.written(more, 1, FORM)) == 2
    with pytest.raises(ValueError, match="12 letters"):
        form_notes.write(more, 1, FORM, (0, 1), "x" * (form_notes.MOST_LETTERS + 1))
    fewer = form_notes.write(form_notes.write(more, 1, FORM, (0, 1), ""), 1, FORM, (2, 3), " ")
    assert [one.seat for one in fewer] == [0], "who wrote nothing is not there"


def test_a_session_undoes_what_was_written_and_makes_it_again() -> None:
    session = table()
    session.document.annotations.write(0, FORM, (1, 1), "2")
    session.document.annotations.write(0, FORM, (1, 1), "3")
    assert session.document.to_undo is not None and session.document.to_undo.what == "note"
    session.undo()
    assert form_notes.written(session.document.tree.head.notes, 0, FORM) == {(1, 1): "2"}
    session.undo()
    assert session.document.tree.head.notes == () and session.document.can_undo
    session.redo()
    session.redo()
    assert form_notes.written(session.document.tree.head.notes, 0, FORM) == {(1, 1): "3"}
    session.document.annotations.write(0, FORM, (1, 1), "3")
    assert len(session.document.history.done) == 2, "the same once more is no change"
    with pytest.raises(ValueError, match="seat"):
        session.document.annotations.write(3, FORM, (0, 0), "2")


def test_moves_and_notes_are_undone_one_by_one() -> None:
    session = Session("herd(size=3)", (PERSON, PERSON), 1)
    session.draw_chance()
    session.document.annotations.write(0, FORM, (0, 0), "a")
    session.play(session.state.move_text(session.state.moves()[0]))
    moves = len(session.steps)
    session.undo()
    assert len(session.steps) < moves and form_notes.written(session.document.tree.head.notes, 0, FORM) == {(0, 0): "a"}
    session.undo()
    assert session.document.tree.head.notes == ()


def moved(session: Session, moves: int) -> None:
    for _ in range(moves):
        session.play(session.state.move_text(session.state.moves()[0]))
        if session.waits_for == "chance":
            session.draw_chance()


def test_help_is_remembered_as_long_as_it_was_on() -> None:
    session = Session("forest", (PERSON, PERSON), 1)
    moved(session, 2)
    session.document.annotations.note_help(1)
    assert form_notes.of(session.document.tree.head.notes, 1).helped == (Help(since=2),) and not form_notes.helping(
        session.document.tree.head.notes, 0
    )
    moved(session, 1)
    session.document.annotations.note_help(1)
    session.document.annotations.note_help(1, False)
    session.document.annotations.note_help(1, False)
    assert form_notes.of(session.document.tree.head.notes, 1).helped == (Help(since=2, until=3),)
    moved(session, 2)
    session.document.annotations.note_help(1)
    session.document.annotations.write(1, FORM, (0, 0), "x")
    session.document.annotations.write(1, FORM, (0, 0), "")
    session.undo()
    assert form_notes.of(session.document.tree.head.notes, 1) == Notes(
        seat=1, forms={FORM: {"0.0": "x"}}, helped=(Help(since=2, until=3), Help(since=5))
    )
    session.undo()
    assert form_notes.of(session.document.tree.head.notes, 1).helped == (Help(since=2, until=3), Help(since=5)), (
        "nobody takes that back"
    )


def test_help_that_is_on_is_remembered_for_moves_that_are_taken_back() -> None:
    session = Session("forest", (PERSON, PERSON), 1)
    moved(session, 4)
    session.document.annotations.note_help(0)
    moved(session, 3)
    session.undo()
    session.undo()
    assert len(session.steps) == 5 and form_notes.helping(session.document.tree.head.notes, 0)
    session.document.annotations.note_help(0, False)
    session.redo()
    session.redo()
    assert form_notes.of(session.document.tree.head.notes, 0).helped == (Help(since=4, until=7),)
    session.document.annotations.note_help(0)
    session.document.go_to(0)
    moved(session, 1)
    session.document.annotations.note_help(0, False)
    assert form_notes.of(session.document.tree.head.notes, 0).helped == (Help(since=0, until=1), Help(since=4, until=7))


def test_help_of_records_of_version_2_is_taken_to_have_been_on_to_the_end(tmp_path: Path) -> None:
    session = Session("forest", (PERSON, PERSON), 1)
    moved(session, 5)
    filed = json.loads(gzip.decompress(files.encoded(record_of(session))))
    filed["version"] = 2
    filed["record"]["notes"] = [
        {"seat": 0, "forms": {FORM: {"1.1": "2"}}, "helped": 3},
        {"seat": 1, "forms": {FORM: {"0.0": "1"}}},
    ]
    file = tmp_path / f"old{files.SUFFIX}"
    file.write_bytes(gzip.compress(json.dumps(filed).encode()))
    opened = session_of(files.read(file))
    assert form_notes.of(opened.document.tree.head.notes, 0) == Notes(
        seat=0, forms={FORM: {"1.1": "2"}}, helped=(Help(since=3, until=5),)
    )
    assert form_notes.of(opened.document.tree.head.notes, 1).helped == () and not form_notes.helping(
        opened.document.tree.head.notes, 0
    )


def test_notes_are_kept_with_the_game(tmp_path: Path, home: Path) -> None:
    session = table()
    assert not is_worth_keeping(session)
    session.document.annotations.write(2, FORM, (0, 3), "0-1")
    session.document.annotations.note_help(0)
    assert is_worth_keeping(session)
    record = record_of(session)
    file = tmp_path / f"own{files.SUFFIX}"
    files.write(file, record)
    read = files.read(file)
    assert read == record and session_of(read).document.tree.head.notes == session.document.tree.head.notes
    game = StoredGame.opened(file)
    game.look()
    assert not game.unsaved
    game.session.document.annotations.write(2, FORM, (0, 3), "1")
    game.look()
    assert game.unsaved
    game.leave()


def test_records_without_notes_read_as_before(tmp_path: Path) -> None:
    record = record_of(table())
    file = tmp_path / f"old{files.SUFFIX}"
    files.write(file, record)
    assert b"notes" not in gzip.decompress(file.read_bytes()) and files.read(file).notes == ()


def test_a_record_of_one_seat_holds_no_other_seats_notes() -> None:
    alone = Session("herbalism", (PERSON,) * 3, 1, follows=1)
    alone.document.annotations.write(1, FORM, (0, 0), "mine")
    alone.document.annotations.write(2, FORM, (0, 0), "theirs")
    record = record_of(alone)
    assert [one.seat for one in record.notes] == [1]
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
    bare = record_of(table()) if follows is None else record_of(Session("herbalism", (PERSON,) * 3, 1, follows=follows))
    assert isinstance(bare, Record)
    file = tmp_path / f"damaged{files.SUFFIX}"
    files.write(file, bare)
    filed = json.loads(gzip.decompress(file.read_bytes()))
    filed["record"]["notes"] = written
    file.write_bytes(gzip.compress(json.dumps(filed).encode()))
    with pytest.raises(BadRecord) as refused:
        check(files.read(file))
    assert field in str(refused.value)


def test_one_seats_undo_leaves_what_another_has_noted() -> None:
    session = Session("herbalism", (PERSON,) * 3, 1)
    session.document.annotations.write(0, "a", (0, 0), "1")
    session.document.annotations.write(1, "a", (0, 0), "2")
    session.document.annotations.write(0, "a", (0, 1), "3")
    session.document.undo_for(1)
    session.undo()
    assert session.document.can_undo, "the rest belongs to another seat"
    assert form_notes.written(session.document.tree.head.notes, 0, "a") == {(0, 0): "1", (0, 1): "3"}
    assert form_notes.written(session.document.tree.head.notes, 1, "a") == {}
    session.document.undo_for(0)
    assert session.document.can_redo, "what the other has undone is not this seat's to make again"
    session.undo()
    session.document.annotations.write(0, "a", (0, 2), "4")
    session.document.undo_for(1)
    session.redo()
    assert form_notes.written(session.document.tree.head.notes, 1, "a") == {(0, 0): "2"}
    assert form_notes.written(session.document.tree.head.notes, 0, "a") == {(0, 0): "1", (0, 2): "4"}
    session.document.undo_for(None)
    assert session.document.can_undo and session.document.can_redo
