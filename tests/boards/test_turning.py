"""Tests of rotated and mirrored boards without a display."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import dist

import pytest
import resvg_py

import fastcore
from tests.boards.test_boards import GAMES_WITH_BOARD, board_of, random_game
from tests.gui.look.test_colours import contrast
from workbench.boards.kit import drawing
from workbench.boards.kit.elements import Ground, Item, Label
from workbench.boards.kit.palette import LIGHT, THEMES
from workbench.boards.kit.turning import Turn, turned_view


def all_turns(ground: Ground) -> list[Turn]:
    return [Turn(steps, mirrored) for steps in range(ground.turns) for mirrored in (False, True)[: 1 + ground.mirrors]]


def relative_centres(ground: Ground) -> set[tuple[float, float]]:
    """Return the cell positions relative to the centre of all cells."""
    x = sum(cell.x for cell in ground.cells) / len(ground.cells)
    y = sum(cell.y for cell in ground.cells) / len(ground.cells)
    return {(round(cell.x - x, 6) + 0.0, round(cell.y - y, 6) + 0.0) for cell in ground.cells}


def corners(label: Label, size: float) -> list[tuple[float, float]]:
    """Return the corners of a label's letters at a size, for narrow letters of capital height."""
    half_width = 0.25 * size * len(label.text)
    middle = label.x + {"w": half_width, "e": -half_width}.get(label.anchor[-1], 0.0)
    # A line of text has 0.24 sizes below its letters, and as much above them.
    bottom = label.y + {"n": 0.97, "s": -0.24}.get(label.anchor[0], 0.36) * size
    return [(middle + dx, y) for dx in (-half_width, half_width) for y in (bottom - 0.73 * size, bottom)]


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_cells_coincide_in_every_orientation(game: str) -> None:
    """Every orientation has the same cell positions, with different names."""
    ground = board_of(game).ground(fastcore.start(game).fields)
    grounds = [turned_view(ground, turn).ground for turn in all_turns(ground)]
    assert all(relative_centres(turned) == relative_centres(ground) for turned in grounds)
    orders = {
        tuple(name for name, _ in sorted(turned.spots.items(), key=lambda spot: (spot[1].y, spot[1].x)))
        for turned in grounds
    }
    assert len(orders) == len(grounds) == ground.turns * (1 + ground.mirrors), "and no two sides are the same"


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_hit_areas_labels_and_keys_turn_with_board(game: str) -> None:
    ground = board_of(game).ground(fastcore.start(game).fields)
    chance = random.Random(5)
    for turn in all_turns(ground):
        turned = turned_view(ground, turn).ground
        assert [turned.spot_at(spot.x, spot.y) for spot in turned.spots.values()] == list(turned.spots)
        for _ in range(200):
            x, y = chance.uniform(0, turned.width), chance.uniform(0, turned.height)
            assert sum(spot.contains(x, y) for spot in turned.spots.values()) <= 1
        parts = [(label.x, label.y) for label in turned.labels]
        parts += [corner for label in turned.names for corner in corners(label, label.size)]
        assert all(0 <= x <= turned.width and 0 <= y <= turned.height for x, y in parts)
        assert all(turned.spot_at(label.x, label.y) == label.where for label in turned.labels), (
            "letters are beside the cells"
        )
        assert all(
            turned.spot_at(*corner) == label.text for label in turned.names for corner in corners(label, label.size)
        )
        for name, spot in turned.spots.items():
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                neighbour = turned.spots[turned.neighbour(name, dx, dy)]
                assert neighbour is spot or (neighbour.x - spot.x) * dx + (neighbour.y - spot.y) * dy > 0


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_pieces_keep_their_offset_in_their_cell(game: str) -> None:
    board = board_of(game)
    for state in random_game(game, 6)[::9]:
        ground = board.ground(state.fields)
        for turn in all_turns(ground)[1::3]:
            aspect = turned_view(ground, turn)
            for item in board.pieces(state.fields):
                x, y = aspect.position(item)
                spot, turned_spot = ground.spots[item.where], aspect.ground.spots[item.where]
                assert (x - turned_spot.x, y - turned_spot.y) == pytest.approx((item.x - spot.x, item.y - spot.y))
                assert item.turns or aspect.drawing(item, "drawn") == "drawn", "upright"


def test_arrows_turn_with_the_board() -> None:
    board, state = board_of("forest"), fastcore.parse("forest 4/5/6/3,rgR,3/6/5/2,g,1 r 3 2 -")
    ground = board.ground(state.fields)
    (arrow,) = [item for item in board.effect_marks(state, "d4-d5") if item.turns]
    for turn in all_turns(ground):
        aspect = turned_view(ground, turn)
        (x1, y1), (x2, y2) = ((aspect.ground.spots[name].x, aspect.ground.spots[name].y) for name in ("d4", "d5"))
        assert aspect.position(arrow) == pytest.approx(((x1 + x2) / 2, (y1 + y2) / 2))
        assert (
            aspect.drawing(arrow, "") == "" if aspect.plain else aspect.drawing(arrow, "").startswith("<g transform=")
        )
    assert turned_view(ground, Turn(1)).drawing(arrow, "A") == '<g transform="rotate(60)">A</g>'


