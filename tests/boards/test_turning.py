"""Boards looked at from other sides: what lies where, and what stays upright. All of it without a display."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import dist

import pytest
import resvg_py

import fastcore
from tests.boards.test_boards import DRAWN, board_of, walk
from tests.gui.look.test_colours import contrast
from workbench.boards.kit import drawing
from workbench.boards.kit.elements import Ground, Item
from workbench.boards.kit.palette import LIGHT, THEMES
from workbench.boards.kit.turning import Turn, look_at


def turns(ground: Ground) -> list[Turn]:
    return [Turn(steps, mirrored) for steps in range(ground.turns) for mirrored in (False, True)[: 1 + ground.mirrors]]


def middles(ground: Ground) -> set[tuple[float, float]]:
    """The places of the cells from the middle of them all."""
    x = sum(cell.x for cell in ground.cells) / len(ground.cells)
    y = sum(cell.y for cell in ground.cells) / len(ground.cells)
    return {(round(cell.x - x, 6) + 0.0, round(cell.y - y, 6) + 0.0) for cell in ground.cells}


@pytest.mark.parametrize("game", DRAWN)
def test_cells_fall_on_each_other(game: str) -> None:
    """What a ground says of itself is so: from every side the cells lie in the same places, under other names."""
    ground = board_of(game).ground(fastcore.start(game).fields)
    seen = [look_at(ground, turn).ground for turn in turns(ground)]
    assert all(middles(other) == middles(ground) for other in seen)
    orders = {
        tuple(name for name, _ in sorted(other.spots.items(), key=lambda spot: (spot[1].y, spot[1].x)))
        for other in seen
    }
    assert len(orders) == len(seen) == ground.turns * (1 + ground.mirrors), "and no two sides are the same"


@pytest.mark.parametrize("game", DRAWN)
def test_hit_areas_labels_and_keys_go_round(game: str) -> None:
    ground = board_of(game).ground(fastcore.start(game).fields)
    chance = random.Random(5)
    for turn in turns(ground):
        seen = look_at(ground, turn).ground
        assert [seen.at(spot.x, spot.y) for spot in seen.spots.values()] == list(seen.spots)
        for _ in range(200):
            x, y = chance.uniform(0, seen.width), chance.uniform(0, seen.height)
            assert sum(spot.holds(x, y) for spot in seen.spots.values()) <= 1
        for label in (*seen.labels, *seen.names):
            assert 0 <= label.x <= seen.width and 0 <= label.y <= seen.height
        assert all(seen.at(label.x, label.y) == label.where for label in seen.labels), "letters stand beside the cells"
        assert all(seen.at(label.x, label.y) == label.text for label in seen.names)
        for name, spot in seen.spots.items():
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                other = seen.spots[seen.beside(name, dx, dy)]
                assert other is spot or (other.x - spot.x) * dx + (other.y - spot.y) * dy > 0


@pytest.mark.parametrize("game", DRAWN)
def test_pieces_keep_their_places_on_their_cells(game: str) -> None:
    board = board_of(game)
    for state in walk(game, 6)[::9]:
        ground = board.ground(state.fields)
        for turn in turns(ground)[1::3]:
            aspect = look_at(ground, turn)
            for item in board.pieces(state.fields):
                x, y = aspect.place(item)
                spot, seen = ground.spots[item.where], aspect.ground.spots[item.where]
                assert (x - seen.x, y - seen.y) == pytest.approx((item.x - spot.x, item.y - spot.y))
                assert item.turns or aspect.drawing(item, "drawn") == "drawn", "upright"


def test_arrows_go_round_as_a_whole() -> None:
    board, state = board_of("forest"), fastcore.parse("forest 4/5/6/3,rgR,3/6/5/2,g,1 r 3 2 -")
    ground = board.ground(state.fields)
    (arrow,) = [item for item in board.foresee(state, "d4-d5") if item.turns]
    for turn in turns(ground):
        aspect = look_at(ground, turn)
        (x1, y1), (x2, y2) = ((aspect.ground.spots[name].x, aspect.ground.spots[name].y) for name in ("d4", "d5"))
        assert aspect.place(arrow) == pytest.approx(((x1 + x2) / 2, (y1 + y2) / 2))
        assert (
            aspect.drawing(arrow, "") == "" if aspect.plain else aspect.drawing(arrow, "").startswith("<g transform=")
        )
    assert look_at(ground, Turn(1)).drawing(arrow, "A") == '<g transform="rotate(60)">A</g>'


def test_a_board_without_labels_is_as_large_as_its_cells() -> None:
    ground = board_of("herd").ground(fastcore.start("herd").fields)
    bare = look_at(ground, Turn(), labels=False).ground
    assert bare.labels == () and bare.width == pytest.approx(9) and bare.width < ground.width
    assert look_at(ground).ground is ground, "as it comes nothing is computed"


def test_a_board_that_cannot_be_turned_stays() -> None:
    ground = board_of("herd").ground(fastcore.start("herd").fields)
    fixed = Ground(ground.width, ground.height, ground.step, ground.cells, ground.labels, ground.names, ground.spots)
    assert look_at(fixed, Turn(3, True)).ground is fixed


@pytest.mark.parametrize("game", DRAWN)
def test_a_board_as_one_picture(game: str) -> None:
    """An SVG with every piece in its place, and nothing of the palette left open."""
    board, state = board_of(game), walk(game, 7, 60)[-1]
    aspect = look_at(board.ground(state.fields), Turn(1, True))
    pieces = board.pieces(state.fields)
    svg = drawing.svg(aspect, board.shapes, pieces, aspect.ground.labels, LIGHT)
    assert "{" not in svg and svg.count("<text") == len(aspect.ground.labels)
    assert svg.count("translate(") >= len(aspect.ground.cells) + len(pieces)
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=200, skip_system_fonts=True))
    assert png.startswith(b"\x89PNG")
    x, y = aspect.place(pieces[0])
    assert f"translate({x:.4f},{y:.4f}) scale({pieces[0].size / 100:.6f})" in svg
    assert drawing.svg(aspect, board.shapes, (Item(pieces[0].shape, 0, 0, 1),), (), LIGHT).count("<text") == 0


def test_a_picture_is_made_by_a_process_of_its_own() -> None:
    board, state = board_of("herd"), fastcore.start("herd(size=2)")
    aspect = look_at(board.ground(state.fields))
    png = drawing.png(drawing.svg(aspect, board.shapes, (), aspect.ground.labels, LIGHT), 300)
    assert png.startswith(b"\x89PNG") and int.from_bytes(png[16:20], "big") == 300


HEXAGONS = [*(f"herd(size={size})" for size in range(2, 9)), "forest"]


def nearest(ground: Ground, x: float, y: float) -> str:
    return min(ground.spots.values(), key=lambda spot: (spot.x - x) ** 2 + (spot.y - y) ** 2).name


@pytest.mark.parametrize("spec", HEXAGONS)
def test_both_coordinates_of_a_hexagon_are_read_off_at_its_edge(spec: str) -> None:
    """Every row has its letter, every line of cells with the same number has that number at both ends;
    from every side."""
    ground = board_of(spec.partition("(")[0]).ground(fastcore.start(spec).fields)
    rows = len({name[0] for name in ground.spots})
    for turn in turns(ground):
        seen = look_at(ground, turn).ground
        letters = [label for label in seen.labels if label.text.isalpha()]
        numbers = [label for label in seen.labels if label.text.isdigit()]
        assert {nearest(seen, label.x, label.y) for label in letters} == {f"{label.text}1" for label in letters}
        assert all(nearest(seen, label.x, label.y)[1:] == label.text for label in numbers)
        assert len(letters) == rows
        assert Counter(label.text for label in numbers) == {str(n): 2 if n < rows else 1 for n in range(1, rows + 1)}
        assert all(dist((one.x, one.y), (other.x, other.y)) > 0.3 for one, other in combinations(seen.labels, 2))


@pytest.mark.parametrize("spec", HEXAGONS)
def test_names_of_cells_lie_within_them(spec: str) -> None:
    ground = board_of(spec.partition("(")[0]).ground(fastcore.start(spec).fields)
    for turn in turns(ground):
        seen = look_at(ground, turn).ground
        for label in seen.names:
            across, down = 0.25 * label.size * len(label.text), 0.36 * label.size  # narrow letters, as high as capitals
            corners = [(label.x + dx, label.y + dy) for dx in (-across, across) for dy in (-down, down)]
            assert all(seen.at(x, y) == label.text for x, y in corners), "no edge crosses it"
            assert label.y - down - seen.spots[label.text].y > 0.35, "what stands in the middle is seen as a whole"
            assert all(contrast(palette[label.colour], palette[label.plate]) >= 7 for palette in THEMES.values())
