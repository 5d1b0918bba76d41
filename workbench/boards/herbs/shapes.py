"""The drawings of Herbs as SVG: squares and pits, Herbs that point in the direction they face, and marks."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.boards.kit import shapes

BODY = "M-35,38 L-35,-9 L0,-42 L35,-9 L35,38 Z"  # a Herb that faces up
DEGREES = {"^": 0, ">": 90, "v": 180, "<": 270}
EDGE = 5  # width of the edge of a stone: 2 pixels on a small board
SEATS = "rb"
COLOURS = {"r": "red", "b": "blue"}


def walls() -> str:
    """Draw the outer walls and the seams between the squares."""
    return '<rect x="-50" y="-50" width="100" height="100" rx="0.9" fill="{cell_edge}"/>'


def square(colour: str) -> str:
    """Draw a square with a thin seam around it."""
    return f'<rect x="-48.6" y="-48.6" width="97.2" height="97.2" rx="2" fill="{{{colour}}}"/>'


def pit() -> str:
    """Draw a pit: a square hole with a lit lower edge, so that it does not look like a round black stone."""
    hole = '<path d="M-38,-38H38V38H-38Z" fill="{pit}"/>'
    lower = '<path d="M-38,38L-24,24H24L38,38Z" fill="{pit_edge}" opacity="0.55"/>'
    right = '<path d="M38,-38L24,-24V24L38,38Z" fill="{pit_edge}" opacity="0.55"/>'
    floor = '<path d="M-24,-24H24V24H-24Z" fill="none" stroke="{pit_edge}" stroke-width="2.5"/>'
    return square("pit_edge") + hole + lower + right + floor


def black_stone(opacity: float = 1.0) -> str:
    """Draw a black stone, with a small square that distinguishes it from white ones without colour."""
    return (
        shapes.stone("black", opacity=opacity, edge_width=EDGE)
        + '<rect x="-7" y="-7" width="14" height="14" rx="2" fill="{black_mark}"/>'
    )


def herb(seat: str, facing: str) -> str:
    """Draw a Herb without its number, which must stay upright. Herbs of the second seat have a ring."""
    colour = COLOURS[seat]
    body = f'<path d="{BODY}" fill="{{{colour}}}" stroke="{{card}}" stroke-width="3.4" stroke-linejoin="round"/>'
    ring = shapes.ring("numeral", 24, 3.6) if seat == SEATS[1] else ""
    return f'<g transform="rotate({DEGREES[facing]})">{body}</g>{ring}'


def numeral(number: int, colour: str = "numeral") -> str:
    """Draw the number of a Herb."""
    size = 0.94 if number < 2 else 0.8
    return (
        f'<g transform="scale({size})"><path d="{shapes.DIGITS[number]}" fill="none" stroke="{{{colour}}}" '
        'stroke-width="6.6"'
        ' stroke-linecap="round" stroke-linejoin="round"/></g>'
    )


def ghost_herb(seat: str, facing: str) -> str:
    """Draw an expected Herb as a dashed outline."""
    colour = COLOURS[seat]
    paper = (
        f'<path d="{BODY}" fill="{{card}}" stroke="{{card}}" stroke-width="8" stroke-linejoin="round" opacity="0.85"/>'
    )
    body = (
        f'<path d="{BODY}" fill="none" stroke="{{{colour}}}" stroke-width="5" stroke-dasharray="11 6" '
        'stroke-linejoin="round"/>'
    )
    ring = shapes.ring(colour, 24, 3) if seat == SEATS[1] else ""
    return f'<g transform="rotate({DEGREES[facing]})">{paper}{body}</g>{ring}'


def ghost_stone(colour: str) -> str:
    """Draw an expected stone with a dashed edge; `colour` is "white" or "black"."""
    paper, body = shapes.disc("card", 43, 0.85), shapes.disc(colour, 33, 0.9 if colour == "white" else 0.6)
    mark = '<rect x="-7" y="-7" width="14" height="14" rx="2" fill="{black_mark}"/>' if colour == "black" else ""
    return paper + body + shapes.ring(f"{colour}_edge", 38, 4.5, 1.0, "10 6") + mark


def box(colour: str, reach: float, width: float, opacity: float = 1.0, dashes: str = "none") -> str:
    """Draw the outline of a square."""
    side = 2 * reach
    return (
        f'<rect x="{-reach:g}" y="{-reach:g}" width="{side:g}" height="{side:g}" rx="5" fill="none" '
        f'stroke="{{{colour}}}"'
        f' stroke-width="{width:g}" stroke-dasharray="{dashes}" opacity="{opacity:g}"/>'
    )


def filled(colour: str, opacity: float, reach: float = 47.5) -> str:
    """Fill the area of a square."""
    side = 2 * reach
    return (
        f'<rect x="{-reach:g}" y="{-reach:g}" width="{side:g}" height="{side:g}" rx="4" fill="{{{colour}}}" '
        f'opacity="{opacity:g}"/>'
    )


def aim() -> str:
    """Draw a target."""
    ticks = "".join(f"M{38 * x},{38 * y}L{25 * x},{25 * y}" for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)))
    return (
        shapes.ring("card", 38, 8, 0.8) + shapes.ring("warning", 38, 4)
        + f'<path d="{ticks}" stroke="{{warning}}" stroke-width="5" stroke-linecap="round"/>'
    )  # fmt: skip


def facing_arrow(facing: str) -> str:
    """Draw an arrowhead for the new facing of a Herb that stays on its square."""
    tip = 'd="M-13,-36 L0,-48 L13,-36" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    strokes = f'<path {tip} stroke="{{card}}" stroke-width="11"/><path {tip} stroke="{{accent}}" stroke-width="6.5"/>'
    return f'<g transform="rotate({DEGREES[facing]})">{strokes}</g>'


ARROWS = tuple(
    (across, up)
    for across in range(-6, 7)
    for up in range(-6, 7)
    if (across or up) and (0 in (across, up) or max(abs(across), abs(up)) <= 2)
)  # columns and rows of an arrow: along a line, or up to the distance that the stones of a pattern move apart


def _ways() -> dict[str, str]:
    kinds = {"way": ("accent", 0.062, 1.0), "way-next": ("accent", 0.035, 1.0), "way-last": ("text", 0.034, 0.6)}
    return {f"{kind}:{x}:{up}": shapes.arrow(x, -up, *style) for kind, style in kinds.items() for x, up in ARROWS}


def _pieces() -> dict[str, str]:
    bodies = {f"herb-{seat}:{facing}": herb(seat, facing) for seat in SEATS for facing in DEGREES}
    numerals = {f"number-{number}": numeral(number) for number in range(4)}
    carried = {
        f"carried-{number}{facing}": herb(SEATS[number // 2], facing) + numeral(number)
        for number in range(4)
        for facing in DEGREES
    }
    return {
        **bodies,
        **numerals,
        **carried,
        "stone-w": shapes.stone("white", edge_width=EDGE),
        "stone-b": black_stone(),
    }


SHAPES: Mapping[str, str] = {
    "walls": walls(),
    "square": square("cell"),
    "pit": pit(),
    **_pieces(),
    **{f"ghost-herb-{seat}:{facing}": ghost_herb(seat, facing) for seat in SEATS for facing in DEGREES},
    **{f"ghost-number-{number}": numeral(number, COLOURS[SEATS[number // 2]]) for number in range(4)},
    **{f"ghost-stone-{letter}": ghost_stone(colour) for letter, colour in (("w", "white"), ("b", "black"))},
    "tally-r": herb("r", "^"),
    "tally-b": herb("b", "^"),
    **{f"faces-{facing}": facing_arrow(facing) for facing in DEGREES},
    "cover": filled("cell", 0.88, 46),  # hides the piece that a ghost replaces
    "dot": shapes.disc("accent", 46, 0.9),
    "open-herb": box("accent", 45, 2.8, 0.75),
    "open-dot": shapes.disc("accent", 46, 0.5),
    "reach": filled("accent", 0.13) + box("accent", 45.5, 1.6, 0.4),
    "beyond": box("accent", 41, 1.8, 0.5, "7 6"),
    "deadly": filled("warning", 0.16) + box("warning", 44.5, 3),
    "front": filled("accent", 0.13) + box("accent", 44.5, 3.4),
    "aim": aim(),
    "range": shapes.disc("warning", 46, 0.75),
    "chosen": filled("accent", 0.13, 45) + box("accent", 44.5, 4.4),
    "scores": filled("accent", 0.22) + box("accent", 44.5, 4),
    "taken": shapes.cross("card", 22, 16) + shapes.cross("warning", 22, 7.5),
    "idle": shapes.cross("card", 16, 14) + shapes.cross("quiet", 16, 6),
    "left": box("faint", 34, 2.2, 0.8, "5 6"),
    "last": box("text", 45, 2.2, 0.75),
    "hit": box("warning", 44, 3.4),
    "gone": box("faint", 36, 2.4, 1.0, "6 6"),
    "advice": box("warning", 44.5, 4.6, 1.0, "9 6"),  # must not look chosen
    "advice-next": box("warning", 44.5, 2.6, 1.0, "7 5"),
    "cursor": box("accent", 48, 3.6),
    **_ways(),
}
