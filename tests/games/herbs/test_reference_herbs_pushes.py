"""Tests of the reference implementation of Herbs: pushes, patterns and waves, by hand and on random crowded boards."""

import random

import pytest

from tests.kit.herbs.cases import SYMMETRIES, board_of, crowded_fields, mapped
from tests.reference import herbs
from tests.reference.herbs_patterns import half_away, resolve_waves, unblocked_steps, windows
from tests.reference.herbs_text import PITS, SQUARES, STYLES, Square, read_board, square_name


def stones_of_colour(text: str, colour: str) -> str:
    stones = read_board(text)
    assert stones is not None
    return " ".join(sorted(square_name(square) for square, stone_colour in stones.items() if stone_colour == colour))


def push_result(action: str, four: str, white: str = "", black: str = "", style: str = "burst") -> str:
    """Return `white / black / herbs / points` after a push; `four` lists the Herbs."""
    squares, paid = action[2:].split("/")
    spec = f"herbs(patterns={style})"
    after, left, points = herbs.push(spec, f"{board_of(white, black)} {four}", int(action[0]), int(squares), int(paid))
    return f"{stones_of_colour(after, 'w')} / {stones_of_colour(after, 'b')} / {left} / {points[0]},{points[1]}"


@pytest.mark.parametrize(
    ("action", "four", "white", "black", "after"),
    [
        ("0P1/1", "A5>,-,-,-", "B5", "", "C5 /  / B5>,-,-,- / 0,0"),
        ("0P3/3", "A5>,-,-,-", "B5", "", "E5 /  / D5>,-,-,- / 0,0"),
        ("0P1/2", "A5>,-,-,-", "", "B5", " / C5 / B5>,-,-,- / 0,0"),
        ("0P1/1", "A5>,-,-,-", "", "B5", " / B5 / A5>,-,-,- / 0,0"),  # paid too little: nothing moves
        ("0P3/8", "A5>,-,-,-", "C5", "", "C5 /  / A5>,-,-,- / 0,0"),  # an empty push
        ("0P3/8", "A5^,-,-,-", "B5", "", "B5 /  / A5^,-,-,- / 0,0"),
        ("0P1/5", "A5>,-,D5^,-", "B5", "C5", "C5 / D5 / B5>,-,E5^,- / 0,0"),  # priced by the piece, facing kept
        ("0P1/4", "A5>,-,D5^,-", "B5", "C5", "B5 / C5 / A5>,-,D5^,- / 0,0"),
        ("0P3/4", "A5>,-,-,-", "B5 E5", "", "E5 F5 /  / D5>,-,-,- / 0,0"),  # 1 + 1 + 2: a second stone joins the line
        ("0P3/3", "A5>,-,-,-", "B5 E5", "", "B5 E5 /  / A5>,-,-,- / 0,0"),
        ("0P3/3", "H5>,-,-,-", "I5", "", "K5 /  / J5>,-,-,- / 0,0"),  # ended by the wall, at no cost
        ("0P3/3", "I5>,-,-,-", "J5 K5", "", "J5 K5 /  / I5>,-,-,- / 0,0"),
        ("0P1/1", "A3>,-,-,-", "B3", "", " /  / B3>,-,-,- / 1,0"),
        ("0P3/3", "A3>,-,-,-", "", "B3", " /  / B3>,-,-,- / 3,0"),  # a Herb never follows into the pit
        ("3P2/3", "-,-,-,H6<", "G6", "", " /  / -,-,-,G6< / 0,1"),
        ("2P2/5", "-,-,I6v,-", "I5", "I4", " /  / -,-,I4v,- / 0,4"),  # 3 for the first step, 1 for the second
        ("2P2/4", "-,-,I6v,-", "I5", "I4", " /  / -,-,I4v,- / 0,4"),
        ("2P2/3", "-,-,I6v,-", "I5", "I4", "I5 / I4 / -,-,I6v,- / 0,0"),
        ("0P1/3", "A3>,-,-,-", "B3 D3", "", "D3 /  / B3>,-,-,- / 1,0"),  # the pit ends the line
        ("1P1/2", "-,A9>,B9v,-", "", "", " /  / -,B9>,-,- / 4,0"),
        ("1P1/2", "B9v,A9>,-,-", "", "", " /  / -,B9>,-,- / 0,0"),
        ("2P1/2", "B9v,-,A9>,-", "", "", " /  / -,-,B9>,- / 0,4"),
        ("0P1/2", "-,-,-,-", "B5", "", "B5 /  / -,-,-,- / 0,0"),
    ],
)
def test_pushes_follow_rules(action: str, four: str, white: str, black: str, after: str) -> None:
    assert push_result(action, four, white, black) == after


