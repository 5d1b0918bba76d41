"""Tests of the reasons for rejected clicks on the Herbs board, checked independently from the squares only."""

from __future__ import annotations

import re

import pytest

import fastcore
from tests.conftest import deep
from tests.kit.herbs.boards import SQUARES
from tests.kit.herbs.drawn import crowded_states, entry_of
from workbench import boards
from workbench.boards.herbs import projection
from workbench.boards.herbs.arena import PITS, ahead, herbs
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point


@pytest.fixture
def board() -> Board:
    herbs_board = boards.find("herbs")
    assert herbs_board is not None
    return herbs_board


def is_correct_reason(point: Point, chosen: tuple[str, ...], spot: str, reason: str) -> bool:
    """Return whether the reason for a rejected click is correct, judged from the squares only."""
    now, then, seat = herbs(point.fields), projection.expected_scene(point).herbs, point.actor
    clicked_herb = next((herb for herb in now.values() if herb.square == spot), None)
    if "is a pit" in reason:
        return spot in PITS
    if "by then: choose it there" in reason:
        return (
            clicked_herb is not None
            and clicked_herb.seat == seat
            and then[clicked_herb.number].square in reason
            and then[clicked_herb.number].square != spot
        )
    if "is not yours" in reason:
        return clicked_herb is not None and clicked_herb.seat != seat
    if "first." in reason and not chosen:
        return clicked_herb is None and all(herb.square != spot for herb in then.values() if herb.seat == seat)
    if "lost by then" in reason:
        return any(number not in then for number in (2 * seat, 2 * seat + 1))
    herb = next(herb for herb in then.values() if herb.square == chosen[0])
    line = [ahead(herb.square, herb.facing, distance) for distance in range(-10, 11)]
    sideways = [ahead(herb.square, "^>v<"["^>v<".index(herb.facing) - 1], distance) for distance in range(-10, 11)]
    if "is beside Herb" in reason:
        return spot in sideways and spot not in line
    if "moves only straight" in reason:
        return spot not in sideways and spot not in line
    distance = line.index(spot) - 10
    if "is too far" in reason:
        return distance > 6 or distance < -3
    costs = re.fullmatch(r"\w+: that costs (\d+) AP, but you have (\d+)\.", reason)
    left = point.fields["ap"].split(",")[seat]
    return (
        costs is not None
        and costs[2] == left
        and int(costs[1]) == (distance if distance > 0 else -2 * distance) > int(left)
    )


def test_every_rejected_click_has_a_correct_reason(board: Board) -> None:
    reasons = set[str]()
    for state in crowded_states(4, deep(6, 60)):
        point = state.viewpoint(state.actor)
        entry = entry_of(board, point)
        for first in ("", *sorted(entry.next_spots)):
            entry.cancel()
            if first and entry.click(first).move:
                continue
            if entry.chosen and board.uses_sheet(point) and any(text[0] in "WB" for text in entry.paths):
                continue  # a stone whose colour is chosen next
            for spot in SQUARES:
                if entry.preview_click(spot)[0].refused:
                    reason = board.refusal(point, entry.chosen, spot)
                    assert reason.startswith(spot) and reason.endswith("."), reason
                    assert is_correct_reason(point, entry.chosen, spot, reason), (
                        f"{state.situation}: {entry.chosen} {spot}: {reason}"
                    )
                    reasons.add(re.sub(r"\b[A-K]\d+\b|\d+", "_", reason))
    assert len(reasons) >= 8, reasons


@pytest.mark.parametrize(("chosen", "spot", "reason"), [
    ((), "E5", "E5: choose Herb 0 or Herb 1 first."),
    ((), "A11", "A11: Herb 2 is not yours: choose Herb 0 or Herb 1."),
    (("A1",), "B1", "B1 is beside Herb 0. Turn the Herb first."),
    (("A1",), "B2", "B2: Herb 0 moves only straight ahead or back. Turn it first."),
    (("A1",), "A9", "A9 is too far: at most 6 squares ahead or 3 back."),
    (("A1", "push"), "A4", "A4: choose beside the board first, or press Esc to deselect."),
])  # fmt: skip
def test_rejected_click_gives_reason(board: Board, chosen: tuple[str, ...], spot: str, reason: str) -> None:
    assert board.refusal(fastcore.start("herbs"), chosen, spot) == reason
