"""Colours: what is read stands out, and what must be told apart is, for every kind of colour vision, light and dark."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.palette import THEMES, Palette

TEXT = 4.5  # WCAG 2.2, 1.4.3: contrast of text of usual size
PIECE = 3.0  # 1.4.11: contrast of what must be seen beside text
SIDES, APART = 17.0, 20.0  # distance in CIE L*a*b* (1976) of sides that meet; of a piece or a mark and what it lies on

Linear = tuple[float, float, float]


def channels(colour: str) -> Linear:
    """Linear red, green, blue of "#RRGGBB"."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG."""

    def light(colour: str) -> float:
        red, green, blue = channels(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# Linear RGB as seen with each kind of colour blindness, at full severity; the first is normal colour vision. Machado,
# Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009)
VISIONS = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(linear: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* of linear RGB, white point D65."""
    red, green, blue = (min(max(part, 0.0), 1.0) for part in linear)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(palette: Palette, one: str, other: str, vision: str) -> float:
    """How far apart two colours are for somebody with this vision."""
    seen = []
    for name in (one, other):
        linear = channels(palette[name])
        seen.append(lab(tuple(sum(a * b for a, b in zip(row, linear, strict=True)) for row in VISIONS[vision])))
    return math.dist(*seen)


def test_the_measures_are_right() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21) and contrast("#777777", "#FFFFFF") == pytest.approx(
        4.48, abs=0.01
    )
    assert lab(channels("#FFFFFF")) == pytest.approx((100, 0, 0), abs=0.1)
    assert lab(channels("#FF0000")) == pytest.approx((53.2, 80.1, 67.2), abs=0.2)
    for matrix in VISIONS.values():
        assert all(sum(row) == pytest.approx(1, abs=1e-5) for row in matrix), "grey stays grey"
    pair: Palette = {"red": "#C00000", "green": "#006E00"}
    assert distance(pair, "red", "green", "usual") > 100 > 40 > distance(pair, "red", "green", "deuteranopia")


# Where words stand: each of these colours is written on each of these grounds.
WRITTEN = {
    "text": ("window", "card", "button", "hover", "wash", "cell", "wood", "pressed"),
    "quiet": ("window", "card", "wash", "cell"),
    "accent": ("window", "card"),
    "warning": ("window", "card"),
    "faint": ("window", "card", "button"),  # what cannot be used now, and why
    "on_accent": ("accent",),
    "pip": ("die",),
    "numeral": ("red", "blue"),
    "pit_name": ("pit_edge", "pit"),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", WRITTEN)
def test_text_can_be_read(theme: str, colour: str) -> None:
    palette = THEMES[theme]
    for ground in WRITTEN[colour]:
        assert contrast(palette[colour], palette[ground]) >= TEXT, f"{colour} on {ground}"


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_and_marks_stand_out(theme: str) -> None:
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
            assert best >= PIECE, f"{piece} on {ground}"
    for ingredient in ("red", "yellow", "green", "indigo"):
        best = max(contrast(palette[name], palette["card"]) for name in (ingredient, f"{ingredient}_edge"))
        assert best >= PIECE, f"{ingredient} on a card"
    for seat in SEATS:
        assert contrast(palette["card"], palette[seat]) >= TEXT, f"the number on {seat}"
        for ground in ("card", "cell", "wash"):
            assert contrast(palette[seat], palette[ground]) >= PIECE, f"{seat} on {ground}"
    for mark in ("accent", "warning", "text", "faint"):
        for ground in ("cell", "wood", "card"):
            assert contrast(palette[mark], palette[ground]) >= PIECE, f"{mark} on {ground}"
    for piece in ("red", "blue", "green"):
        assert contrast(palette["shine"], palette[piece]) >= 2, f"the ring on {piece}"


@pytest.mark.parametrize("theme", THEMES)
def test_lines_of_seats_stand_out_in_the_colours_that_their_board_gives_them(theme: str) -> None:
    table = boards.find("herbalism")
    assert table is not None and table.seat_colours == SEATS
    for seat, colour in enumerate(SEATS, 1):
        assert f"{{{colour}}}" in table.shapes[f"seat-{seat}"]
    for colour in {*SEATS, *Board.seat_colours}:
        assert contrast(THEMES[theme][colour], THEMES[theme]["window"]) >= PIECE, f"{colour} on the value graph"


SEATS = ("seat1", "seat2", "seat3", "seat4")
MEETING = (
    *(("red", "blue"), ("red", "green"), ("red", "yellow"), ("green", "yellow"), ("white", "black")),
    *(
        ("red", "indigo"),
        ("yellow", "indigo"),
        ("green", "indigo"),
    ),  # with the three before, the ingredients of Herbalism
    *combinations(SEATS, 2),
)
LYING = (
    *(("red", "cell"), ("blue", "cell"), ("red", "wood"), ("green", "wood"), ("yellow_edge", "wood")),
    *((mark, ground) for mark in ("accent", "warning", "text") for ground in ("cell", "wood")),
    ("accent", "warning"),  # where one may go, and where that captures
    *(("shine", piece) for piece in ("red", "blue", "green")),
    *(("numeral", piece) for piece in ("red", "blue")),
    *((mark, "pit") for mark in ("warning", "cell")),
    ("black_mark", "black"),
)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_what_must_be_told_apart_is(vision: str, theme: str) -> None:
    palette = THEMES[theme]
    for one, other in MEETING:
        assert distance(palette, one, other, vision) >= SIDES, f"{one} and {other}"
    for one, other in LYING:
        assert distance(palette, one, other, vision) >= APART, f"{one} and {other}"


def test_shape_tells_the_sides_too() -> None:
    """The second player's pieces carry a ring or a hole: nobody has to see colours at all."""
    stones, pieces = boards.find("herd"), boards.find("forest")
    assert stones is not None and pieces is not None
    assert '<circle r="20"' in stones.shapes["stone-b"] and '<circle r="20"' not in stones.shapes["stone-r"]
    for first, second in (("r", "g"), ("R", "G")):
        same = pieces.shapes[first].replace("{red", "{green")
        assert same != pieces.shapes[second], "they differ in more than their colour"
