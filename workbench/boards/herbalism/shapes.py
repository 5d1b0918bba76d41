"""The drawings of Herbalism as SVG: ingredient and medicine cards, markers, and highlights."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from workbench.boards.herbalism import layout
from workbench.boards.herbalism.layout import LARGE, MEDICINE_H, MEDICINE_W, SHAPE, SMALL
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, DECK, SAME
from workbench.boards.kit import shapes

# indigo differs from green in every type of colour vision
INKS = {"r": "red", "y": "yellow", "g": "green", "b": "indigo"}
SYMBOLS = {
    "r": "M0,-36 L39,33 L-39,33 Z",
    "y": "M-37,0 A37,37 0 1 1 37,0 A37,37 0 1 1 -37,0 Z",
    "g": "M0,-46 C36,-22 36,22 0,46 C-36,22 -36,-22 0,-46 Z",
    "b": "M-27,-35 H27 Q35,-35 35,-27 V27 Q35,35 27,35 H-27 Q-35,35 -35,27 V-27 Q-35,-35 -27,-35 Z",
}
DIGITS = {  # strokes in a box of 44 by 60
    "0": "M0,-29 C-26,-29 -26,29 0,29 C26,29 26,-29 0,-29 Z",
    "1": "M-13,-16 L4,-29 L4,30",
    "2": "M-19,-14 C-19,-36 20,-36 19,-11 C18,6 -19,13 -20,29 L21,29",
    "3": "M-18,-23 C-7,-35 19,-32 18,-14 C17,-3 4,-2 -5,-2 C6,-2 20,0 20,14 C20,33 -9,35 -20,22",
    "4": "M9,30 L9,-29 L-22,13 L22,13",
    "5": "M17,-29 L-13,-29 L-16,-3 C-6,-11 20,-9 20,11 C20,33 -9,35 -19,22",
    "6": "M14,-29 C-8,-24 -20,-6 -20,10 C-20,36 20,36 20,10 C20,-12 -16,-12 -20,8",
    "7": "M-20,-29 L20,-29 C6,-10 -2,8 -5,30",
    "8": "M0,-3 C-22,-3 -22,-29 0,-29 C22,-29 22,-3 0,-3 C-27,-3 -27,29 0,29 C27,29 27,-3 0,-3 Z",
    "9": "M-14,29 C8,24 20,6 20,-10 C20,-36 -20,-36 -20,-10 C-20,12 16,12 20,-8",
}
DROP = "M0,-40 C22,-10 32,2 32,16 A32,30 0 1 1 -32,16 C-32,2 -22,-10 0,-40 Z"
FRAMES = {  # outlines of the seats' markers: disc, lozenge, shield, hexagon
    1: "M-45,0 A45,45 0 1 1 45,0 A45,45 0 1 1 -45,0 Z",
    2: "M0,-49 L49,0 L0,49 L-49,0 Z",
    3: "M-42,-42 H42 V6 C42,28 18,42 0,49 C-18,42 -42,28 -42,6 Z",
    4: "M-24,-43 H24 L48,0 L24,43 H-24 L-48,0 Z",
}


def symbol(letter: str, x: float = 0, y: float = 0, scale: float = 1.0, more: str = "") -> str:
    """Draw the symbol of an ingredient: triangle, circle, leaf or square."""
    ink = INKS[letter]
    return (
        f'<path transform="translate({x:g},{y:g}) scale({scale:g})" d="{SYMBOLS[letter]}" fill="{{{ink}}}" '
        f'stroke="{{{ink}_edge}}"'
        f' stroke-width="5" stroke-linejoin="round"{more}/>'
    )


def number(text: str, colour: str, height: float, x: float = 0, y: float = 0, width: float = 9.5) -> str:
    """Draw a whole number."""
    scale, parts = height / 60, []
    for k, digit in enumerate(text):
        dx = x + (k - (len(text) - 1) / 2) * 50 * scale
        parts.append(f'<path transform="translate({dx:.2f},{y:g}) scale({scale:.3f})" d="{DIGITS[digit]}"/>')
    stroke = (
        f'fill="none" stroke="{{{colour}}}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    )
    return f"<g {stroke}>{''.join(parts)}</g>"


def box(width: float, height: float, corner: float, more: str) -> str:
    """Draw a rectangle around the origin."""
    return (
        f'<rect x="{-width / 2:.2f}" y="{-height / 2:.2f}" width="{width:.2f}" height="{height:.2f}" '
        f'rx="{corner:g}" {more}/>'
    )


# Cards ----------------------------------------------------------------------------------------------------------------


def _paper() -> str:
    return box(100 * SHAPE - 3, 97, 9, 'fill="{card}" stroke="{quiet}" stroke-width="1.7"')


def face(letter: str) -> str:
    """Draw an ingredient card."""
    return _paper() + symbol(letter, 0, 3, 0.46) + symbol(letter, -22.5, -35.5, 0.155)


def back() -> str:
    """Draw the back of an ingredient card."""
    leaf = f'<path transform="scale(0.36)" d="{SYMBOLS["g"]}" fill="{{accent}}" opacity="0.65"/>'
    inner = box(52, 80, 5, 'fill="{wash}" stroke="{accent}" stroke-width="2"')
    return _paper() + inner + leaf


def empty_place(letter: str) -> str:
    """Draw the empty place of a card.

    The symbol is at the right, where no card of the hand overlaps it.
    """
    faint = f'<g opacity="0.4">{symbol(letter, 22.5, -35.5, 0.155)}</g>'
    return box(100 * SHAPE - 4, 96, 9, 'fill="{cell}" stroke="{cell_edge}" stroke-width="1.5"') + faint


def medicine(card: str) -> str:
    """Draw a medicine card with its two ingredients, or with the sign for two equal ones."""
    wide = 100 * MEDICINE_W / MEDICINE_H
    body = box(wide - 2, 98, 5.5, 'fill="{card}" stroke="{cell_edge}" stroke-width="0.9"')
    if card != SAME:
        return body + symbol(card[0], -14.5, -27, 0.235) + symbol(card[1], 14.5, -27, 0.235)
    two = "".join(
        f'<path transform="translate({x},-27.5) scale(0.23)" d="{DROP}" fill="none" stroke="{{quiet}}" stroke-width="9"'
        ' stroke-linejoin="round"/>'
        for x in (-16.5, 16.5)
    )
    return (
        body
        + two
        + '<path d="M-4.5,-28.5 H4.5 M-4.5,-24 H4.5" stroke="{quiet}" stroke-width="2.2" stroke-linecap="round"/>'
    )


def pair(card: str) -> str:
    """Draw the contents of a medicine card without the card: two ingredients, or "=" for two equal ones."""
    if card != SAME:
        return symbol(card[0], -26, 0, 0.5) + symbol(card[1], 26, 0, 0.5)
    drops = (
        (
            f'<path transform="translate({x},2) scale(0.5)" d="{DROP}" fill="none" stroke="{{quiet}}" '
            'stroke-width="9" stroke-linejoin="round"/>'
        )
        for x in (-30, 30)
    )
    return "".join(drops) + '<path d="M-8,-2 H8 M-8,8 H8" stroke="{quiet}" stroke-width="4.5" stroke-linecap="round"/>'


def action() -> str:
    """Draw the frame of an action."""
    return box(
        97.5, 100 * layout.ACTION_H / layout.ACTION_W - 2, 7, 'fill="{card}" stroke="{cell_edge}" stroke-width="1.2"'
    )


# Markers --------------------------------------------------------------------------------------------------------------


def token(seat: int) -> str:
    """Draw a seat's token, also used as its medicine marker: a frame, colour and number."""
    return (
        f'<path d="{FRAMES[seat]}" fill="{{seat{seat}}}" stroke="{{card}}" stroke-width="3" stroke-linejoin="round"/>'
        + number(str(seat), "card", 42, 0, -1 if seat == 3 else 0, 10)
    )


