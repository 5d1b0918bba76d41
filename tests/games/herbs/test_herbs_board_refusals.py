"""Why a click on the Herbs board is refused, counted here from squares alone."""

from __future__ import annotations

import re

import pytest

import fastcore
from tests.conftest import deep
from tests.kit.herbs_boards import SQUARES
from tests.kit.herbs_drawn import crowds, entry_of
from workbench import boards
from workbench.boards.herbs import projection
from workbench.boards.herbs.arena import PITS, ahead, herbs
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point


@pytest.fixture
def board() -> Board:
    found = boards.find("herbs")
    assert found is not None
    return found


def true(point: Point, chosen: tuple[str, ...], spot: str, said: str) -> bool:
    """Whether what is said of a refused click is so, counted here from squares alone."""
    now, then, seat = herbs(point.fields), projection.expected(point).herbs, point.actor
    here = next((one for one in now.values() if one.square == spot), None)
    if "is a pit" in said:
        return spot in PITS
    if "by then: choose it there" in said:
        return (
            here is not None
            and here.seat == seat
            and then[here.number].square in said
            and then[here.number].square != spot
        )
    if "is not yours" in said:
        return here is not None and here.seat != seat
    if "first." in said and not chosen:
        return here is None and all(one.square != spot for one in then.values() if one.seat == seat)
    if "lost by then" in said:
        return any(number not in then for number in (2 * seat, 2 * seat + 1))
    one = next(one for one in then.values() if one.square == chosen[0])
    line = [ahead(one.square, one.facing, far) for far in range(-10, 11)]
    aside = [ahead(one.square, "^>v<"["^>v<".index(one.facing) - 1], far) for far in range(-10, 11)]
    if "lies to the side" in said:
        return spot in aside and spot not in line
    if "goes straight" in said:
        return spot not in aside and spot not in line
    far = line.index(spot) - 10
    if "is too far" in said:
        return far > 6 or far < -3
    costs = re.fullmatch(r"\w+: that costs (\d+) AP, and (\d+) (?:is|are) left\.", said)
    left = point.fields["ap"].split(",")[seat]
    return costs is not None and costs[2] == left and int(costs[1]) == (far if far > 0 else -2 * far) > int(left)


def test_every_refused_click_says_why_truly(board: Board) -> None:
    heard = set[str]()
    for state in crowds(4, deep(6, 60)):
        point = state.viewpoint(state.actor)
        entry = entry_of(board, point)
        for first in ("", *sorted(entry.open)):
            entry.cancel()
            if first and entry.click(first).move:
                continue
            if entry.chosen and board.collects(point) and any(text[0] in "WB" for text in entry.paths):
                continue  # a stone: its colour follows
            for spot in SQUARES:
                if entry.trial(spot)[0].refused:
                    said = board.refusal(point, entry.chosen, spot)
                    assert said.startswith(spot) and said.endswith("."), said
                    assert true(point, entry.chosen, spot, said), f"{state.situation}: {entry.chosen} {spot}: {said}"
                    heard.add(re.sub(r"\b[A-K]\d+\b|\d+", "_", said))
    assert len(heard) >= 8, heard


@pytest.mark.parametrize(("chosen", "spot", "said"), [
    ((), "E5", "E5: choose Herb 0 or Herb 1 first."),
    ((), "A11", "A11: Herb 2 is not yours: choose Herb 0 or Herb 1."),
    (("A1",), "B1", "B1 lies to the side of Herb 0: turn it first."),
    (("A1",), "B2", "B2: Herb 0 goes straight ahead or straight back; turn it first."),
    (("A1",), "A9", "A9 is too far: a Herb goes up to 6 squares ahead and 3 back."),
    (("A1", "push"), "A4", "A4: choose beside the board first, or take the choice back with Esc."),
])  # fmt: skip
def test_refusals(board: Board, chosen: tuple[str, ...], spot: str, said: str) -> None:
    assert board.refusal(fastcore.start("herbs"), chosen, spot) == said
