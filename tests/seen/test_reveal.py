"""What was hidden, at the end of a round, and beside it what every seat could know: as data, and in the window."""

from __future__ import annotations

from itertools import pairwise

import pytest

import fastcore
from fastcore import Stream
from tests.conftest import deep
from tests.games.herbalism.positions import SPECS, decide
from workbench import boards
from workbench.boards.herbalism.tabletop import CARDS, medicine_of, read
from workbench.boards.kit.contract import Board
from workbench.game.session import PERSON, Session
from workbench.seen import reveal

FAILS = "gb ryyy/rggg/bbbb 0,2,0 2 2 9 act:1 rb,yr,gb -,-,- -,-,-"


@pytest.fixture
def board() -> Board:
    found = boards.find("herbalism")
    assert found is not None
    return found


def played(spec: str, seed: int, rounds: int) -> Session:
    """A random game until so many rounds have ended."""
    session, stream = Session(spec, (PERSON,) * fastcore.start(spec).seats, seed), Stream(seed, "reveal")
    while session.waits_for != "over" and read(session.state.fields).round <= rounds:
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(decide(session.state, stream))
    return session


@pytest.mark.parametrize("spec", SPECS)
def test_every_round_ends_with_the_truth_and_what_each_seat_knew(board: Board, spec: str) -> None:
    failed = 0
    for seed in range(deep(1, 20)):
        session = played(spec, seed, deep(2, 30))
        parts = reveal.ended(session, board)
        states = [session.document.state_at(node) for node in (0, *session.document.line())]
        pairs = [
            before.fields["hidden"] for before, after in pairwise(states) if after.fields["phase"] in ("deal", "over")
        ]
        assert [part.truth.was for part in parts] == [medicine_of(pair) for pair in pairs] and parts
        for part in parts:
            assert [moment.seat for moment in part.moments] == list(range(session.point.seats))
            for moment, point in zip(part.moments, reveal.points(reveal.pasts(session, part)), strict=True):
                before = session.document.state_at(session.document.tree.nodes[moment.node].parent)
                assert point.seat == moment.seat and read(point.fields).hidden == "??", (
                    "the time before it saw the pair"
                )
                assert point.text() == before.view(moment.seat)
                if moment.guess:
                    assert (
                        session.document.tree.nodes[moment.node].move.endswith(f":{moment.guess}")
                        and before.actor == moment.seat
                    )
                    failed += moment.guess != part.truth.was
                else:
                    assert moment.node == part.node and not read(before.fields).cure[moment.seat].kind
                held = point.beliefs()["cure"]
                assert set(held) == set(CARDS) == set(part.truth.shapes) and held[part.truth.was] > 0
    assert failed or spec != SPECS[0]


def test_a_failed_cure_reveals_nothing_yet(board: Board) -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, FAILS)
    for move in ("cure:rb", "answer:yb", "skip"):
        session.play(move)
    assert read(session.state.fields).cure[0].failed and session.viewpoint(0).fields["hidden"] == "gb"
    assert reveal.ended(session, board) == ()
    session.play("cure:gb")
    (part,) = reveal.ended(session, board)
    assert (
        part.truth.was == "gb"
        and part.truth.words == "The hidden pair was green and blue."
        and part.truth.head == "The end of round 2"
    )
    assert [moment.guess for moment in part.moments] == ["rb", "yb", "gb"]
    assert [point.fields["hidden"] for point in reveal.points(reveal.pasts(session, part))] == ["??"] * 3
    session.undo()
    assert reveal.ended(session, board) == ()


def test_what_was_said_before_a_position_was_set_up_is_told_no_more(board: Board) -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, FAILS)
    for move in ("cure:rb", "answer:yb"):
        session.play(move)
    session.set_up(FAILS)
    for move in ("cure:gb", "skip", "skip"):
        session.play(move)
    (part,) = reveal.ended(session, board)
    assert [moment.guess for moment in part.moments] == ["gb", "", ""]
    known = [
        session.document.viewpoint_at(session.document.tree.nodes[one.node].parent, one.seat).text()
        for one in part.moments
    ]
    assert [point.text() for point in reveal.points(reveal.pasts(session, part))] == known


def test_who_follows_one_seat_is_told_of_that_seat_alone(board: Board) -> None:
    whole = played("herbalism", 2, 1)
    alone = Session("herbalism", (PERSON,) * 3, 0, follows=1)
    for step in whole.seen(1):
        alone.play(step.move)
    (part,), (same,) = reveal.ended(alone, board), reveal.ended(whole, board)
    assert [moment.seat for moment in part.moments] == [1] and part.truth == same.truth
    assert (
        reveal.points(reveal.pasts(alone, part))[0].beliefs() == reveal.points(reveal.pasts(whole, same))[1].beliefs()
    )


def test_games_without_such_an_end_have_none() -> None:
    for game in ("herd", "forest", "herbs"):
        session, board = Session(game, (PERSON, PERSON), 1), boards.find(game)
        assert board is not None
        for _ in range(12):
            if session.waits_for == "chance":
                session.draw_chance()
            else:
                session.play(session.state.move_text(session.state.moves()[0]))
        assert reveal.ended(session, board) == ()
