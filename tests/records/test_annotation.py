"""Tests of annotations of moves in records and exports."""

from __future__ import annotations

import csv
import io
import json

import pytest

from bots.report import Mark
from workbench.boards.kit.drawn import Drawing
from workbench.boards.kit.palette import LIGHT
from workbench.cli.shared.pictures import render_picture
from workbench.game.session import PERSON, Session
from workbench.positions.pasting import from_record
from workbench.records import files
from workbench.records.annotation import MEANINGS, annotated, annotation_of, with_annotation
from workbench.storage.exporting import as_csv, as_json_lines, as_text
from workbench.storage.importing import record_from
from workbench.storage.one_seat import seat_record
from workbench.storage.session_records import record_of, session_of

CIRCLE = Drawing("red", ("c3",)).mark


def played(*annotations: str) -> Session:
    """Return a game whose first moves have these annotations."""
    session = Session("forest", [PERSON, PERSON], 1)
    for annotation in annotations:
        session.play(session.state.move_text(session.state.moves()[0]))
        session.document.annotations.set_marks(session.here, with_annotation([CIRCLE], annotation))
    return session


@pytest.mark.parametrize("sign", MEANINGS)
def test_annotation_replaces_the_previous_one_and_keeps_drawings(sign: str) -> None:
    marks = with_annotation(with_annotation([CIRCLE], "?"), sign)
    assert annotation_of(marks) == sign and marks[:1] == (CIRCLE,) and len(marks) == 2
    assert with_annotation(marks, "") == (CIRCLE,)


def test_unknown_annotation_is_ignored() -> None:
    assert annotation_of([Mark("annotation:zz", (), 1.0)]) == ""


def test_annotation_is_separate_from_a_hidden_move() -> None:
    marks = with_annotation((), "?")
    assert annotated("e4", marks) == "e4?" and annotated("give:?", marks) == "give:? ?"
    assert annotated("give:?", ()) == "give:?"


def test_record_keeps_annotations_and_drawings() -> None:
    session = played("!!", "", "?!")
    record = files.decode_record(files.encode_record(record_of(session)))
    assert [annotation_of(move.marks) for move in record.lines[0].moves] == ["!!", "", "?!"]
    assert all(CIRCLE in move.marks for move in record.lines[0].moves)
    assert record_of(session_of(record)) == record


def test_annotation_is_undone_as_one_change() -> None:
    session = played("!")
    session.document.annotations.set_marks(session.here, with_annotation([CIRCLE], "?"), kind="annotation")
    change = session.document.to_undo
    assert change is not None and change.kind == "annotation"
    session.undo()
    assert annotation_of(signed.mark for signed in session.document.tree.nodes[session.here].marks) == "!"


def test_exports_show_annotations() -> None:
    session = played("!?", "??", "")
    session.document.annotations.set_comment(session.here - 1, "too early")
    record = record_of(session)
    moves = [move.move for move in record.lines[0].moves]
    text = as_text(record)
    assert f"{{{moves[0]}!?}}" in text and f"{{{moves[1]}??: too early}}" in text
    assert [move.move for move in record_from(text).lines[0].moves] == moves, "importing skips annotations"
    assert [row["annotation"] for row in csv.DictReader(io.StringIO(as_csv(record)))] == ["!?", "??", ""]
    assert [json.loads(line)["annotation"] for line in as_json_lines(record).splitlines()] == ["!?", "??", ""]


def test_record_of_one_seat_has_only_its_own_marks() -> None:
    session = Session("forest", [PERSON, PERSON], 1)
    session.play(session.state.move_text(session.state.moves()[0]))
    annotations = session.document.annotations
    annotations.set_marks(session.here, [CIRCLE], by=0)
    other = Drawing("blue", ("d4",)).mark
    annotations.set_marks(session.here, [other], by=1, kept=session.document.tree.nodes[session.here].marks)
    assert [seat_record(session, seat).lines[0].moves[0].marks for seat in (0, 1)] == [(CIRCLE,), (other,)]


def test_exported_pictures_show_drawings() -> None:
    found = from_record(record_of(played("!", "")))
    assert [entry.name[-1] == "!" for entry in found.entries] == [False, True, False]
    colour = LIGHT["draw_red"]
    plain, marked = (render_picture(entry, "svg", "light").decode() for entry in found.entries[:2])
    assert colour not in plain and colour in marked