def test_board_without_labels_fits_its_cells() -> None:
    ground = board_of("herd").ground(fastcore.start("herd").fields)
    bare = turned_view(ground, Turn(), labels=False).ground
    assert bare.labels == () and bare.width == pytest.approx(9) and bare.width < ground.width
    assert turned_view(ground).ground is ground, "as it comes nothing is computed"


def test_board_without_symmetry_is_not_turned() -> None:
    ground = board_of("herd").ground(fastcore.start("herd").fields)
    fixed = Ground(ground.width, ground.height, ground.step, ground.cells, ground.labels, ground.names, ground.spots)
    assert turned_view(fixed, Turn(3, True)).ground is fixed


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_board_svg_has_all_pieces_and_no_placeholders(game: str) -> None:
    board, state = board_of(game), random_game(game, 7, 60)[-1]
    aspect = turned_view(board.ground(state.fields), Turn(1, True))
    pieces = board.pieces(state.fields)
    svg = drawing.svg(aspect, board.shapes, pieces, aspect.ground.labels, LIGHT)
    assert "{" not in svg and svg.count("<text") == len(aspect.ground.labels)
    assert svg.count("translate(") >= len(aspect.ground.cells) + len(pieces)
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=200, skip_system_fonts=True))
    assert png.startswith(b"\x89PNG")
    x, y = aspect.position(pieces[0])
    assert f"translate({x:.4f},{y:.4f}) scale({pieces[0].size / 100:.6f})" in svg
    assert drawing.svg(aspect, board.shapes, (Item(pieces[0].shape, 0, 0, 1),), (), LIGHT).count("<text") == 0


def test_separate_process_renders_png() -> None:
    board, state = board_of("herd"), fastcore.start("herd(size=2)")
    aspect = turned_view(board.ground(state.fields))
    png = drawing.png(drawing.svg(aspect, board.shapes, (), aspect.ground.labels, LIGHT), 300)
    assert png.startswith(b"\x89PNG") and int.from_bytes(png[16:20], "big") == 300


HEXAGONS = [*(f"herd(size={size})" for size in range(2, 9)), "forest"]


def nearest(ground: Ground, x: float, y: float) -> str:
    return min(ground.spots.values(), key=lambda spot: (spot.x - x) ** 2 + (spot.y - y) ** 2).name


@pytest.mark.parametrize("spec", HEXAGONS)
def test_hexagon_edge_shows_both_coordinates(spec: str) -> None:
    """In every orientation each row has its letter, and each line of equal numbers has that number at both ends."""
    ground = board_of(spec.partition("(")[0]).ground(fastcore.start(spec).fields)
    rows = len({name[0] for name in ground.spots})
    for turn in all_turns(ground):
        turned = turned_view(ground, turn).ground
        letters = [label for label in turned.labels if label.text.isalpha()]
        numbers = [label for label in turned.labels if label.text.isdigit()]
        assert {nearest(turned, label.x, label.y) for label in letters} == {f"{label.text}1" for label in letters}
        assert all(nearest(turned, label.x, label.y)[1:] == label.text for label in numbers)
        beside = [label for label in turned.labels if label not in (*letters, *numbers)]
        assert all(nearest(turned, label.x, label.y) == label.text for label in beside)
        assert len(letters) == rows
        ends = [*(label.text for label in numbers), *(label.text[1:] for label in beside)]
        assert Counter(ends) == {str(n): 2 if n < rows else 1 for n in range(1, rows + 1)}
        assert all(
            dist((first.x, first.y), (second.x, second.y)) > 0.3 for first, second in combinations(turned.labels, 2)
        )


@pytest.mark.sample(3)
@pytest.mark.parametrize("spec", HEXAGONS)
def test_cell_names_fit_inside_cells(spec: str) -> None:
    ground = board_of(spec.partition("(")[0]).ground(fastcore.start(spec).fields)
    for turn in all_turns(ground):
        turned = turned_view(ground, turn).ground
        for label in turned.names:
            for size in (label.size, label.limit):
                assert all(turned.spot_at(x, y) == label.text for x, y in corners(label, size)), "no edge crosses it"
                top = min(y for _, y in corners(label, size))
                assert top - turned.spots[label.text].y > 0.35, "the piece in the middle is fully visible"
            assert all(contrast(palette[label.colour], palette[label.plate]) >= 7 for palette in THEMES.values())
