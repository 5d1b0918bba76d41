"""Tests of the terms of Herbs' evaluation in positions whose gains can be counted by hand."""

from __future__ import annotations

import pytest

import fastcore


def charges(fifth_row: str, fourth_row: str) -> float:
    """Return the gain after a walk for Herb 0 at A5, facing right, on an otherwise empty board."""
    rows = f"11/11/11/11/11/11/{fifth_row}/{fourth_row}/11/11/11"
    state = fastcore.parse(f"herbs {rows} A5>,K1^,A11v,K11v 200,200 12w8b,12w8b 0,0 2 1 0 write:1:|")
    return {term.name: term.amount for term in state.evaluate().terms}["charges"]


def test_walk_before_a_push_has_at_most_six_squares() -> None:
    five, six, seven = charges("6w1w2", "7ww2"), charges("7w1w1", "8ww1"), charges("8w1w", "9ww")
    assert six > 3 and seven == 0, "the push completes a square of four white stones"
    assert five == pytest.approx(six + 0.1), "a square of the walk costs a tenth of a point"
