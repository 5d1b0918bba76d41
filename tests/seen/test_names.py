"""Tests of player names in sentences about seats."""

from __future__ import annotations

import pytest

from workbench.game.session import PERSON, Session
from workbench.seen import names
from workbench.seen.names import side_names, with_player_names


def test_name_that_reads_like_a_seat_is_not_used() -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, names=("Seat 2", "Bob", ""))
    named = with_player_names(session, "Seat 1 asks seat 2 about seat 3 and seat 0.")
    assert named == "Seat 1 asks Bob about seat 3 and seat 0.", "such a name would refer to another seat"
    assert with_player_names(session, named) == named


def test_colours_stay_and_seat_numbers_become_names() -> None:
    assert side_names(Session("herd", (PERSON, PERSON), 1, names=("Anna", ""))) == ["Red", "Blue"]
    assert side_names(Session("herbalism", (PERSON,) * 3, 1, names=("Seat 2", "Bob", ""))) == [
        "Seat 1",
        "Bob",
        "Seat 3",
    ]


def test_articles_of_other_languages_are_replaced_with_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("herbalism", (PERSON,) * 3, 1, names=("Ann", "Bob", ""))
    french = "du siège {seat}=de {name}|le siège {seat}={name}|Siège {seat}={name}"
    monkeypatch.setattr(names, "FORMS", french)
    names._forms.cache_clear()
    names._seat_pattern.cache_clear()
    try:
        shown = with_player_names(session, "Siège 1 : la main du siège 2, et le siège 3.")
    finally:
        names._forms.cache_clear()
        names._seat_pattern.cache_clear()
    assert shown == "Ann : la main de Bob, et le siège 3."
