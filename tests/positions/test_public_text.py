"""Tests of a pasted position that shows only what everybody sees."""

from __future__ import annotations

from workbench.conformance.walks import random_position
from workbench.positions.pasting import paste


def test_position_that_everybody_sees_says_so_and_can_be_completed() -> None:
    """The text is copied while the screen is passed on, so it has nobody's cards."""
    state = next(state for state in (random_position("herbalism", number) for number in range(40)) if state.actor >= 0)
    pasted = paste(f"{state.spec} {state.view(None)}", "nothing").positions.entry.sketch
    (problem,) = pasted.problems()
    assert problem.reason.startswith("this is what everybody sees")
    assert [fix.words for fix in problem.fixes] == [f"read it as Seat {seat} sees it" for seat in (1, 2, 3)]
    for seat, fix in enumerate(problem.fixes):
        view = pasted.with_situation(fix.situation)
        (hand,) = view.problems()
        assert (
            view.seat == seat
            and hand.reason == f"seat {seat + 1} knows their own cards: write a letter of rygb for each ?"
        )
        assert not view.with_situation(hand.fixes[0].situation).problems()
