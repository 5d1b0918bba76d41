"""Views of Herbs: refused like positions, as far as what they show can tell."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import BadPosition
from tests.games.herbs.test_herbs_texts import BID, OTHER, PLAN, line, meeting, refused

VIEWS: list[tuple[str, int, str | None]] = [  # (view, seat, the faulty place; None if it is right)
    (line("write:1:0F|"), 0, None),
    (line("write:1:|"), 1, None),
    (line("write:1:0F|"), 1, "0F"),
    (line("write:1:?|"), 1, "?"),
    (line("write:1:0F,?|"), 0, "?"),
    (line(f"write:2:{PLAN}|"), 0, None),
    (line(f"write:2:{PLAN}|?"), 0, "?"),
    (line(f"write:2:{PLAN}|2F"), 0, "2F"),
    (line("write:2:?|2F"), 1, None),
    (line("write:2:|2F"), 1, ":|"),  # a plan that is empty is marked by the bar beside it
    (line("write:2:0F,?|2F"), 1, "0F,?"),
    (line(f"write:2:{PLAN}|2F"), 1, PLAN),
    (line("write:2:?,0F|"), 1, "?"),
    (line(f"write:2:?|{OTHER}"), 1, OTHER),
    (meeting("bid:1:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:-"), 0, None),
    (meeting("bid:1:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:-"), 1, None),
    (meeting("bid:1:1:0M1,0TL,?|2M1,2TL,2TL,2TL,WhA7:-"), 1, "0M1,0TL,?"),
    (meeting("bid:1:1:0M1|2M1,2TL,2TL,2TL,WhA7:-"), 1, "0M1"),
    (meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:?"), 1, None),
    (meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:3"), 1, "3"),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3"), 0, None),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:?"), 0, "?"),
    # the stone is all that is hidden: it must be there if the seat could pay for it, and must not be there if not
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1,?:-"), 0, None),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1:-"), 0, "2TL,2TL,2TL,2M1"),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1:-", ap="9,0"), 0, None),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1,?:-", ap="9,0"), 0, "?"),
    (meeting("bid:1:4:0TL,0TL,0TL,0M1,WhA5|2TL,2TL,2TL,2M1,?:-", ap="9,1", piles="12w8b,0w8b"), 0, "?"),
    # what is hidden has cost seat 2 its last AP, be it an action or the stone: it is not asked
    (
        meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,1"),
        0,
        meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3").split(" ")[-1],
    ),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,1", piles="12w8b,0w8b"), 0, None),
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,2"), 0, None),
    # with a black stone it would have nothing left; but it may have spent 1 AP on an action and could pay for no stone
    (meeting("bid:2:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:3", ap="9,2", piles="12w8b,0w1b"), 0, None),
    (meeting("bid:1:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:-", ap="9,400"), 0, "2M1,?"),
    (line("write:1:|", ap="0,9"), 1, ":|"),
]


@pytest.mark.parametrize(("view", "seat", "place"), VIEWS)
def test_views_are_refused_like_positions(view: str, seat: int, place: str | None) -> None:
    if place is None:
        assert fastcore.problems(view, seat) == []
        assert fastcore.Viewpoint.parse(view, seat).text() == view.split(" ", 1)[1]
    else:
        assert refused(view, seat) == ("phase", place)
        with pytest.raises(BadPosition):
            fastcore.Viewpoint.parse(view, seat)


def test_the_publics_view() -> None:
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


def test_mends_of_views() -> None:
    for wrong, seat, right in (
        (meeting(f"bid:1:1:{BID}:-"), 0, meeting("bid:1:1:0M1,0TL,0TL,0TL,WhA5|2M1,?:-")),
        (meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:3"), 1, meeting("bid:2:1:0M1,?|2M1,2TL,2TL,2TL,WhA7:?")),
        (line("write:1:0F|"), 1, line("write:1:|")),
    ):
        assert right in [mend.situation for mend in fastcore.problems(wrong, seat)[0].mends]