@pytest.mark.parametrize(("action", "four", "white", "black", "style", "after"), [
    # Examples of the rules page
    ("0P1/1", "E3^,-,-,-", "D5 F5 G5 E4", "", "burst", "C5 D5 G5 H5 /  / E4^,-,-,- / 4,0"),
    ("0P1/1", "E3^,-,-,-", "D5 F5 G5 E4 H6 I5 I6", "", "burst", "C5 D5 G4 G5 G7 J4 J7 /  / E4^,-,-,- / 8,0"),
    ("0P1/1", "F5<,-,-,-", "A5 B5 C5 E5", "", "burst", "A5 B5 C5 D5 /  / E5<,-,-,- / 4,0"),
    ("2P1/2", "-,-,E3^,-", "", "D5 F5 G5 E4", "spread", " / B5 D5 G5 I5 / -,-,E4^,- / 0,6"),
    ("2P1/2", "-,-,E3^,-", "", "D5 F5 G5 E4", "ends", " / C5 E5 F5 H5 / -,-,E4^,- / 0,6"),
    ("0P1/1", "D5>,-,-,-", "F2 F3 F4 E5", "", "burst", "F1 F2 F5 /  / E5>,-,-,- / 5,0"),  # a column with a pit above it
    # No pattern: two colours, three in a row, a diagonal
    ("0P1/1", "E3^,-,-,-", "D5 F5 E4", "G5", "burst", "D5 E5 F5 / G5 / E4^,-,-,- / 0,0"),
    ("0P1/1", "E6^,-,-,-", "D7 F9 G10 E7", "", "burst", "D7 E8 F9 G10 /  / E7^,-,-,- / 0,0"),
    # A row pushed lengthwise is not new; an existing row does not score.
    ("0P1/4", "A5>,-,-,-", "B5 C5 D5 E5", "", "burst", "C5 D5 E5 F5 /  / B5>,-,-,- / 0,0"),
    ("0P1/1", "A5>,-,-,-", "B5 E7 F7 G7 H7", "", "burst", "C5 E7 F7 G7 H7 /  / B5>,-,-,- / 0,0"),
    # Five in a row are two patterns; the middle stone stays.
    ("0P1/1", "E3^,-,-,-", "C5 D5 F5 G5 E4", "", "burst", "B5 C5 E5 G5 H5 /  / E4^,-,-,- / 8,0"),
    # Squares, one of which moves into two pits
    ("1P1/1", "-,G9v,-,-", "G8 H6 H7 G6", "", "burst", "F5 F8 I5 I8 /  / -,G8v,-,- / 4,0"),
    ("0P1/2", "B5>,-,-,-", "", "C5 D4 E4 E5", "burst", " / C6 F3 / C5>,-,-,- / 12,0"),
    # Spread: one stone passes over a pit, one falls into a pit.
    ("0P1/1", "E1^,-,-,-", "D3 F3 G3 E2", "", "spread", "D3 G3 /  / E2^,-,-,- / 6,0"),
    # Spread: a stone blocks the way.
    ("0P1/1", "E3^,-,-,-", "D5 F5 G5 E4", "C5", "spread", "D5 E5 G5 I5 / C5 / E4^,-,-,- / 4,0"),
    ("0P1/1", "E3^,C5^,-,-", "D5 F5 G5 E4", "", "burst", "D5 E5 G5 H5 /  / E4^,C5^,-,- / 4,0"),
    # B5-B8 is an existing row; the first wave breaks it and the second forms it again.
    ("1P1/1", "-,D4<,-,-", "B1 B2 B5 B6 B7 B8 C4", "", "burst", "B1 B2 B4 B5 B6 B8 B9 /  / -,C4<,-,- / 12,0"),
    # A row and a square share a stone: its mean is rounded half away from zero.
    ("0P1/1", "E3^,-,-,-", "B5 C5 D5 E4 D6 E6", "", "burst", "A5 B5 C7 D4 F4 F7 /  / E4^,-,-,- / 8,0"),
])  # fmt: skip
def test_patterns_follow_rules(action: str, four: str, white: str, black: str, style: str, after: str) -> None:
    assert push_result(action, four, white, black, style) == after


