"""Tests of player names in sentences about seats."""

from __future__ import annotations

from workbench.game.session import PERSON, Session
from workbench.seen.names import with_player_names


def test_name_that_reads_like_a_seat_is_not_used() -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, names=("Seat 2", "Bob", ""))
    named = with_player_names(session, "Seat 1 asks seat 2 about seat 3 and seat 0.")
    assert named == "Seat 1 asks Bob about seat 3 and seat 0.", "such a name would refer to another seat"
    assert with_player_names(session, named) == named
