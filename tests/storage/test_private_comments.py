"""Tests that comments and marks keep their author until the end of a game with hidden moves."""

from __future__ import annotations

import pytest

from bots.report import Mark
from fastcore import Stream
from tests.storage.test_one_seat import play_random_moves
from workbench.game.move_tree import ROOT, Comment
from workbench.game.session import PERSON, Session
from workbench.records import files, replay
from workbench.records.files import RecordError
from workbench.records.schema import Private, Record, Seat
from workbench.seen.seen_tree import SeenTree
from workbench.storage.session_records import record_of, session_of

CIRCLE = Mark("circle:red", ("C3",), 1.0)


def written(spec: str) -> Session:
    """Return an unfinished game with comments of two people and of nobody, and a mark."""
    seats = 3 if spec == "herbalism" else 2
    session = Session(spec, [PERSON] * seats, 7)
    play_random_moves(session, Stream(1, spec, "private"), 5)
    annotations, node = session.document.annotations, session.here
    for at in (ROOT, node):
        annotations.set_comment(at, "only I", 0)
        annotations.set_comment(at, "and I", 1, session.document.tree.nodes[at].comments)
        annotations.set_comment(at, "anybody", None, session.document.tree.nodes[at].comments)
    annotations.set_marks(node, (CIRCLE,), 1)
    return session


def reopened(session: Session) -> Session:
    return session_of(files.decode_record(files.encode_record(record_of(session))))


@pytest.mark.parametrize("spec", ["herbalism", "herbs"])
def test_reopened_game_shows_each_seat_what_it_could_read_before(spec: str) -> None:
    before = written(spec)
    after = reopened(before)
    for seat in range(len(before.seats)):
        for node in (ROOT, before.here):
            found = [SeenTree(session, seat).comments_at(node).read for session in (before, after)]
            assert found[0] == found[1]
            assert Comment(1 - seat, "only I" if seat else "and I") not in found[1]
    assert [mark.by for mark in after.document.tree.nodes[after.here].marks] == [1]


def test_finished_game_has_one_comment_for_everybody() -> None:
    session = written("herbalism")
    node = session.here
    play_random_moves(session, Stream(2, "herbalism", "private"), 10**5)
    assert session.waits_for == "over"
    record = record_of(session)
    assert record.comment == "only I\nand I\nanybody" and not record.private
    assert reopened(session).document.tree.nodes[node].comment == "only I\nand I\nanybody"


def test_game_without_hidden_moves_has_no_private_comments() -> None:
    session = Session("herd(size=3)", [PERSON] * 2, 7)
    session.document.annotations.set_comment(ROOT, "mine", 1)
    assert record_of(session).comment == "mine" and not record_of(session).private


@pytest.mark.parametrize("private", [(Private(seat=3),), (Private(seat=1), Private(seat=1))])
def test_wrong_seat_is_refused(private: tuple[Private, ...]) -> None:
    with pytest.raises(RecordError, match="private"):
        replay.check(Record(spec="herbalism", seats=(Seat(player=PERSON),) * 3, private=private))
