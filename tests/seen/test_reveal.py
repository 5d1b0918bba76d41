"""Tests of the reveal at the end of a round: hidden cards, and the knowledge of each seat."""

from __future__ import annotations

from itertools import pairwise

import pytest

import fastcore
from fastcore import Stream
from tests.conftest import deep
from tests.games.herbalism.positions import SPECS, choose_random_move
from workbench import boards
from workbench.boards.herbalism.tabletop import CARDS, medicine_of, parse_tabletop
from workbench.boards.kit.contract import Board
from workbench.game.session import PERSON, Session
from workbench.seen import reveal

FAILED_CURE_POSITION = "gb ryyy/rggg/bbbb 0,2,0 2 2 9 act:1 rb,yr,gb -,-,- -,-,-"


@pytest.fixture
def board() -> Board:
    herbalism_board = boards.find("herbalism")
    assert herbalism_board is not None
    return herbalism_board


def random_game(spec: str, seed: int, rounds: int) -> Session:
    """Return a random game after this many rounds."""
    session, stream = Session(spec, (PERSON,) * fastcore.start(spec).seats, seed), Stream(seed, "reveal")
    while session.waits_for != "over" and parse_tabletop(session.state.fields).round <= rounds:
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(choose_random_move(session.state, stream))
    return session


@pytest.mark.parametrize("spec", SPECS)
def test_every_round_ends_with_the_truth_and_each_seats_knowledge(board: Board, spec: str) -> None:
    failed = 0
    for seed in range(deep(1, 20)):
        session = random_game(spec, seed, deep(2, 30))
        parts = reveal.ended_parts(session, board)
        states = [session.document.state_at(node) for node in (0, *session.document.line())]
        pairs = [
            before.fields["hidden"] for before, after in pairwise(states) if after.fields["phase"] in ("deal", "over")
        ]
        assert [part.truth.was for part in parts] == [medicine_of(pair) for pair in pairs] and parts
        for part in parts:
            assert [moment.seat for moment in part.moments] == list(range(session.point.seats))
            for moment, point in zip(part.moments, reveal.points(reveal.histories(session, part)), strict=True):
                before = session.document.state_at(session.document.tree.nodes[moment.node].parent)
                assert point.seat == moment.seat and parse_tabletop(point.fields).hidden == "??", (
                    "the view before it saw the pair"
                )
                assert point.text() == before.view(moment.seat)
                if moment.guess:
                    assert (
                        session.document.tree.nodes[moment.node].move.endswith(f":{moment.guess}")
                        and before.actor == moment.seat
                    )
                    failed += moment.guess != part.truth.was
                else:
                    assert moment.node == part.node and not parse_tabletop(before.fields).cure[moment.seat].kind
                belief = point.beliefs()["cure"]
                assert set(belief) == set(CARDS) == set(part.truth.shapes) and belief[part.truth.was] > 0
    assert failed or spec != SPECS[0]


def test_failed_cure_reveals_nothing_yet(board: Board) -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, FAILED_CURE_POSITION)
    for move in ("cure:rb", "answer:yb", "skip"):
        session.play(move)
    assert parse_tabletop(session.state.fields).cure[0].failed and session.viewpoint(0).fields["hidden"] == "gb"
    assert reveal.ended_parts(session, board) == ()
    session.play("cure:gb")
    (part,) = reveal.ended_parts(session, board)
    assert (
        part.truth.was == "gb"
        and part.truth.words == "The hidden pair was green and blue."
        and part.truth.head == "The end of round 2"
    )
    assert [moment.guess for moment in part.moments] == ["rb", "yb", "gb"]
    assert [point.fields["hidden"] for point in reveal.points(reveal.histories(session, part))] == ["??"] * 3
    session.undo()
    assert reveal.ended_parts(session, board) == ()


def test_guesses_before_a_set_up_position_are_dropped(board: Board) -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, FAILED_CURE_POSITION)
    for move in ("cure:rb", "answer:yb"):
        session.play(move)
    session.set_up(FAILED_CURE_POSITION)
    for move in ("cure:gb", "skip", "skip"):
        session.play(move)
    (part,) = reveal.ended_parts(session, board)
    assert [moment.guess for moment in part.moments] == ["gb", "", ""]
    expected = [
        session.document.viewpoint_at(session.document.tree.nodes[moment.node].parent, moment.seat).text()
        for moment in part.moments
    ]
    assert [point.text() for point in reveal.points(reveal.histories(session, part))] == expected


def test_followed_seat_sees_only_its_own_moment(board: Board) -> None:
    full = random_game("herbalism", 2, 1)
    followed = Session("herbalism", (PERSON,) * 3, 0, follows=1)
    for step in full.seen_steps(1):
        followed.play(step.move)
    (part,), (same,) = reveal.ended_parts(followed, board), reveal.ended_parts(full, board)
    assert [moment.seat for moment in part.moments] == [1] and part.truth == same.truth
    assert (
        reveal.points(reveal.histories(followed, part))[0].beliefs()
        == reveal.points(reveal.histories(full, same))[1].beliefs()
    )


def test_other_games_have_no_reveal() -> None:
    for game in ("herd", "forest", "herbs"):
        session, board = Session(game, (PERSON, PERSON), 1), boards.find(game)
        assert board is not None
        for _ in range(12):
            if session.waits_for == "chance":
                session.draw_chance()
            else:
                session.play(session.state.move_text(session.state.moves()[0]))
        assert reveal.ended_parts(session, board) == ()
