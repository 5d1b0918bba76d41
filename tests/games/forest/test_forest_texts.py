"""Tests of problems, spans, fixes and move errors in texts of the forest game."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import BadPosition
from workbench.positions.fixes import problems_with_fixes

PLAY = "4/5/6/{}/6/5/2,g,1"


def problem_spans(situation: str) -> list[tuple[str, str]]:
    """Return the field and the marked text of each problem."""
    return [(problem.field, situation[slice(*problem.span)]) for problem in fastcore.problems(situation)]


@pytest.mark.parametrize(("position", "expected"), [
    ("4/5/6/3,rrgg,3/6/5/2,g,1 r 3 2 -", [("rows", "rrgg")]),
    ("4/5/6/3,rrgg,3/6/yr,4/2,gx,1 r 3 2 -", [("rows", "rrgg"), ("rows", "yr"), ("rows", "gx")]),
    ("4/5/6/yyy,1,gr,4/6/5/2,g,1 r 3 2 -", [("rows", "yyy"), ("rows", "gr")]),
    ("4/5/6/3,r,2,1/6/5/2,g,1 r 3 2 -", [("rows", "3,r,2,1")]),
    ("4/5/6/3,r,4/6/5/2,g,1 r 3 2 -", [("rows", "3,r,4")]),
    ("4/5/6/3,r,03/6/5/2,g,1 r 3 2 -", [("rows", "03")]),
    ("4/5/6/1,R,1,R,r,2/6/5/2,g,1 r 3 2 -", [("rows", "R,1,R")]),
    ("4/5/6/rrr,rrr,rr,4/6/5/2,g,1 x 3 z w", [("rows", "rrr,rrr,rr"), ("side", "x"), ("left", "z"), ("acted", "w")]),
    ("4/5/6/r,5,y/6/5/4 g 1 p2 B", [("rows", "y"), ("side", "g"), ("turn", "1"), ("left", "p2"), ("acted", "B")]),
    ("4/5/6/rrr,rrr,r,4/6/5/2,g,1 g 3 0 -", [("rows", "rrr,rrr,r"), ("side", "g"), ("left", "0")]),
    ("4/5/6/r,rr,r,4/6/5/2,g,1 r 3 1 d1:2,d2:3", [("acted", "d1:2,d2:3"), ("acted", "d1:2"), ("acted", "d2:3")]),
    ("4/5/6/rr,6/6/5/2,g,1 r 3 1 d1:1,x,d1:1,a1:1", [("acted", "x"), ("acted", "d1:1"), ("acted", "a1:1")]),
    ("4/5/6/r,6/6/5/2,g,1 r 3 1 d1:3", [("side", "r"), ("acted", "d1:3"), ("acted", "d1:3")]),
    ("4/5/6/rr,6/6/5/2,g,1 r 3 1 B", [("acted", "B")]),
    ("4/5/6/r,6/6/5/2,g,1 . 5 2 d1:1", [("side", ".")]),
    ("4/5/6/rrr,rrr,r,4/6/5/2,g,1 . 5 2 d1:1", [("left", "2"), ("acted", "d1:1")]),
])  # fmt: skip
def test_all_problems_are_reported_with_spans(position: str, expected: list[tuple[str, str]]) -> None:
    assert problem_spans(f"forest {position}") == expected
    with pytest.raises(BadPosition) as caught:
        fastcore.parse(f"forest {position}")
    assert caught.value.field == expected[0][0]


def test_only_the_first_problems_are_reported_if_there_are_many() -> None:
    rows, side, turn, left, acted = fastcore.start("forest").text().split(" ")
    rest = rows.partition("/")[2]
    for before, after in ((f"{rows} r 3 0 ", ""), ("", f"/{rest} {side} {turn} {left} {acted}")):
        few, many = (fastcore.problems(f"forest {before}{'x,' * number}x{after}") for number in (1, 400))
        assert 40 <= len(many) < 60 and (many[0].field, many[0].reason) == (few[0].field, few[0].reason)


@pytest.mark.parametrize(("position", "fixed"), [
    ("4/5/6/3,yr,3/6/5/2,g,1 r 3 2 -", "4/5/6/3,ry,3/6/5/2,g,1 r 3 2 -"),
    ("4/5/6/1,1,1,r,2,1/6/5/2,g,1 r 3 2 -", "4/5/6/3,r,3/6/5/2,g,1 r 3 2 -"),
    ("4/5/6/rrr,rrr,r,4/6/5/2,g,1 r 3 1 d1:1", "4/5/6/rrr,rrr,r,4/6/5/2,g,1 . 3 0 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 g 3 2 -", "4/5/6/3,r,3/6/5/2,g,1 r 3 2 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 g 3 1 a3:1", "4/5/6/3,r,3/6/5/2,g,1 r 3 2 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 x 3 2 -", "4/5/6/3,r,3/6/5/2,g,1 r 3 2 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 r 3 1 d4:1", "4/5/6/3,r,3/6/5/2,g,1 g 4 2 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 . 5 0 -", "4/5/6/3,r,3/6/5/2,g,1 g 6 2 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 g 0 2 -", "4/5/6/3,r,3/6/5/2,g,1 g 2 2 -"),
    ("4/5/6/7/6/5/4 r 7 p4 -", "4/5/6/7/6/5/4 r 0 p4 -"),
    ("4/5/6/3,rg,3/6/5/4 r 0 p1 -", "4/5/6/3,rg,3/6/5/4 g 0 p2 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 r 3 0 -", "4/5/6/3,r,3/6/5/2,g,1 r 3 2 -"),
    ("4/5/6/3,r,3/6/5/2,g,1 r 3 7 -", "4/5/6/3,r,3/6/5/2,g,1 r 3 2 -"),
    ("4/5/6/3,rr,3/6/5/2,g,1 r 3 1 c4:1", "4/5/6/3,rr,3/6/5/2,g,1 r 3 2 -"),
])  # fmt: skip
def test_fixes_lead_to_valid_positions(position: str, fixed: str) -> None:
    situations = [fix.situation for problem in problems_with_fixes(f"forest {position}") for fix in problem.fixes]
    assert f"forest {fixed}" in situations and fastcore.problems(f"forest {fixed}") == []
    for situation in situations:
        assert len(fastcore.problems(situation)) < len(fastcore.problems(f"forest {position}"))


def test_first_turn_option_sets_actions() -> None:
    board = PLAY.format("3,r,3")
    assert fastcore.problems(f"forest {board} r 1 2 -") == []
    assert problem_spans(f"forest(first_turn=1) {board} r 1 2 -") == [("left", "2")]
    assert fastcore.problems(f"forest(first_turn=1) {board} r 1 1 -") == []
    assert problem_spans(f"forest {board} r 1 1 -") == [("acted", "-")]
    assert problem_spans(f"forest(first_turn=1) {PLAY.format('3,rr,3')} r 1 1 d4:1") == [("acted", "d4:1")]


def test_winner_follows_from_board() -> None:
    seven = "rrr,rrr,r,1/5/6/7/6/5/{}"
    for board, returns in (
        (seven.format("2,g,1"), (1, -1)), (seven.format("4"), (1, -1)),
        ("g,3/5/6/7/6/5/4", (-1, 1)), ("r,3/5/6/7/6/5/3,G", (1, -1)),
    ):  # fmt: skip
        assert fastcore.parse(f"forest {board} . 9 0 -").returns() == returns
    assert fastcore.parse(f"forest {PLAY.format('3,r,3')} . 300 0 -").returns() == (0, 0)
    assert problem_spans(f"forest {seven.format('ggg,ggg,g,1')} . 9 0 -")[0][0] == "rows"
    assert problem_spans("forest 4/5/6/7/6/5/R,3 . 9 0 -")[0][0] == "rows"


def test_illegal_moves_give_reasons() -> None:
    state = fastcore.parse("forest 4/5/6/1,yR,ryy,rr,rgg,2/6/5/2,G,g r 3 1 d4:1")
    for text, reason in {
        "d3-z1": "no tile z1", "D3-d4": "is not a move", "d3-d4-d5": "is not a move", "d3": "is not a move",
        "+d3-d4": "is not a move",
        "@d3": "the opening is over", "d3-d6": "not next to", "d4-d5": "full", "d7-d6": "no pawn",
        "+d4": "fewer than two",
        "!d3": "already on the board", "B:d3-d2": "is on d2", "B:d2-d3": "yellow", "B:d2-a3": "opponent's BBB",
        "B:d2-d5": "full", "B:d2-d2": "return to its tile", "B:d2-g4": "reach", "d3-d3": "not next to",
        "a4-a2": "no pawn", "": "is not a move",
    }.items():  # fmt: skip
        assert reason in state.why_not(text), text
    opening = fastcore.start("forest")
    assert "opening pawn" in opening.why_not("d3-d4") and opening.why_not("@d4") == ""
    assert "full" in fastcore.parse("forest 4/5/6/3,rgg,3/6/5/4 r 0 p1 -").why_not("@d4")
    assert fastcore.parse(f"forest {PLAY.format('3,r,3')} . 300 0 -").why_not("d4-d5") == "the game is over"
