"""Tests of single board drawings and of the marks of a search."""

from __future__ import annotations

import re

import pytest

import fastcore
from bots.report import Candidate
from workbench import boards
from workbench.boards.herbs.shapes import aim
from workbench.boards.kit import heat
from workbench.boards.kit.shapes import die


@pytest.mark.parametrize("number", range(7))
def test_die_pips_are_symmetric_about_the_centre(number: int) -> None:
    pips = {(int(x), int(y)) for x, y in re.findall(r'<circle cx="(-?\d+)" cy="(-?\d+)"', die(number))}
    assert len(pips) == number and pips == {(-x, -y) for x, y in pips}
    assert all(max(abs(x), abs(y)) < 35 for x, y in pips), "they lie on the die"


def test_aim_has_wider_ring_below() -> None:
    (lower, wide), (upper, narrow) = re.findall(r'<circle r="(\d+)" .*?stroke-width="(\d+)"', aim())
    assert lower == upper and int(wide) > int(narrow)


def test_heat_rings_widen_and_stay_within_spot() -> None:
    drawings = [heat.SHAPES[f"heat-ring:{step}"] for step in range(heat.STEPS)]
    matches = [re.search(r'r="(\d+)".*stroke-width="([\d.]+)"', drawing) for drawing in drawings]
    rings = [(float(match[1]), float(match[2])) for match in matches if match is not None]
    widths = [width for _, width in rings]
    assert len(widths) == heat.STEPS and widths == sorted(set(widths))
    assert all(radius + width / 2 <= 50 for radius, width in rings)


def test_heat_mark_shows_one_evaluation() -> None:
    board, state = boards.find("herd"), fastcore.parse("herd(size=3) 3/4/5/4/3 r 1 3-2 x0+2")
    assert board is not None
    ground = board.ground(state.fields)
    best = Candidate("c3", 60, (0.5, -0.5), 0.5, 0.1, ("c3",))
    items, (label,) = heat.heat_marks(ground, {"c3": heat.SpotHeat(0.6, best)}, 0)
    spot = ground.spots["c3"]
    assert [item.where for item in items] == ["c3"] and label.text == "75 %" and label.x == spot.x
    three = Candidate("c3", 60, (0.5, -0.25, -0.25), 0.5, 0.1, ("c3",))
    _, (points,) = heat.heat_marks(ground, {"c3": heat.SpotHeat(0.6, three)}, 0)
    assert points.text == "+.50", "with three players an evaluation is in points"
