"""Persons by name in sentences that know seats."""

from __future__ import annotations

from workbench.game.session import PERSON, Session
from workbench.seen.names import by_name


def test_a_name_that_reads_like_a_seat_stands_in_no_sentence() -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, names=("Seat 2", "Bob", ""))
    once = by_name(session, "Seat 1 asks seat 2 about seat 3 and seat 0.")
    assert once == "Seat 1 asks Bob about seat 3 and seat 0.", "a name that reads like another seat would name that"
    assert by_name(session, once) == once
