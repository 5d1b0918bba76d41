"""Tests of player names in sentences about seats."""

from __future__ import annotations

from workbench.game.session import PERSON, Session
from workbench.seen.names import side_names, with_player_names


def test_name_that_reads_like_a_seat_is_not_used() -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, names=("Seat 2", "Bob", ""))
    named = with_player_names(session, "Seat 1 asks seat 2 about seat 3 and seat 0.")
    assert named == "Seat 1 asks Bob about seat 3 and seat 0.", "such a name would refer to another seat"
    assert with_player_names(session, named) == named


def test_players_have_their_own_names_or_those_of_their_seats() -> None:
    assert side_names(Session("herd", (PERSON, PERSON), 1, names=("Anna", ""))) == ["Anna", "Blue"]
    assert side_names(Session("herbalism", (PERSON,) * 3, 1, names=("Seat 2", "Bob", ""))) == [
        "Seat 1",
        "Bob",
        "Seat 3",
    ]
