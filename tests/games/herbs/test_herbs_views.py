"""Tests of views of Herbs. Invalid views are rejected like positions if the visible fields show the error."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import BadPosition
from tests.games.herbs.test_herbs_texts import BID, OTHER_PLAN, PLAN, first_problem, line, meeting
from workbench.positions.fixes import problems_with_fixes

VIEWS: list[tuple[str, int, str | None]] = [  # (view, seat, the invalid part; None if the view is valid)
    (line("write:1:0F|"), 0, None),
    (line("write:1:|"), 1, None),
    (line("write:1:0F|"), 1, "0F"),
    (line("write:1:?|"), 1, "?"),
    (line("write:1:0F,?|"), 0, "?"),
    (line(f"write:2:{PLAN}|"), 0, None),
    (line(f"write:2:{PLAN}|?"), 0, "?"),
    (line(f"write:2:{PLAN}|2F"), 0, "2F"),
    (line("write:2:?|2F"), 1, None),
    (line("write:2:|2F"), 1, ":|"),  # the span of an empty plan is the bar beside it
    (line("write:2:0F,?|2F"), 1, "0F,?"),
    (line(f"write:2:{PLAN}|2F"), 1, PLAN),
    (line("write:2:?,0F|"), 1, "?"),
    (line(f"write:2:?|{OTHER_PLAN}"), 1, OTHER_PLAN),
    (meeting("bid:1:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:-"), 0, None),
    (meeting("bid:1:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:-"), 1, None),
    (meeting("bid:1:1:0M1,0TL,?|2M1,2TL,2TL,2TL,WhA7:-"), 1, "0M1,0TL,?"),
    (meeting("bid:1:1:0M1|2M1,2TL,2TL,2TL,WhA7:-"), 1, "0M1"),
    (meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:?"), 1, None),
    (meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:3"), 1, "3"),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3"), 0, None),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:?"), 0, "?"),
    # Only the stone is hidden: the plan must have one if and only if the seat can pay for it.
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1,?:-"), 0, None),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1:-"), 0, "2TL,2TL,2TL,2M1"),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1:-", ap="9,0"), 0, None),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1,?:-", ap="9,0"), 0, "?"),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1,?:-", ap="9,1", piles="12w8b,0w8b"), 0, "?"),
    # The hidden action or stone took seat 2's last AP: it is not asked.
    (
        meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,1"),
        0,
        meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3").split(" ")[-1],
    ),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,1", piles="12w8b,0w8b"), 0, None),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,2"), 0, None),
    # A black stone would leave no AP, but 1 AP may have paid for an action, leaving too little for a stone.
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,2", piles="12w8b,0w1b"), 0, None),
    (meeting("bid:1:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:-", ap="9,400"), 0, "2M1,?"),
    (line("write:1:|", ap="0,9"), 1, ":|"),
]


@pytest.mark.parametrize(("view", "seat", "part"), VIEWS)
def test_invalid_views_are_rejected_like_positions(view: str, seat: int, part: str | None) -> None:
    if part is None:
        assert fastcore.view_problems(view, seat) == []
        assert fastcore.Viewpoint.parse(view, seat).text() == view.split(" ", 1)[1]
    else:
        assert first_problem(view, seat) == ("phase", part)
        with pytest.raises(BadPosition):
            fastcore.Viewpoint.parse(view, seat)


def test_public_view_must_hide_bids_and_plans() -> None:
    assert fastcore.Viewpoint.parse(meeting("bid:2:1:0M1,?|2M1,?:?"), None).phase == "bid"
    for wrong in (
        meeting(f"bid:2:1:{BID}:3"),
        meeting("bid:2:1:0M1,?|2M1,?:3"),
        line("write:1:0F|"),
        line(f"write:2:{PLAN}|"),
    ):
        with pytest.raises(BadPosition) as caught:
            fastcore.Viewpoint.parse(wrong, None)
        assert caught.value.field == "phase"


def test_views_have_fixes() -> None:
    for wrong, seat, right in (
        (meeting(f"bid:1:1:{BID}:-"), 0, meeting("bid:1:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:-")),
        (meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:3"), 1, meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:?")),
        (line("write:1:0F|"), 1, line("write:1:|")),
    ):
        assert right in [fix.situation for fix in problems_with_fixes(wrong, seat)[0].fixes]
