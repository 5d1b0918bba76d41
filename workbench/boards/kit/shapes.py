"""Small drawings for every board and panel, as SVG in a square of 100 by 100 around (0, 0).

A drawing names palette colours in braces, such as `fill="{red}"`. `document` fills in the colours of a theme.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import cos, hypot, pi, sin

from workbench.boards.kit.palette import Palette

DIGITS = (  # strokes in a square of 20 by 30
    "M0,-15 C14,-15 14,15 0,15 C-14,15 -14,-15 0,-15 Z",
    "M-7,-8 L2,-15 L2,15",
    "M-9,-7 C-9,-18 10,-18 9,-6 C9,1 -9,9 -9.5,15 L10,15",
    "M-9,-10 C-6,-18 9,-17 9,-8 C9,-2 4,-1 -2,-1 C4,-1 10,1 10,7.5 C10,17.5 -8,17.5 -9.5,9",
    "M4,15 L4,-15 L-11,6 L11,6",
    "M8,-15 L-6,-15 L-8,-2 C-3,-7 10,-6 10,5 C10,18 -8,18 -10,9",
    "M7,-14 C-4,-17 -10,-6 -10,4 C-10,19 10,19 10,5 C10,-7 -8,-7 -10,4",
    "M-10,-15 L10,-15 C2,-4 -3,6 -4,15",
    "M0,-1 C-12,-2 -11,-15 0,-15 C11,-15 12,-2 0,-1 C-14,0 -13,15 0,15 C13,15 14,0 0,-1 Z",
    "M10,-4 C10,7 -10,7 -10,-4 C-10,-19 10,-19 10,-4 C10,8 4,17 -7,14",
)
ARROW_GAP = 0.34  # gap at both ends of an arrow, in board units


def document(drawing: str, palette: Palette) -> str:
    """Return a complete SVG of one drawing in a theme's colours.

    Raises:
        KeyError: The drawing names a colour that is missing from the palette.
    """
    body = drawing.format_map(palette)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" width="100" height="100">{body}</svg>'


def main_colour(drawing: str) -> str:
    """Return the palette colour of the first filled part of a drawing, without its shadow.

    Raises:
        ValueError: No part is filled.
    """
    for colour in re.findall(r'fill="\{(\w+)\}"', drawing):
        if colour != "shadow":
            return str(colour)
    raise ValueError("the drawing has no filled part")


def hexagon_path(reach: float) -> str:
    """Return the path of a hexagon with a corner at the top, `reach` from its centre to each corner."""
    corners = [(reach * sin(pi / 3 * k), -reach * cos(pi / 3 * k)) for k in range(6)]
    return "M" + "L".join(f"{x:.2f},{y:.2f}" for x, y in corners) + "Z"


def hexagon_cell(fill: str, edge: str) -> str:
    """Draw a hexagonal cell that leaves a thin gap to its neighbours."""
    return f'<path d="{hexagon_path(48.3)}" fill="{{{fill}}}" stroke="{{{edge}}}" stroke-width="1.3"/>'


def stone(colour: str, ring: bool = False, opacity: float = 1.0, reach: float = 20, edge_width: float = 2) -> str:
    """Draw a round stone with a soft shadow. A ring distinguishes the second player's stones by shape.

    Args:
        colour: A palette colour.
        ring: Whether the stone has a ring.
        opacity: From 0 to 1.
        reach: The radius of the ring. A wide ring leaves space for a label.
        edge_width: The width of the edge. A colour close to the colour of the cells needs a wide edge.
    """
    fill, edge = f"{{{colour}}}", f"{{{colour}_edge}}"
    body = [
        '<circle cx="0.4" cy="2.8" r="40" fill="{shadow}" opacity="0.32"/>' if opacity == 1 else "",
        f'<circle r="{40 - edge_width / 2:g}" fill="{fill}" stroke="{edge}" stroke-width="{edge_width:g}"/>',
    ]
    if ring:
        body.append(f'<circle r="{reach:g}" fill="none" stroke="{{shine}}" stroke-width="{112 / reach:.3g}"/>')
    else:
        body.append(
            '<path d="M-27.5,-10.5 A29.5,29.5 0 0 1 8,-28.4" fill="none" stroke="{shine}" stroke-width="3.8"'
            ' stroke-linecap="round" opacity="0.42"/>'
        )
    return f'<g opacity="{opacity:g}">{"".join(body)}</g>'


def counter(colour: str, filled: bool, ring: bool = False) -> str:
    """Draw a small stone of a tally: filled, or only its outline."""
    if not filled:
        return f'<circle r="40" fill="none" stroke="{{{colour}_edge}}" stroke-width="9"/>'
    centre = '<circle r="14" fill="{shine}"/>' if ring else ""
    return f'<circle r="44" fill="{{{colour}}}"/>{centre}'


def die(number: int) -> str:
    """Draw a die that shows `number`; 0 is a die not yet rolled."""
    spots = {
        0: (),
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }[number]
    pips = "".join(f'<circle cx="{25 * x}" cy="{25 * y}" r="8.2" fill="{{pip}}"/>' for x, y in spots)
    edge = ' stroke-dasharray="7 6"' if number == 0 else ""
    return (
        '<rect x="-47" y="-47" width="94" height="94" rx="17" fill="{die}" stroke="{die_edge}" stroke-width="3"'
        f"{edge}/>{pips}"
    )


def in_centre(drawing: str) -> str:
    """Draw a stone at half its size in the centre of a cell."""
    return f'<g transform="scale(0.55)">{drawing}</g>'


def ring(colour: str, reach: float, width: float, opacity: float = 1.0, dashes: str = "none") -> str:
    """Draw a ring."""
    stroke = f'stroke="{{{colour}}}" stroke-width="{width:g}" stroke-dasharray="{dashes}"'
    return f'<circle r="{reach:g}" fill="none" {stroke} opacity="{opacity:g}"/>'


def disc(colour: str, reach: float, opacity: float = 1.0) -> str:
    """Draw a filled circle."""
    return f'<circle r="{reach:g}" fill="{{{colour}}}" opacity="{opacity:g}"/>'


def cross(colour: str, reach: float, width: float, opacity: float = 1.0) -> str:
    """Draw a diagonal cross."""
    return (
        f'<path d="M{-reach:g},{-reach:g}L{reach:g},{reach:g}M{reach:g},{-reach:g}L{-reach:g},{reach:g}" fill="none"'
        f' stroke="{{{colour}}}" stroke-width="{width:g}" stroke-linecap="round" opacity="{opacity:g}"/>'
    )


def order(number: int) -> str:
    """Draw the number of a step, readable on any piece."""
    digits = [DIGITS[int(digit)] for digit in str(number)]
    paths = "".join(
        f'<path transform="translate({26 * (place - (len(digits) - 1) / 2):g},0)" d="{path}"/>'
        for place, path in enumerate(digits)
    )
    strokes = (("card", 14), ("text", 6))
    drawn = "".join(f'<g stroke="{{{colour}}}" stroke-width="{width}">{paths}</g>' for colour, width in strokes)
    return f'<g transform="scale(0.9)" fill="none" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'


def arrow_size(across: float, down: float) -> float:
    """Return the side of the square that an arrow over this distance fills, in board units."""
    return hypot(across, down) - 2 * ARROW_GAP + 0.26


def arrow(across: float, down: float, colour: str, width: float, opacity: float = 1.0) -> str:
    """Draw an arrow between the centres of two cells, with a gap at both ends.

    Args:
        across: The horizontal distance, in board units.
        down: The vertical distance, in board units.
        colour: A palette colour.
        width: The width of the stem, in board units.
        opacity: From 0 to 1.
    """
    length = hypot(across, down)
    unit = 100 / arrow_size(across, down)
    dx, dy = across / length * unit, down / length * unit
    reach, head, half = length / 2 - ARROW_GAP, 0.13, 0.085
    x, y = dx * reach, dy * reach
    neck_x, neck_y = x - dx * head, y - dy * head
    side_x, side_y = -dy * half, dx * half
    stem = (
        f'<path d="M{-x:.2f},{-y:.2f}L{neck_x:.2f},{neck_y:.2f}" stroke="{{{colour}}}" '
        f'stroke-width="{width * unit:.2f}"'
        ' stroke-linecap="round" fill="none"/>'
    )
    point = f"M{x:.2f},{y:.2f}L{neck_x + side_x:.2f},{neck_y + side_y:.2f}L{neck_x - side_x:.2f},{neck_y - side_y:.2f}Z"
    join = f'stroke="{{{colour}}}" stroke-width="{width * unit / 2:.2f}" stroke-linejoin="round"'
    return f'<g opacity="{opacity:g}">{stem}<path d="{point}" fill="{{{colour}}}" {join}/></g>'


def tilted(drawing: str, degrees: int) -> str:
    """Rotate a square drawing and shrink it to fit its square."""
    turn = pi * degrees / 180
    return f'<g transform="rotate({degrees}) scale({1 / (cos(turn) + sin(turn)):.4f})">{drawing}</g>'


TILTS = (0, 22, 45, 68)  # degrees of a rolling die, in order
DICE: Mapping[str, str] = {f"die-{number}": die(number) for number in range(7)} | {
    f"die-{number}-{tilt}": tilted(die(number), tilt) for number in range(1, 7) for tilt in TILTS[1:]
}


def rolling_frames(number: int, change: int) -> tuple[str, ...]:
    """Return the frames of a die that rolls until it shows `number`.

    Args:
        number: The final face.
        change: The difference between the faces shown one after another.
    """
    faces = [(number + change * back) % 6 + 1 for back in (3, 2, 1)]
    return tuple(f"die-{face}-{tilt}" if tilt else f"die-{face}" for face in faces for tilt in TILTS)