def parse_steps(text: str) -> dict[Square, Square]:
    """Parse displacements such as `E5+1-1`, one per stone."""
    return {SQUARES[item[:-4]]: (int(item[-4:-2]), int(item[-2:])) for item in text.split()}


@pytest.mark.parametrize(
    ("wanted", "others", "four", "left"),
    [
        ("E5+1+0 F5+1+0", "", "", "E5+1+0 F5+1+0"),
        ("E5+1+0 F5-1+0", "", "", ""),  # swap
        ("E5+2+0 G5-2+0", "", "", ""),
        ("E5+1+0 F5+0+1 F6-1+0 E6+0-1", "F6", "", "E5+1+0 F5+0+1 F6-1+0 E6+0-1"),  # a ring is not a swap
        ("E5+1+0 G5-1+0", "", "", ""),  # shared destination
        ("E5+1+0 G5-1+0 H5-1+0 D5+1+0 B5-1+0", "", "", "B5-1+0"),  # the stones behind are blocked in turn
        ("E6+1+0 G6-1+0", "", "", "E6+1+0 G6-1+0"),  # shared destination, but a pit
        ("A5-1+0 B5-1+0 C5-1+0", "", "", ""),
        ("E5+1+0 D5+1+0", "F5", "", ""),
        ("E5+1+0 D5+1+0", "", "F5", ""),
        ("E5+0+0 D5+1+0", "", "", ""),  # a stone that does not move blocks
        ("E5+2+0 D5+1+0", "F5", "", ""),  # blocked although only passing over F5
        ("E5+2+0", "", "F5", ""),
        ("E5+2+1", "F6", "", ""),  # half of (2, 1) is (1, 1): the stone there blocks
        ("E5+2+1", "F5", "", "E5+2+1"),
        ("E5+2+2", "F6", "", ""),
        ("B3+2+0", "", "", "B3+2+0"),
        ("B3+2+0", "D3", "", ""),  # blocked at the full displacement although the pit comes first
        ("J5+2+0", "", "", ""),
        ("E5+2+0 F5+2+0 G5+2+0", "", "", "E5+2+0 F5+2+0 G5+2+0"),  # stones that move away do not block
        ("E5+2+0 F5+1+0", "", "", ""),  # shared destination: both are blocked
        ("E5+1+0 F6+0-1 G5-1+0", "", "", ""),
    ],
)
def test_blocked_stones_stay(wanted: str, others: str, four: str, left: str) -> None:
    stones = {square: square for square in [*parse_steps(wanted), *(SQUARES[name] for name in others.split())]}
    assert unblocked_steps(parse_steps(wanted), stones, {SQUARES[name] for name in four.split()}) == parse_steps(left)


def test_wave_respects_edge_of_board() -> None:
    """Two stones of the square would leave the board, and a stone blocks a third: only one moves."""
    stones = {SQUARES[name]: SQUARES[name] for name in ("E3", "F1", "F2", "G1", "G2")}
    before = {square: stone for square, stone in stones.items() if square_name(square) != "G1"}
    waves = resolve_waves(before, stones, dict.fromkeys(stones, "w"), set(), "burst")
    assert [wave.points for wave in waves] == [4]
    assert sorted(map(square_name, waves[0].stones)) == ["E3", "F1", "F2", "G1", "H3"]


