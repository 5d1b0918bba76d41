"""Small drawings that every board and panel can use: SVG in a square of 100 by 100 around (0, 0).

A drawing names colours of the palette in braces, as in `fill="{red}"`; `document` puts a theme's colours in.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, pi, sin

from workbench.boards.kit.palette import Palette

AHEAD = 0.34  # of a way that is not drawn at its beginning and its end, in board units


def document(drawing: str, palette: Palette) -> str:
    """A whole SVG of one drawing in one theme's colours; KeyError if it names a colour the palette lacks."""
    body = drawing.format_map(palette)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" width="100" height="100">{body}</svg>'


def hexagon_path(reach: float) -> str:
    """A hexagon that stands on a corner, `reach` from its centre to each corner."""
    corners = [(reach * sin(pi / 3 * k), -reach * cos(pi / 3 * k)) for k in range(6)]
    return "M" + "L".join(f"{x:.2f},{y:.2f}" for x, y in corners) + "Z"


def hexagon_cell(fill: str, edge: str) -> str:
    """A hexagonal cell that leaves a thin seam to its neighbours."""
    return f'<path d="{hexagon_path(48.3)}" fill="{{{fill}}}" stroke="{{{edge}}}" stroke-width="1.3"/>'


def stone(colour: str, ring: bool = False, opacity: float = 1.0) -> str:
    """A round stone with a soft shadow; a ring on it tells the second player's stones by shape."""
    fill, edge = f"{{{colour}}}", f"{{{colour}_edge}}"
    body = [
        '<circle cx="0.4" cy="2.8" r="40" fill="{shadow}" opacity="0.32"/>' if opacity == 1 else "",
        f'<circle r="39" fill="{fill}" stroke="{edge}" stroke-width="2"/>',
    ]
    if ring:
        body.append('<circle r="20" fill="none" stroke="{shine}" stroke-width="5.6"/>')
    else:
        body.append(
            '<path d="M-27.5,-10.5 A29.5,29.5 0 0 1 8,-28.4" fill="none" stroke="{shine}" stroke-width="3.8"'
            ' stroke-linecap="round" opacity="0.42"/>'
        )
    return f'<g opacity="{opacity:g}">{"".join(body)}</g>'


def counter(colour: str, filled: bool, ring: bool = False) -> str:
    """A small stone of a tally: filled, or only its outline."""
    if not filled:
        return f'<circle r="40" fill="none" stroke="{{{colour}_edge}}" stroke-width="9"/>'
    centre = '<circle r="14" fill="{shine}"/>' if ring else ""
    return f'<circle r="44" fill="{{{colour}}}"/>{centre}'


def die(number: int) -> str:
    """A die that shows `number`; 0 is a die not yet rolled."""
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


def circle(colour: str, reach: float, width: float, opacity: float = 1.0, dashes: str = "none") -> str:
    """A ring."""
    stroke = f'stroke="{{{colour}}}" stroke-width="{width:g}" stroke-dasharray="{dashes}"'
    return f'<circle r="{reach:g}" fill="none" {stroke} opacity="{opacity:g}"/>'


def disc(colour: str, reach: float, opacity: float = 1.0) -> str:
    """A filled circle."""
    return f'<circle r="{reach:g}" fill="{{{colour}}}" opacity="{opacity:g}"/>'


def cross(colour: str, reach: float, width: float, opacity: float = 1.0) -> str:
    """Two strokes that cross."""
    return (
        f'<path d="M{-reach:g},{-reach:g}L{reach:g},{reach:g}M{reach:g},{-reach:g}L{-reach:g},{reach:g}" fill="none"'
        f' stroke="{{{colour}}}" stroke-width="{width:g}" stroke-linecap="round" opacity="{opacity:g}"/>'
    )


def way_size(across: float, down: float) -> float:
    """The side of the square that an arrow over this distance fills."""
    return hypot(across, down) - 2 * AHEAD + 0.26


def way(across: float, down: float, colour: str, width: float, opacity: float = 1.0) -> str:
    """An arrow between the middles of two cells, of which it leaves both ends free; distances in board units."""
    length = hypot(across, down)
    unit = 100 / way_size(across, down)
    dx, dy = across / length * unit, down / length * unit
    reach, head, half = length / 2 - AHEAD, 0.13, 0.085
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
    """A square drawing turned, and as much smaller as keeps it within its square."""
    turn = pi * degrees / 180
    return f'<g transform="rotate({degrees}) scale({1 / (cos(turn) + sin(turn)):.4f})">{drawing}</g>'


TILTS = (0, 22, 45, 68)  # of a die that rolls, one after the other
DICE: Mapping[str, str] = {f"die-{number}": die(number) for number in range(7)} | {
    f"die-{number}-{tilt}": tilted(die(number), tilt) for number in range(1, 7) for tilt in TILTS[1:]
}


def rolling(number: int, change: int) -> tuple[str, ...]:
    """The pictures of a die that rolls until it shows `number`: it turns over every few of them."""
    faces = [(number + change * back) % 6 + 1 for back in (3, 2, 1)]
    return tuple(f"die-{face}-{tilt}" if tilt else f"die-{face}" for face in faces for tilt in TILTS)
