"""Tests of drawings on the board: how they are stored, toggled and placed."""

from __future__ import annotations

from itertools import permutations

import pytest

import fastcore
from bots.report import Mark
from workbench import boards
from workbench.boards.kit.drawn import (
    COLOURS,
    Drawing,
    arrow_corners,
    arrow_items,
    circles,
    drawing_of,
    drawings,
    toggled,
    without_drawings,
)
from workbench.boards.kit.elements import Ground, Spot
from workbench.boards.kit.palette import THEMES
from workbench.boards.kit.shapes import document

RING = Mark("ring", ("a1",), 0.5)  # a mark of a bot


def ground_of(game: str) -> Ground:
    board = boards.find(game)
    assert board is not None
    return board.ground(fastcore.start(game).fields)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("spots", [("a1",), ("a1", "b2")])
def test_stored_drawing_is_found_again(colour: str, spots: tuple[str, ...]) -> None:
    drawing = Drawing(colour, spots)
    assert drawing_of(drawing.mark) == drawing


@pytest.mark.parametrize(
    "mark",
    [
        RING, Mark("arrow:green", ("a1",), 1), Mark("circle:green", ("a1", "a2"), 1),
        Mark("arrow:pink", ("a1", "a2"), 1), Mark("arrow:green", ("a1", "a1"), 1), Mark("circle:green", (), 1),
        Mark("annotation:!", (), 1),
    ],
)  # fmt: skip
def test_other_marks_are_no_drawings(mark: Mark) -> None:
    assert drawing_of(mark) is None and without_drawings([mark]) == (mark,)


def test_same_drawing_again_removes_it() -> None:
    arrow, circle = Drawing("green", ("a1", "b2")), Drawing("red", ("a1",))
    marks = toggled(toggled((RING,), arrow), circle)
    assert drawings(marks) == (arrow, circle)
    assert toggled(toggled(marks, arrow), circle) == (RING,)


def test_another_colour_replaces_a_drawing() -> None:
    marks = toggled(toggled((), Drawing("green", ("a1", "b2"))), Drawing("blue", ("a1", "b2")))
    assert drawings(marks) == (Drawing("blue", ("a1", "b2")),)


def test_opposite_arrows_are_different() -> None:
    marks = toggled(toggled((), Drawing("green", ("a1", "b2"))), Drawing("green", ("b2", "a1")))
    assert len(drawings(marks)) == 2


def test_every_circle_is_on_its_spot(game_id: str) -> None:
    ground = ground_of(game_id)
    for name, spot in ground.spots.items():
        ((item, drawing),) = circles(ground, [Drawing("red", (name,))]).items()
        xs, ys = zip(*spot.outline, strict=True)
        assert item.where == name and spot.contains(item.x, item.y)
        assert item.size <= max(max(xs) - min(xs), max(ys) - min(ys)) + 1e-9
        for palette in THEMES.values():
            assert palette["draw_red"] in document(drawing, palette)


def test_every_arrow_leads_from_its_start_to_its_end(game_id: str) -> None:
    ground = ground_of(game_id)
    for start, end in permutations(ground.spots.values(), 2):
        corners = arrow_corners(start, end)
        assert start.contains(*middle(corners[0], corners[-1])) and end.contains(*corners[3]), (start.name, end.name)


def middle(first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def test_arrow_between_close_spots_keeps_its_shape() -> None:
    start, end = (Spot(str(x), x, 0.0, ()) for x in (0.0, 0.2))
    xs = [x for x, _ in arrow_corners(start, end)]
    assert xs[0] < xs[1] < xs[3], "tail, neck and tip are in order"


def test_drawings_on_unknown_spots_are_skipped(game_id: str) -> None:
    ground = ground_of(game_id)
    known = next(iter(ground.spots))
    strange = [Drawing("red", ("nowhere",)), Drawing("red", (known, "nowhere"))]
    assert circles(ground, strange) == {} and arrow_items(ground, strange) == {}