def test_rounding_is_half_away_from_zero() -> None:
    assert [half_away(total, 2) for total in (-3, -2, -1, 0, 1, 2, 3)] == [-2, -1, -1, 0, 1, 1, 2]
    assert [half_away(total, 3) for total in (-2, -1, 1, 2, 4, 5)] == [-1, 0, 0, 1, 1, 2]
    assert len(windows("burst")) == 2 * 11 * 8 + 100


def test_invalid_pushes_are_rejected() -> None:
    for fields, field in (
        ("11 -,-,-,-", "board"),
        (f"{board_of('C3')} -,-,-,-", "board"),
        (f"{board_of('C4')} C4^,-,-,-", "herbs"),
        (board_of("C4"), "position"),
        (f"{board_of('C4')} -,-,-", "herbs"),
    ):
        with pytest.raises(herbs.RefusedError, match=rf"^{field}: "):
            herbs.push("herbs", fields, 0, 1, 1)
    for action in ((0, 4, 8), (0, 1, 9), (4, 1, 1), (0, 2, 1)):
        with pytest.raises(herbs.RefusedError, match=r"^move: "):
            herbs.push("herbs", f"{board_of('C4')} -,-,-,-", *action)


def test_pits_are_symmetric() -> None:
    pits = {(x - 5, y - 5) for x, y in PITS}
    assert all({symmetry(*pit) for pit in pits} == pits for symmetry in SYMMETRIES)
    assert len({tuple(symmetry(x, y) for x, y in ((1, 2), (3, 5))) for symmetry in SYMMETRIES}) == 8


@pytest.mark.parametrize("style", STYLES)
def test_pushes_are_symmetric_on_crowded_boards(style: str) -> None:
    """Reflected or rotated boards give reflected or rotated stages; swapped seats give swapped points."""
    chance, spec, longest, moves = random.Random(style), f"herbs(patterns={style})", 0, 0
    for _ in range(400):
        fields, number, squares = crowded_fields(chance), chance.randrange(4), chance.randint(1, 3)
        stages = herbs.pushes(spec, fields, number, squares, 8 * squares)
        longest, moves = max(longest, len(stages) - 1), moves + bool(stages)
        symmetry = chance.choice(SYMMETRIES[1:])
        after = [(*mapped(f"{text} {four}", symmetry).split(" "), points) for text, four, points in stages]
        assert herbs.pushes(spec, mapped(fields, symmetry), number, squares, 8 * squares) == after
        text, four = fields.split(" ")
        first, second, third, fourth = four.split(",")
        swapped = herbs.pushes(
            spec, f"{text} {third},{fourth},{first},{second}", (number + 2) % 4, squares, 8 * squares
        )
        assert [points for _, _, points in swapped] == [points[::-1] for _, _, points in stages]
        assert [stones for stones, _, _ in swapped] == [stones for stones, _, _ in stages]
    assert longest >= 2 and moves > 80


@pytest.mark.parametrize("style", STYLES)
def test_push_conserves_stones_and_points(style: str) -> None:
    """Stones vanish only into pits, and points come only from vanished stones and whole patterns."""
    chance, spec = random.Random(f"never {style}"), f"herbs(patterns={style})"
    for _ in range(300):
        fields, number = crowded_fields(chance), chance.randrange(4)
        text, four, points = herbs.push(spec, fields, number, 2, 16)
        lost = {colour: fields.split(" ")[0].count(colour) - text.count(colour) for colour in "wb"}
        assert min(lost.values()) >= 0 and herbs.refusal(spec, f"{text} {four} 0,0 0w0b,0w0b 0,0 2 1 0 over") is None
        assert points[1 - number // 2] == 0
        rest = points[number // 2] - lost["w"] - 3 * lost["b"]
        assert rest >= 0 and rest % 2 == 0
        expensive = herbs.pushes(spec, fields, number, 1, 8)
        cheap = herbs.pushes(spec, fields, number, 1, 1)
        assert cheap in ([], expensive)
