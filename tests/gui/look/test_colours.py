"""Tests of colours: enough contrast, and distinct for every kind of colour vision, in both themes."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.palette import THEMES, Palette

MIN_TEXT_CONTRAST = 4.5  # WCAG 2.2, 1.4.3: normal text
MIN_PIECE_CONTRAST = 3.0  # WCAG 2.2, 1.4.11: graphics
# Minimum distances in CIE L*a*b* (1976): between adjacent colours, and from a piece or mark to its background.
MIN_SIDE_DISTANCE, MIN_GROUND_DISTANCE = 17.0, 20.0

Linear = tuple[float, float, float]


def channels(colour: str) -> Linear:
    """Return the linear red, green and blue of a colour "#RRGGBB"."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """Return the WCAG contrast ratio of two colours."""

    def luminance(colour: str) -> float:
        red, green, blue = channels(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# Transformations of linear RGB for each kind of colour blindness at full severity; the first is normal vision. Machado,
# Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009)
VISIONS = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(linear: tuple[float, ...]) -> tuple[float, float, float]:
    """Convert linear RGB to CIE L*a*b*, white point D65."""
    red, green, blue = (min(max(part, 0.0), 1.0) for part in linear)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(palette: Palette, first: str, second: str, vision: str) -> float:
    """Return the distance of two palette colours in CIE L*a*b* for this colour vision."""
    seen = []
    for name in (first, second):
        linear = channels(palette[name])
        seen.append(lab(tuple(sum(a * b for a, b in zip(row, linear, strict=True)) for row in VISIONS[vision])))
    return math.dist(*seen)


def test_colour_measures_match_reference_values() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21) and contrast("#777777", "#FFFFFF") == pytest.approx(
        4.48, abs=0.01
    )
    assert lab(channels("#FFFFFF")) == pytest.approx((100, 0, 0), abs=0.1)
    assert lab(channels("#FF0000")) == pytest.approx((53.2, 80.1, 67.2), abs=0.2)
    for matrix in VISIONS.values():
        assert all(sum(row) == pytest.approx(1, abs=1e-5) for row in matrix), "grey stays grey"
    pair: Palette = {"red": "#C00000", "green": "#006E00"}
    assert distance(pair, "red", "green", "usual") > 100 > 40 > distance(pair, "red", "green", "deuteranopia")


# Each of these text colours appears on each of these backgrounds.
TEXT_GROUNDS = {
    "text": ("window", "card", "button", "hover", "wash", "cell", "wood", "pressed"),
    "quiet": ("window", "card", "wash", "cell"),
    "accent": ("window", "card"),
    "warning": ("window", "card"),
    "faint": ("window", "card", "button"),  # unavailable controls and their reasons
    "on_accent": ("accent",),
    "pip": ("die",),
    "numeral": ("red", "blue"),
    "pit_name": ("pit_edge", "pit"),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", TEXT_GROUNDS)
def test_text_has_enough_contrast(theme: str, colour: str) -> None:
    palette = THEMES[theme]
    for ground in TEXT_GROUNDS[colour]:
        assert contrast(palette[colour], palette[ground]) >= MIN_TEXT_CONTRAST, f"{colour} on {ground}"


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_and_marks_have_enough_contrast(theme: str) -> None:
    palette = THEMES[theme]
    grounds = {
        "red": ("cell", "wood"),
        "blue": ("cell",),
        "green": ("wood",),
        "yellow": ("wood",),
        "white": ("cell",),
        "black": ("cell",),
    }
    for piece, places in grounds.items():
        for ground in places:
            best = max(contrast(palette[name], palette[ground]) for name in (piece, f"{piece}_edge"))
            assert best >= MIN_PIECE_CONTRAST, f"{piece} on {ground}"
    for ingredient in ("red", "yellow", "green", "indigo"):
        best = max(contrast(palette[name], palette["card"]) for name in (ingredient, f"{ingredient}_edge"))
        assert best >= MIN_PIECE_CONTRAST, f"{ingredient} on a card"
    for seat in SEATS:
        assert contrast(palette["card"], palette[seat]) >= MIN_TEXT_CONTRAST, f"the number on {seat}"
        for ground in ("card", "cell", "wash"):
            assert contrast(palette[seat], palette[ground]) >= MIN_PIECE_CONTRAST, f"{seat} on {ground}"
    for mark in ("accent", "warning", "text", "faint"):
        for ground in ("cell", "wood", "card"):
            assert contrast(palette[mark], palette[ground]) >= MIN_PIECE_CONTRAST, f"{mark} on {ground}"
    for piece in ("red", "blue", "green"):
        assert contrast(palette["shine"], palette[piece]) >= 2, f"the ring on {piece}"


@pytest.mark.parametrize("theme", THEMES)
def test_seat_colours_have_enough_contrast_on_value_graph(theme: str) -> None:
    table = boards.find("herbalism")
    assert table is not None and table.seat_colours == SEATS
    for seat, colour in enumerate(SEATS, 1):
        assert f"{{{colour}}}" in table.shapes[f"seat-{seat}"]
    for colour in {*SEATS, *Board.seat_colours}:
        assert contrast(THEMES[theme][colour], THEMES[theme]["window"]) >= MIN_PIECE_CONTRAST, (
            f"{colour} on the value graph"
        )


SEATS = ("seat1", "seat2", "seat3", "seat4")
ADJACENT_COLOURS = (
    *(("red", "blue"), ("red", "green"), ("red", "yellow"), ("green", "yellow"), ("white", "black")),
    *(
        ("red", "indigo"),
        ("yellow", "indigo"),
        ("green", "indigo"),
    ),  # ingredients of Herbalism, together with the three pairs of red, green and yellow above
    *combinations(SEATS, 2),
)
COLOURS_ON_GROUNDS = (
    *(("red", "cell"), ("blue", "cell"), ("red", "wood"), ("green", "wood"), ("yellow_edge", "wood")),
    *((mark, ground) for mark in ("accent", "warning", "text") for ground in ("cell", "wood")),
    ("accent", "warning"),  # marks of destinations and captures
    *(("shine", piece) for piece in ("red", "blue", "green")),
    *(("numeral", piece) for piece in ("red", "blue")),
    *((mark, "pit") for mark in ("warning", "cell")),
    ("black_mark", "black"),
)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_distinct_for_every_vision(vision: str, theme: str) -> None:
    palette = THEMES[theme]
    for first, second in ADJACENT_COLOURS:
        assert distance(palette, first, second, vision) >= MIN_SIDE_DISTANCE, f"{first} and {second}"
    for first, second in COLOURS_ON_GROUNDS:
        assert distance(palette, first, second, vision) >= MIN_GROUND_DISTANCE, f"{first} and {second}"


def test_pieces_of_the_two_sides_differ_in_shape() -> None:
    """The second player's pieces have a ring or a hole."""
    stones, pieces = boards.find("herd"), boards.find("forest")
    assert stones is not None and pieces is not None
    assert '<circle r="20"' in stones.shapes["stone-b"] and '<circle r="20"' not in stones.shapes["stone-r"]
    for first, second in (("r", "g"), ("R", "G")):
        same = pieces.shapes[first].replace("{red", "{green")
        assert same != pieces.shapes[second], "they differ in more than their colour"
