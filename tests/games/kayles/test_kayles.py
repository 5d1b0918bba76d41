"""Kayles: the rules page's moves, and who wins."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import IllegalMove


def test_one_pin_or_two_neighbours_are_knocked_down() -> None:
    state = fastcore.start("kayles")
    state.play("03")
    state.play("04-05")
    assert state.text() == "xx..." + "x" * 56 + " 3"
    with pytest.raises(IllegalMove, match="down"):
        state.play("02-03")
    with pytest.raises(IllegalMove, match="side by side"):
        state.play("01-03")


def test_first_wins_by_the_middle_pin() -> None:
    """Whatever stands on one side of it then stands on the other."""
    search = fastcore.Search(fastcore.parse("kayles xxxxx" + "." * 56 + " 30"), seed=1)
    search.run(200_000)
    assert search.done and search.root()["lower"].max() == 1


def test_whoever_knocks_down_the_last_pin_wins() -> None:
    state = fastcore.parse("kayles x" + "." * 60 + " 32")
    state.play("01")
    assert state.returns() == (-1.0, 1.0)
