"""The drawings of the forest game: pawns, BBBs, tiles, and marks on tiles and paths."""

from __future__ import annotations

from workbench.boards.kit import shapes

HEAD, HEAD_AT = 15.5, -21.5
BODY = "M-27,34.5 C-26,15 -13,8 -9.5,-6 L9.5,-6 C13,8 26,15 27,34.5 Q0,42 -27,34.5 Z"
HOOD = (
    "M-31,36 C-36,8 -34,-6 -27,-14 L-33,-39 L-13,-25 Q0,-30 13,-25 L33,-39 L27,-14 C34,-6 36,8 31,36 L19,29 "
    "L9.5,37 L0,29 L-9.5,37 L-19,29 Z"
)
TILE = 45.0  # distance from the centre of a tile to the corners of the marks around its pieces
LETTERS = "rg"
GROVE_TINT, REACH_TINT = 0.14, 0.1  # faint enough that pieces and names stay readable on both
COLOURS = {"r": "red", "g": "green", "y": "yellow"}


def pawn(colour: str, ring: bool = False) -> str:
    """Draw a pawn. A hole in the head distinguishes the second player's pawns without colour."""
    outline = f'fill="{{{colour}}}" stroke="{{{colour}_edge}}" stroke-width="3" stroke-linejoin="round"'
    hole = f'<circle cy="{HEAD_AT}" r="6.6" fill="{{shine}}"/>' if ring else ""
    return f'{_shadow(29)}<path d="{BODY}" {outline}/><circle cy="{HEAD_AT}" r="{HEAD}" {outline}/>{hole}'


def spent() -> str:
    """Draw a cover that leaves only the outline of a pawn below it."""
    inner = 'fill="{wood}" opacity="0.9"'
    return (
        f'<g transform="translate(0,19) scale(0.74,0.7) translate(0,-17.5)"><path d="{BODY}" {inner}/></g>'
        f'<circle cy="{HEAD_AT}" r="10.2" {inner}/>'
    )


def boogyman(colour: str, ring: bool = False) -> str:
    """Draw a BigBadBoogyman: a hood with horns and eyes. The second player's has rings for eyes."""
    outline = f'fill="{{{colour}}}" stroke="{{{colour}_edge}}" stroke-width="3" stroke-linejoin="round"'
    if ring:
        eyes = "".join(
            f'<circle cx="{x}" cy="-1" r="7" fill="none" stroke="{{shine}}" stroke-width="5"/>' for x in (-12.5, 12.5)
        )
    else:
        eyes = "".join(
            f'<path d="M{4 * s},2 L{21 * s},-10 Q{23 * s},7 {11 * s},7 Z" fill="{{shine}}"/>' for s in (-1, 1)
        )
    return f'{_shadow(34)}<path d="{HOOD}" {outline}/>{eyes}'


def spent_boogyman() -> str:
    """Draw a cover that leaves only the outline of a BBB below it."""
    return f'<path transform="translate(0,2) scale(0.8) translate(0,-2)" d="{HOOD}" fill="{{wood}}" opacity="0.9"/>'


def tally(drawing: str) -> str:
    """Enlarge a piece to the height of a line on a card."""
    return f'<g transform="scale(1.22) translate(0,-1)">{drawing}</g>'


def missing_piece(letter: str) -> str:
    """Draw the outline of a missing piece for a line on a card; `letter` is r, g, R or G (capital: BBB)."""
    outline = (
        f'fill="none" stroke="{{{COLOURS[letter.lower()]}_edge}}" stroke-width="5" stroke-linejoin="round" '
        'opacity="0.6"'
    )
    body = (
        f'<path d="{HOOD}" {outline}/>'
        if letter.isupper()
        else f'<path d="{BODY}" {outline}/><circle cy="{HEAD_AT}" r="13" {outline}/>'
    )
    return tally(body)


def _shadow(reach: float) -> str:
    return f'<ellipse cx="0.5" cy="36.5" rx="{reach}" ry="6.5" fill="{{shadow}}" opacity="0.3"/>'


def ghost(drawing: str) -> str:
    """Draw a piece that a move would add, half transparent."""
    return f'<g opacity="0.5">{drawing}</g>'


def small(drawing: str, colour: str) -> str:
    """Draw a piece on a plate, to be placed beside others."""
    return (
        f'{shapes.disc("card", 47)}{shapes.ring(colour, 47, 4)}<g transform="scale(0.82) translate(0,-1)">{drawing}</g>'
    )


def outline(colour: str, reach: float, width: float, opacity: float = 1.0, dashes: str = "none") -> str:
    """Draw the outline of a tile."""
    return (
        f'<path d="{shapes.hexagon_path(reach)}" fill="none" stroke="{{{colour}}}" stroke-width="{width:g}"'
        f' stroke-linejoin="round" stroke-dasharray="{dashes}" opacity="{opacity:g}"/>'
    )


def filled(colour: str, opacity: float, reach: float = 47.4) -> str:
    """Draw the area of a tile."""
    return f'<path d="{shapes.hexagon_path(reach)}" fill="{{{colour}}}" opacity="{opacity:g}"/>'


def grove() -> str:
    """Draw a forest, a tile with two yellow pawns: small firs along its upper sides."""
    firs = "".join(
        f'<path transform="translate({x},{y})" d="M0,-7.5 L6,5.5 L-6,5.5 Z" fill="{{wood_deep}}"/>'
        for x, y in ((-31.5, -17), (-21, -26), (-10.5, -32.5), (10.5, -32.5), (21, -26), (31.5, -17))
    )
    return filled("wood_deep", GROVE_TINT) + firs
