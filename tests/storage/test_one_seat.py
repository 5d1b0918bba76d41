"""Tests that the record of one seat contains everything that the seat learned, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import fastcore
from bots.report import Candidate, Report
from fastcore import OVER, Stream
from tests.kit.terminals import run
from workbench.game.session import PERSON, Session
from workbench.records import files, replay
from workbench.records.schema import Help
from workbench.storage.one_seat import seat_record, snapshot
from workbench.storage.session_records import record_of, session_of

COVERED_SPECS = ("herbs(ap=30,actions=2,rounds=3)", "herbalism", "herbalism(players=4,actions=advanced,predictions=1)")


def play_random_moves(session: Session, stream: Stream, steps: int) -> None:
    while steps and session.waits_for != "over":
        steps -= 1
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))


@pytest.mark.parametrize("spec", COVERED_SPECS)
@pytest.mark.parametrize("steps", [0, 17, 10**4])
def test_one_seat_record_holds_its_view_and_reopens(spec: str, steps: int) -> None:
    seats = fastcore.start(spec).seats
    stream = Stream(steps, spec, "one seat")
    session = Session(spec, [PERSON] * seats, 7, names=[f"Person {seat}" for seat in range(seats)])
    play_random_moves(session, stream, steps)
    if steps and session.waits_for != "over":
        session.set_up(session.state.text() if "herbs" in spec else session.document.point_at(0).text())
        play_random_moves(session, stream, 5)
    for seat in range(seats):
        record = files.decode_record(files.encode_record(seat_record(session, seat)))
        replay.check(record)
        reopened = session_of(record)
        assert (reopened.follows, reopened.document.names, reopened.document.tags) == (
            seat,
            session.document.names,
            session.document.tags,
        )
        assert [step.move for step in reopened.steps] == [step.move for step in session.seen_steps(seat)]
        assert reopened.viewpoint(seat) == session.viewpoint(seat)
        assert reopened.result == session.result and (steps < 10**4 or session.point.actor == OVER)


def test_one_seat_record_holds_nothing_private_of_others() -> None:
    session = Session(COVERED_SPECS[0], [PERSON, PERSON], 12345, fastcore.start(COVERED_SPECS[0]).text())
    report = Report(move="0M2", simulations=9, candidates=(Candidate("0M2", 9, (0.0, 0.0), 0.0, 1.0, ("0M2",)),))
    for move in ("0M2", "1TR", "WhH5", "2M2"):
        session.play(move, reports=report if move == "0M2" else None, seconds=3.5)
    line = session.document.line()
    session.document.annotations.set_comment(line[0], "mine", 0)
    session.document.annotations.set_comment(line[3], "theirs", 1)
    session.document.annotations.set_comment(0, "nobody knows whose")
    session.document.annotations.write_note(1, "form", (0, 0), "a note")
    session.undo()  # undo the note and the comments
    session.redo()
    session.document.annotations.record_help(1)
    texts = {seat: files.decompress(files.encode_record(seat_record(session, seat))).decode() for seat in (0, 1)}
    for seat, (own, others) in enumerate(
        (("mine", ("2M2", "theirs", "a note")), ("theirs", ("0M2", "1TR", "H5", "mine")))
    ):
        assert own in texts[seat] and not any(
            text in texts[seat] for text in (*others, "12345", "reports", "seconds", "whose")
        )
    assert seat_record(session, 1).notes[0].helped == (Help(since=2),), "counted in moves that the seat knows"
    full = files.decompress(files.encode_record(record_of(session))).decode()
    assert all(text in full for text in ("0M2", "2M2", "theirs", "12345", "reports")), (
        "the record of the whole game has everything"
    )
    session.resign(1)
    texts[0] = files.decompress(files.encode_record(seat_record(session, 0))).decode()
    assert "resigned" in texts[0] and "0M2" in texts[0] and "2M2" not in texts[0], (
        "a plan that was never revealed stays covered"
    )


@pytest.mark.parametrize("spec", COVERED_SPECS[:2])
def test_one_seat_record_holds_hints_of_that_seat_only(spec: str) -> None:
    session = Session(spec, [PERSON] * fastcore.start(spec).seats, 5)
    hinted: dict[int, list[str]] = {}
    for number in range(12):
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        seat, move = session.state.actor, session.state.move_text(session.state.moves()[0])
        values = tuple(0.0 for _ in session.seats)
        report = Report(
            move=move, simulations=number + 7001, candidates=(Candidate(move, 9, values, 0.0, 1.0, (move,)),)
        )
        session.document.annotations.store_analysis(session.here, "./private/mine.py:Mine", (report,))
        hinted.setdefault(seat, []).append(str(report.simulations))
        if number < 11:  # the last hint has no move yet
            session.play(move)
    assert len(hinted) > 1
    for seat, own in hinted.items():
        record = seat_record(session, seat)
        text = files.decompress(files.encode_record(record)).decode()
        others = [number for other, numbers in hinted.items() if other != seat for number in numbers]
        assert all(number in text for number in own) and not any(number in text for number in others)
        assert "mine.py" in text and "private" not in text
        reopened = session_of(record)
        kept = [
            report for node in reopened.document.tree.nodes for report in reopened.document.annotations.analyses(node)
        ]
        assert sorted(str(report.simulations) for report in kept) == sorted(own)


def test_snapshot_ignores_later_changes() -> None:
    session = Session("herbalism", [PERSON] * 3, 3)
    play_random_moves(session, Stream(1, "later"), 12)
    session.document.annotations.write_note(1, "form", (0, 0), "a note")
    expected, make_record = seat_record(session, 1), snapshot(session, 1)
    session.document.annotations.set_comment(session.here, "said meanwhile", 1)
    session.document.annotations.write_note(1, "form", (0, 0), "another note")
    play_random_moves(session, Stream(2, "later"), 3)
    session.resign(0)
    assert seat_record(session, 1) != expected and make_record() == expected


def test_one_seat_record_is_exported_and_shown_in_the_shell(tmp_path: Path) -> None:
    session = Session("herbalism", [PERSON] * 3, 3)
    play_random_moves(session, Stream(1, "shell"), 12)
    full, one_seat = tmp_path / "whole.herbarium", tmp_path / "own.herbarium"
    files.write(full, record_of(session))
    assert run("export", str(full), "--to", "record", "--seat", "2", "--output", str(one_seat)).status == 0
    assert files.read(one_seat) == seat_record(session, 1)
    shown = run("show", str(one_seat))
    assert shown.status == 0 and "As Seat 2 knows it." in shown.out
    assert run("export", str(full), "--seat", "2").out == run("export", str(one_seat)).out
    assert run("verify", str(one_seat)).status == 0
    refused = ((str(full), "--seat", "4"), (str(one_seat), "--seat", "2"), (str(full), "--seat", "2", "--to", "svg"))
    for arguments, reason in zip(
        refused,
        ("this game has 3 seats, so there is no seat 4", "already is one player's view", "not svg"),
        strict=True,
    ):
        result = run("export", *arguments)
        assert result.status == 2 and reason in result.err and result.err.count("\n") == 1
    files.write(full, record_of(Session("herd(size=3)", [PERSON] * 2, 1)))
    assert "Herd has no hidden information" in run("export", str(full), "--seat", "1").err
