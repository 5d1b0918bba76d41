"""What one seat saw of a game, saved as a record of its own: all that it learned, and nothing else."""

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
from workbench.storage.one_seat import seen_by, snapshot
from workbench.storage.session_records import record_of, session_of

HIDING = ("herbs(ap=30,actions=2,rounds=3)", "herbalism", "herbalism(players=4,actions=advanced,predictions=1)")


def go_on(session: Session, stream: Stream, steps: int) -> None:
    while steps and session.waits_for != "over":
        steps -= 1
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))


@pytest.mark.parametrize("spec", HIDING)
@pytest.mark.parametrize("steps", [0, 17, 10**4])
def test_it_holds_what_the_seat_saw_and_opens_again(spec: str, steps: int) -> None:
    seats = fastcore.start(spec).seats
    stream = Stream(steps, spec, "one seat")
    session = Session(spec, [PERSON] * seats, 7, names=[f"Person {seat}" for seat in range(seats)])
    go_on(session, stream, steps)
    if steps and session.waits_for != "over":
        session.set_up(session.state.text() if "herbs" in spec else session.document.point_at(0).text())
        go_on(session, stream, 5)
    for seat in range(seats):
        record = files.decoded(files.encoded(seen_by(session, seat)))
        replay.check(record)
        again = session_of(record)
        assert (again.follows, again.document.names, again.document.tags) == (
            seat,
            session.document.names,
            session.document.tags,
        )
        assert [step.move for step in again.steps] == [step.move for step in session.seen(seat)]
        assert again.viewpoint(seat) == session.viewpoint(seat)
        assert again.result == session.result and (steps < 10**4 or session.point.actor == OVER)


def test_what_a_seat_may_not_know_is_not_in_it() -> None:
    session = Session(HIDING[0], [PERSON, PERSON], 12345, fastcore.start(HIDING[0]).text())
    report = Report(move="0M2", simulations=9, candidates=(Candidate("0M2", 9, (0.0, 0.0), 0.0, 1.0, ("0M2",)),))
    for move in ("0M2", "1TR", "WhH5", "2M2"):
        session.play(move, reports=report if move == "0M2" else None, seconds=3.5)
    line = session.document.line()
    session.document.annotations.comment(line[0], "mine", 0)
    session.document.annotations.comment(line[3], "theirs", 1)
    session.document.annotations.comment(0, "nobody knows whose")
    session.document.annotations.write(1, "form", (0, 0), "a note")
    session.undo()  # the note and the comments
    session.redo()
    session.document.annotations.note_help(1)
    told = {seat: files.unpacked(files.encoded(seen_by(session, seat))).decode() for seat in (0, 1)}
    for seat, (own, others) in enumerate(
        (("mine", ("2M2", "theirs", "a note")), ("theirs", ("0M2", "1TR", "H5", "mine")))
    ):
        assert own in told[seat] and not any(
            text in told[seat] for text in (*others, "12345", "reports", "seconds", "whose")
        )
    assert seen_by(session, 1).notes[0].helped == (Help(since=2),), "after so many moves as the seat knows of"
    whole = files.unpacked(files.encoded(record_of(session))).decode()
    assert all(text in whole for text in ("0M2", "2M2", "theirs", "12345", "reports")), (
        "while the game itself has all of it"
    )
    session.resign(1)
    told[0] = files.unpacked(files.encoded(seen_by(session, 0))).decode()
    assert "resigned" in told[0] and "0M2" in told[0] and "2M2" not in told[0], (
        "a plan that was never shown stays covered"
    )


def test_it_is_made_later_of_the_game_as_it_was() -> None:
    session = Session("herbalism", [PERSON] * 3, 3)
    go_on(session, Stream(1, "later"), 12)
    session.document.annotations.write(1, "form", (0, 0), "a note")
    now, made = seen_by(session, 1), snapshot(session, 1)
    session.document.annotations.comment(session.here, "said meanwhile", 1)
    session.document.annotations.write(1, "form", (0, 0), "another note")
    go_on(session, Stream(2, "later"), 3)
    session.resign(0)
    assert seen_by(session, 1) != now and made() == now


def test_a_seat_is_exported_and_shown_in_the_shell(tmp_path: Path) -> None:
    session = Session("herbalism", [PERSON] * 3, 3)
    go_on(session, Stream(1, "shell"), 12)
    whole, own = tmp_path / "whole.herbarium", tmp_path / "own.herbarium"
    files.write(whole, record_of(session))
    assert run("export", str(whole), "--to", "record", "--seat", "2", "--output", str(own)).status == 0
    assert files.read(own) == seen_by(session, 1)
    shown = run("show", str(own))
    assert shown.status == 0 and "As Seat 2 knows it." in shown.out
    assert run("export", str(whole), "--seat", "2").out == run("export", str(own)).out
    assert run("verify", str(own)).status == 0
    refused = ((str(whole), "--seat", "4"), (str(own), "--seat", "2"), (str(whole), "--seat", "2", "--to", "svg"))
    for words, why in zip(
        refused, ("there is no seat 4: there are 3", "what one seat saw as it is", "not svg"), strict=True
    ):
        ran = run("export", *words)
        assert ran.status == 2 and why in ran.err and ran.err.count("\n") == 1
    files.write(whole, record_of(Session("herd(size=3)", [PERSON] * 2, 1)))
    assert "everybody sees everything" in run("export", str(whole), "--seat", "1").err