def cure_flask(seat: int, kind: str) -> str:
    """Draw a cure marker: a flask with the seat's number.

    Args:
        seat: The seat, from 1.
        kind: "a" for an answer (filled, with a tick), "f" for a follow (open, with an arrow), "A" and "F" for a failed
            one (faint, crossed out), "" for an unused marker (no sign).
    """
    ink, answers = f"{{seat{seat}}}", kind in ("a", "A")
    flask = "M-12,-47 H12 V-38 C12,-31 29,-24 29,-6 V38 Q29,47 20,47 H-20 Q-29,47 -29,38 V-6 C-29,-24 -12,-31 -12,-38 Z"
    fill = ink if answers else "{card}"
    body = f'<path d="{flask}" fill="{fill}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"/>'
    inner = "card" if answers else f"seat{seat}"
    if not kind:
        return body + number(str(seat), inner, 38, 0, 12, 8)
    stroke = f'fill="none" stroke="{{{inner}}}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"'
    signs = {"a": "M-13,31 L-4,39 L13,20", "f": "M-14,30 H12 M3,20 L14,30 L3,40"}
    sign = f'<path d="{signs.get(kind, "M-10,21 L10,39 M10,21 L-10,39")}" {stroke}/>'
    drawn = body + number(str(seat), inner, 29, 0, -7, 7) + sign
    if kind in ("a", "f"):
        return drawn
    line = 'stroke-width="8" stroke-linecap="round" fill="none"'
    return f'<g opacity="0.6">{drawn}</g><path d="M-30,42 L30,-42" stroke="{{warning}}" {line}/>'


def prediction_flag(seat: int) -> str:
    """Draw a prediction marker: a flag with the seat's number."""
    return (
        f'<path d="M-30,46 V-42 H38 L26,-16 L38,10 H-30" fill="{{seat{seat}}}" stroke="{{seat{seat}}}" stroke-width="8"'
        ' stroke-linejoin="round" stroke-linecap="round"/>' + number(str(seat), "card", 36, -1, -16, 8)
    )


def start_star() -> str:
    """Draw the start marker: a star."""
    corners = [
        (reach * sin(pi / 5 * k), -reach * cos(pi / 5 * k)) for k in range(10) for reach in [46 if k % 2 == 0 else 21]
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return (
        f'<polygon points="{points}" fill="{{warning}}" stroke="{{warning}}" stroke-width="6" stroke-linejoin="round"/>'
    )


def count_badge(text: str) -> str:
    """Draw a badge with a number of cards."""
    return shapes.disc("quiet", 47) + shapes.ring("card", 47, 4) + number(text, "card", 44, 0, 0, 9)


def speech_bubble(text: str) -> str:
    """Draw a speech bubble with an announced number."""
    bubble = (
        "M-34,-46 H34 Q48,-46 48,-32 V12 Q48,26 34,26 H4 L-20,48 L-16,26 H-34 Q-48,26 -48,12 V-32 Q-48,-46 -34,-46 Z"
    )
    return f'<path d="{bubble}" fill="{{accent}}" stroke="{{card}}" stroke-width="4"/>' + number(
        text, "on_accent", 46, 0, -10, 10
    )


def asked_badge(letter: str) -> str:
    """Draw the sign for requested cards of a colour."""
    return shapes.disc("card", 47) + shapes.ring("accent", 47, 5) + symbol(letter, 0, 0, 0.62)


def hand_below() -> str:
    """Draw the sign at the seat whose hand is at the bottom of the table."""
    paper = box(44, 64, 6, 'fill="{card}" stroke="{faint}" stroke-width="4"')
    fan = "".join(f'<g transform="rotate({turn},0,60)">{paper}</g>' for turn in (-16, 0, 16))
    line = 'fill="none" stroke="{accent}" stroke-width="6.5" stroke-linecap="round" stroke-linejoin="round"'
    arrow = f'<path d="M0,-16 V16 M-11,6 L0,17 L11,6" {line}/>'
    return fan + arrow


# The table and highlights ---------------------------------------------------------------------------------------------


def felt(down: str, across: str) -> str:
    """Draw a square of the table cover, for the middle or an edge of the table."""
    if not (down or across):
        return '<rect x="-50" y="-50" width="100" height="100" fill="{cell}"/>'
    left, right = (-49 if across == "left" else -90), (49 if across == "right" else 90)
    top, bottom = (-49 if down == "top" else -90), (49 if down == "bottom" else 90)
    corner = 16 if down and across else 0
    # the far sides extend beyond the square and are clipped
    return (
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" rx="{corner}" fill="{{cell}}"'
        ' stroke="{cell_edge}" stroke-width="1.4"/>'
    )


AREAS = {  # width and height of everything with an outline, by the kind of its spot
    "medicine": (MEDICINE_W, MEDICINE_H),
    "action": (layout.ACTION_W, layout.ACTION_H),
    "seat3": (layout.seat_width(3), layout.SEAT_H),
    "seat4": (layout.seat_width(4), layout.SEAT_H),
    "hidden": (layout.HIDDEN_W, layout.SEAT_H),
    "small": (SHAPE * SMALL, SMALL),
    "large": (SHAPE * LARGE, LARGE),
    **{COLOURS[letter]: (layout.zone_width(letter) + 0.12, layout.HAND_H + 0.1) for letter in DECK},
}
OUTSIDE = {"cursor": 0.075, "advice": 0.06, "advice-next": 0.04}  # distance of an outline from its area
ADVICE = "advice"  # start of the styles with dashes: a hint must not look like the player's own choice
STYLES = {  # colour, line width and fill opacity; widths in hundredths of a board unit
    "open": ("accent", 2.4, 0.0),
    "reach": ("accent", 3.2, 0.05),
    "chosen": ("accent", 5.4, 0.06),
    "advice": ("warning", 6.0, 0.0),
    "advice-next": ("warning", 3.6, 0.0),
    "going": ("accent", 3.6, 0.0),
    "last": ("text", 2.2, 0.0),
    "cursor": ("accent", 4.6, 0.0),
}


def outline_size(kind: str) -> float:
    """Return the side of the square in which an outline of this kind is drawn, in board units."""
    return max(AREAS[kind]) + 0.16


def outline(style: str, kind: str) -> str:
    """Draw an outline around an area."""
    colour, width, strength = STYLES[style]
    scale, out = 100 / outline_size(kind), OUTSIDE.get(style, 0.0)
    across, down = (side + 2 * out for side in AREAS[kind])
    inside = f'fill="{{{colour}}}" fill-opacity="{strength:g}"' if strength else 'fill="none"'
    if style.startswith(ADVICE):
        inside += f' stroke-dasharray="{0.16 * scale:.2f} {0.1 * scale:.2f}" stroke-linecap="round"'
    return box(
        across * scale,
        down * scale,
        0.1 * scale,
        f'{inside} stroke="{{{colour}}}" stroke-width="{width / 100 * scale:.2f}"',
    )


def veil(kind: str) -> str:
    """Draw a veil that greys out an impossible area."""
    scale = 100 / outline_size(kind)
    across, down = AREAS[kind]
    return box(across * scale, down * scale, 0.1 * scale, 'fill="{cell}" opacity="0.4"')


def _felts() -> Mapping[str, str]:
    felts = {}
    for down in ("", "top", "bottom"):
        for across in ("", "left", "right"):
            felts["-".join(part for part in ("felt", down, across) if part)] = felt(down, across)
    return felts


SHAPES: Mapping[str, str] = {
    **_felts(),
    **{f"card:{letter}": face(letter) for letter in COLOURS},
    "card:?": back(),
    **{f"none-{letter}": empty_place(letter) for letter in COLOURS},
    **{f"ghost-{letter}": f'<g opacity="0.75">{face(letter)}</g>' for letter in COLOURS},
    **{f"asks-{letter}": asked_badge(letter) for letter in COLOURS},
    **{f"medicine-{card}": medicine(card) for card in CARDS},
    **{f"pair-{card}": pair(card) for card in CARDS},
    "action": action(),
    **{f"seat-{seat}": token(seat) for seat in FRAMES},
    **{f"marker-{seat}": token(seat) for seat in FRAMES},
    **{f"to-come-{seat}": f'<g opacity="0.55">{token(seat)}</g>' for seat in FRAMES},
    **{f"cure-{seat}:{kind}": cure_flask(seat, kind) for seat in FRAMES for kind in ("", "a", "f", "A", "F")},
    **{
        f"cure-to-come-{seat}-{kind}": f'<g opacity="0.6">{cure_flask(seat, kind)}</g>'
        for seat in FRAMES
        for kind in "af"
    },
    **{f"predicts-{seat}": prediction_flag(seat) for seat in FRAMES},
    "start": start_star(),
    "turn": shapes.ring("accent", 45, 6),
    "below": hand_below(),
    **{f"count-{held}": count_badge(str(held)) for held in range(13)},
    **{f"said-{announced}": speech_bubble(str(announced)) for announced in range(10)},
    **{f"veil:{kind}": veil(kind) for kind in AREAS},
    **{f"{style}:{kind}": outline(style, kind) for style in STYLES for kind in AREAS},
}
