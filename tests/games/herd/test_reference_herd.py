"""Tests of the reference implementation of Herd: hand-made positions for each rule, then random games."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.reference import herd, perft

SPECS = ["herd(size=2)", "herd(size=3)", "herd(size=4)", "herd", "herd(size=6)", "herd(size=7)", "herd(size=8)"]
SMALL = "herd(size=2)"  # rows c (2 cells), b (3), a (2); b2 is adjacent to all other cells
THREE = "herd(size=3)"
OPEN = "2/3/2"
FULL = "rb/rbr/br"
SHUT = "bb/bbb/b1"  # a2 is prohibited to Red
STUCK = "1rb/bbbb/bbbbb/bbbb/bb1"  # size 3: Red may place on e1 but never on a3


def choices(spec: str, text: str) -> list[str]:
    return herd.moves(spec, text) or [roll for roll, _ in herd.chances(spec, text)]


def play_all(spec: str, text: str, *moves: str) -> str:
    for move in moves:
        text = herd.play(spec, text, move)
    return text


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (SMALL, "2/3/2"),
        (THREE, "3/4/5/4/3"),
        ("herd(size=4)", "4/5/6/7/6/5/4"),
        ("herd", "5/6/7/8/9/8/7/6/5"),
        ("herd(size=8)", "8/9/10/11/12/13/14/15/14/13/12/11/10/9/8"),
    ],
)
def test_start_positions_are_correct(spec: str, text: str) -> None:
    assert herd.start(spec) == f"{text} r 1 - -"
    assert herd.actor(spec, herd.start(spec)) == "chance"
    assert herd.returns(spec, herd.start(spec)) is None


def test_specs_are_canonicalised_or_rejected() -> None:
    assert [herd.canonical(f"herd(size={size})") for size in range(2, 9)] == SPECS
    assert herd.canonical("herd") == herd.canonical("herd(size=5)") == "herd"
    for bad in ("", "Herd", "herd()", "herd(size=1)", "herd(size=9)", "herd(size=04)", "herd(size=10)",
    "herd(size=4.0)",
                "herd(size=4,size=4)", "herd(size=4,)", "herd(size= 4)", "herd (size=4)", " herd", "herd\n", "herd(4)",
                "herd(size=)", "herd(side=4)", "herd(size=4,fast=1)", "herd(size=4", "herd(SIZE=4)", "herd(size=٤)",
                "forest"):  # fmt: skip
        with pytest.raises(herd.RefusedError) as caught:
            herd.canonical(bad)
        assert caught.value.field == "spec" and repr(bad) in caught.value.reason
        assert herd.refusal(bad, herd.start("herd")) == "spec"


@pytest.mark.parametrize("size", range(2, 9))
def test_adjacency_is_symmetric(size: int) -> None:
    cells = herd.cells(size)
    neighbours = {cell: herd.adjacent(size, cell) for cell in cells}
    assert len(cells) == 3 * size * (size - 1) + 1
    assert all(cell in neighbours[neighbour] for cell in cells for neighbour in neighbours[cell])
    numbers = [len(set(neighbours[cell])) for cell in cells]
    assert (numbers.count(3), numbers.count(4)) == (6, 6 * (size - 2)) and set(numbers) <= {3, 4, 6}


def test_adjacent_cells_are_correct() -> None:
    def around(size: int, cell: str) -> str:
        return " ".join(
            herd.names(
                herd.adjacent(size, next(candidate for candidate in herd.cells(size) if herd.name(candidate) == cell))
            )
        )

    assert around(2, "a1") == "a2 b1 b2"
    assert around(2, "b3") == "a2 b2 c2"
    assert around(4, "d3") == "c2 c3 d2 d4 e2 e3"
    assert around(4, "d7") == "c6 d6 e6"
    assert around(4, "b2") == "a1 a2 b1 b3 c2 c3"
    assert around(4, "f1") == "e1 e2 f2 g1"
    assert around(8, "h10") == "g10 g9 h11 h9 i10 i9"


def test_rolls_have_the_correct_probabilities() -> None:
    chances = herd.chances(SMALL, herd.start(SMALL))
    assert [roll for roll, _ in chances] == sorted(
        {f"{max(a, b)}-{min(a, b)}" for a in range(1, 7) for b in range(1, 7)}
    )
    assert herd.moves(SMALL, herd.start(SMALL)) == []
    assert len(chances) == 21 and sum(chance for _, chance in chances) == 1
    assert dict(chances)["4-4"] == Fraction(1, 36) and dict(chances)["5-3"] == Fraction(1, 18)
    assert herd.chances(SMALL, f"{OPEN} r 1 5-3 x0+3") == []


@pytest.mark.parametrize(
    ("before", "roll", "left"),
    [
        (f"{OPEN} r 1 - -", "5-3", "x0+3"),  # turn 1: the low die and no removals
        ("2/1bb/2 r 1 - -", "5-3", "x0+3"),
        (f"{OPEN} b 2 - -", "5-3", "x0+5"),  # nothing to remove
        ("2/1rb/2 b 2 - -", "5-3", "x1+5"),  # fewer stones than the low die
        ("rr/1rb/2 b 2 - -", "5-3", "x3+5"),
        ("rr/rrb/2 b 2 - -", "5-3", "x3+5"),
        ("2/1bb/2 r 3 - -", "1-1", "x1+1"),
    ],
)
def test_roll_sets_removals_and_placements(before: str, roll: str, left: str) -> None:
    rows, side, turn, _, _ = before.split(" ")
    after = f"{rows} {side} {turn} {roll} {left}"
    assert herd.events(SMALL, before, roll) == [("roll", [], after)]
    assert herd.actor(SMALL, after) == ("seat 1" if side == "r" else "seat 2")


def test_designers_example_is_reproduced() -> None:
    spec, text = "herd(size=4)", "4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5"
    assert herd.moves(spec, text) == ["xc3", "xc4", "xd3", "xd4", "xe3", "xe4"]
    text = play_all(spec, text, "xe3", "xd4", "xc3", "e2", "c3", "d2", "e3")
    assert text == "4/5/1rrb2/1rb4/1rrb2/5/4 r 3 5-3 x0+1"
    assert herd.events(spec, text, "d4") == [
        ("place", ["d4"], "4/5/1rrb2/1rbr3/1rrb2/5/4 r 3 5-3 x0+0"),
        ("capture", ["d3"], "4/5/1rrb2/1r1r3/1rrb2/5/4 r 3 5-3 x0+1"),
    ]
    assert play_all(spec, text, "d4", "d3") == "4/5/1rrb2/1rrr3/1rrb2/5/4 b 4 - -"


def test_moves_are_in_byte_order() -> None:
    moves = herd.moves("herd(size=8)", play_all("herd(size=8)", herd.start("herd(size=8)"), "1-1"))
    assert len(moves) == 169 and moves == sorted(moves) and moves.index("h10") < moves.index("h2")


def test_prohibited_cells_are_illegal() -> None:
    assert herd.moves(SMALL, "2/bb1/1b r 3 2-1 x0+1") == ["b3", "c1", "c2"]  # not a1
    assert herd.moves(SMALL, "2/bb1/1b b 4 2-1 x0+1") == ["a1", "b3", "c1", "c2"]
    assert herd.moves(SMALL, "bb/bb1/1r r 3 2-1 x0+1") == ["a1", "b3"]  # each is adjacent to the red stone on a2
    assert herd.moves(SMALL, "bb/bb1/1r b 4 2-1 x0+1") == ["a1", "b3"]
    assert herd.moves(THREE, f"{STUCK} r 3 6-1 x0+5") == ["e1"]


def test_removals_follow_rules() -> None:
    assert herd.moves(SMALL, "rb/1bb/r1 r 3 6-2 x2+6") == ["xb2", "xb3", "xc2"]
    assert herd.events(SMALL, "rb/1bb/r1 r 3 6-2 x2+6", "xb3") == [("remove", ["b3"], "rb/1b1/r1 r 3 6-2 x1+6")]
    assert herd.play(SMALL, "rb/1b1/r1 r 3 6-2 x1+6", "xb2") == "rb/3/r1 r 3 6-2 x0+6"
    # After the removal c2 has red neighbours only, but removals never capture.
    assert herd.play(SMALL, "rb/brr/2 r 3 6-1 x1+6", "xb1") == "rb/1rr/2 r 3 6-1 x0+6"


def test_captures_follow_rules() -> None:
    assert herd.events(SMALL, "2/rr1/b1 r 3 2-1 x0+1", "a2") == [
        ("place", ["a2"], "2/rr1/br r 3 2-1 x0+0"),
        ("capture", ["a1"], "2/rr1/1r r 3 2-1 x0+1"),
    ]
    assert herd.moves(SMALL, "2/rr1/1r r 3 2-1 x0+1") == ["a1", "b3", "c1", "c2"]  # a1 can be filled again
    assert herd.events(SMALL, "rb/r1r/br r 3 3-1 x0+1", "b2") == [  # the board is full, but not after the captures
        ("place", ["b2"], "rb/rrr/br r 3 3-1 x0+0"),
        ("capture", ["a1", "c2"], "r1/rrr/1r r 3 3-1 x0+2"),
    ]
    # Not captured: a group of two, a stone beside an empty cell, a stone not adjacent to the placement, an own stone.
    assert herd.play(SMALL, "2/rr1/bb r 3 2-1 x0+1", "b3") == "2/rrr/bb b 4 - -"
    assert herd.play(SMALL, "2/1r1/b1 r 3 2-1 x0+1", "a2") == "2/1r1/br b 4 - -"
    assert herd.play(THREE, "3/4/5/rr2/br1 r 3 1-1 x0+1", "e3") == "2r/4/5/rr2/br1 b 4 - -"
    assert herd.play(SMALL, "2/bb1/rb r 3 2-1 x0+1", "c2") == "1r/bb1/rb b 4 - -"


def test_turn_1_placement_can_capture_in_set_up_position() -> None:
    assert herd.play(SMALL, "2/rr1/b1 r 1 2-2 x0+2", "a2") == "2/rr1/1r r 1 2-2 x0+2"


def test_turn_is_cut_short_only_after_removals() -> None:
    assert herd.play(SMALL, f"{SHUT} r 3 3-2 x2+3", "xc1") == "1b/bbb/b1 r 3 3-2 x1+3"
    assert herd.events(SMALL, f"{SHUT} r 3 3-1 x1+3", "xc1") == [
        ("remove", ["c1"], "1b/bbb/b1 r 3 3-1 x0+3"),
        ("turn", [], "1b/bbb/b1 b 4 - -"),
    ]
    assert herd.play(SMALL, f"{SHUT} r 3 3-1 x1+3", "xa1") == "bb/bbb/2 r 3 3-1 x0+3"
    assert herd.events(SMALL, f"{SHUT} r 1 - -", "3-2") == [
        ("roll", [], f"{SHUT} r 1 3-2 x0+2"),
        ("turn", [], f"{SHUT} b 2 - -"),
    ]
    assert herd.events(THREE, f"{STUCK} r 3 6-1 x0+5", "e1") == [
        ("place", ["e1"], "rrb/bbbb/bbbbb/bbbb/bb1 r 3 6-1 x0+4"),
        ("turn", [], "rrb/bbbb/bbbbb/bbbb/bb1 b 4 - -"),
    ]


def test_full_board_ends_game_despite_remaining_placements() -> None:
    assert herd.events(SMALL, "rb/rbr/b1 r 3 6-1 x0+5", "a2") == [
        ("place", ["a2"], f"{FULL} r 3 6-1 x0+4"),
        ("over", [], f"{FULL} . 3 - -"),
    ]
    over = f"{FULL} . 3 - -"
    assert (herd.actor(SMALL, over), herd.moves(SMALL, over), herd.chances(SMALL, over)) == ("over", [], [])
    assert herd.points(SMALL, over) == (4, 3) and herd.returns(SMALL, over) == (1, -1)
    assert herd.returns(SMALL, "bb/bbb/rr . 4 - -") == (-1, 1)
    # The capture comes first, then the board is full.
    assert play_all(SMALL, "rr/rrr/b1 r 3 1-1 x0+1", "a2", "a1") == "rr/rrr/rr . 3 - -"


def test_game_ends_after_last_turn() -> None:
    assert herd.play(SMALL, "2/1b1/2 r 1999 1-1 x0+1", "a1") == "2/1b1/r1 b 2000 - -"
    assert herd.events(SMALL, "2/1r1/2 b 2000 1-1 x0+1", "a1") == [
        ("place", ["a1"], "2/1r1/b1 b 2000 1-1 x0+0"),
        ("over", [], "2/1r1/b1 . 2000 - -"),
    ]
    assert herd.returns(SMALL, "2/1r1/b1 . 2000 - -") == (0, 0)
    assert herd.returns(SMALL, herd.play(SMALL, "2/1b1/2 b 2000 1-1 x0+1", "a1")) == (-1, 1)
    assert herd.events(SMALL, "rr/rrr/r1 b 2000 3-1 x1+3", "xc1")[1:] == [("over", [], "1r/rrr/r1 . 2000 - -")]
    assert herd.returns(SMALL, "1r/rrr/r1 . 2000 - -") == (1, -1)
    assert herd.returns(SMALL, "2/3/2 . 2000 - -") == (0, 0)


ACCEPTED = [
    f"{OPEN} r 1 - -", f"{OPEN} b 2 - -", f"{OPEN} r 1999 - -", f"{OPEN} b 2000 - -", f"{OPEN} . 2000 - -",
    f"{SHUT} r 3 - -",
    f"{FULL} . 1 - -", f"{FULL} . 2 - -", f"{FULL} . 2000 - -", f"{OPEN} r 1 5-3 x0+99", f"{OPEN} r 3 5-3 x0+1",
    f"{SHUT} r 3 3-2 x2+3", f"{SHUT} r 3 3-2 x1+3", "2/bb1/2 r 3 6-3 x2+6", "2/bb1/2 r 3 6-3 x0+2",
    f"{SHUT} b 4 3-2 x0+3",
]  # fmt: skip

DAMAGED = {
    "position": ["", OPEN, f"{OPEN} r 1 -", f"{OPEN} r 1 - - -", f" {OPEN} r 1 - -", f"{OPEN} r 1 - - ",
    f"{OPEN}  r 1 - -",
                 f"{OPEN}\tr 1 - -", "9/9/9 x 0 7-7"],
    "rows": [f"{rows} r 1 - -" for rows in (
        "", "2/3", "2/3/2/", "/2/3/2", "2/3/3", "3/3/2", "2/2/2", "2/4/2", "3/2/2", "3/4/5/4/3", "2//2", "2/1r2/2",
        "2/rr/2",
        "2/rrrr/2", "2/03/2", "2/0rrr/2", "2/r0rr/2", "2/12/2", "2/11r/2", "2/111/2", "2/R2/2", "2/.2/2", "2/-3/2",
        "2/+3/2",
        "2/rx1/2", "2,3,2", "2/3/2\n", "2/٣/2", "2/" + "1" * 5000 + "/2", "2/3/2/2", "1/2/3/2", "2/?2/2")] + [
        f"{FULL} r 3 - -", f"{FULL} b 4 - -", f"{FULL} b 2000 - -", f"{FULL} r 3 3-1 x0+2", f"{FULL} r 4 - -",
        f"{FULL} r 0 - -",
        f"{FULL} b 4 3-1 x1+3", "bb/bbb/bb b 2 - -", "2/3/1 x 0 9 9", "2/3/1 . 1 - -"],
    "side": [f"{OPEN} R 1 - -", f"{OPEN}  1 - -", f"{OPEN} - 1 - -", f"{OPEN} rb 1 - -", f"{OPEN} .. 2000 - -",
             f"{FULL} x 3 - -", f"{OPEN} ? 1 - -", f"{OPEN} x 0 9 9", f"{OPEN} . 1 - -", f"{OPEN} . 1999 - -",
             f"{SHUT} . 3 - -",
             f"{OPEN} . 1 5-3 x0+3", f"{OPEN} r 2 - -", f"{OPEN} b 1 - -", f"{OPEN} b 1999 - -", f"{OPEN} r 2000 - -",
             f"{OPEN} b 1 3-5 x0+0", f"{OPEN} r 2 5-3 x9+9", f"{OPEN} b\n 2 - -"],
    "turn": [f"{OPEN} {side} {turn} - -" for side, turn in (
        ("r", "0"), ("r", "01"), ("b", "-2"), ("r", "2001"), ("b", "2002"), ("r", ""), ("r", "1.0"), ("r", "+1"),
        ("r", "-"),
        ("r", "1" * 5000), (".", "0"), (".", "2001"), (".", "02000"), ("r", "١"), ("b", "2\n"), ("r", "?"))]
            + [f"{FULL} . 0 - -", f"{FULL} . 2001 5-3 x1+1", f"{OPEN} b 1x 0-0 9"],
    "dice": [f"{OPEN} r 1 {dice} x0+1" for dice in (
        "3-5", "7-1", "1-0", "0-0", "5", "5-", "-3", "53", "5-3-1", "05-3", "5-03", "--", ".", "", "5+3", "5–3",
        "5-3\n", "?")]
            + [f"{FULL} . 3 5-3 x0+5", f"{OPEN} . 2000 5-3 x0+5", f"{FULL} . 3 5-3 -", f"{FULL} . 3 9-9 -",
            f"{OPEN} r 1 3-5 -"],
    "left": [f"2/bb1/2 r 3 6-3 {left}" for left in (
        "-", "", "x", "x0", "x0+", "0+6", "x+6", "X0+6", "x0-6", "x00+6", "x01+6", "x1+06", "x-1+6", "x1+-6",
        "x0+6+0", "x2+6\n",
        "x0+0", "x0+100", "x0+1000", "x0+" + "9" * 5000, "x4+6", "x3+6", "x2+3", "x2+5", "x2+7", "x1+1", "x1+0",
        "x?+6")] + [
        f"{OPEN} r 1 - x0+1", f"{OPEN} b 2 - x0+0", f"{FULL} . 3 - x0+5", f"{OPEN} . 2000 - x0+1", f"{FULL} . 3 - .",
        f"{OPEN} r 1 6-3 x1+3", "2/bb1/2 r 1 6-3 x1+6", "2/bb1/2 r 1 3-3 x2+3", "bb/bb1/2 r 3 6-1 x2+6",
        f"{OPEN} r 3 6-3 x1+6",
        "rr/rr1/2 r 3 6-3 x1+6", f"{SHUT} r 3 3-1 x0+3", "rr/rrr/1r b 4 3-1 x0+1", "1b/bbb/b1 r 3 3-1 x0+3",
        f"{SHUT} r 1 3-2 x0+2", f"{OPEN} r 1 5-3 -"],
}  # fmt: skip


def test_valid_positions_are_accepted() -> None:
    assert [text for text in ACCEPTED if herd.refusal(SMALL, text) is not None] == []
    assert [text for text in ACCEPTED if herd.view(SMALL, text, 0) != text] == []
    assert herd.refusal("herd(size=8)", "bbr2bbr/9/10/11/12/13/14/r13b/2r11/13/12/11/10/9/8 b 44 6-6 x2+6") is None


def test_damaged_position_error_names_the_field() -> None:
    cases = [(text, field) for field, texts in DAMAGED.items() for text in texts]
    assert [(text, herd.refusal(SMALL, text)) for text, _ in cases] == cases
    assert herd.refusal(THREE, "rrb/bbbb/bbbbb/bbbb/bb1 r 3 6-1 x0+4") == "left"
    assert herd.refusal("herd", herd.start("herd(size=4)")) == "rows"


def test_every_function_rejects_invalid_input() -> None:
    bad = f"{OPEN} b 1 - -"
    for call in (
        lambda: herd.actor(SMALL, bad),
        lambda: herd.moves(SMALL, bad),
        lambda: herd.chances(SMALL, bad),
        lambda: herd.play(SMALL, bad, "1-1"),
        lambda: herd.points(SMALL, bad),
        lambda: herd.returns(SMALL, bad),
        lambda: herd.view(SMALL, bad, None),
        lambda: herd.observation(SMALL, bad, "1-1", 0),
        lambda: herd.perft(SMALL, bad, 1),
    ):
        with pytest.raises(herd.RefusedError, match=r"^side: "):
            call()
    for text, move in (
        (f"{OPEN} r 1 - -", "3-5"),
        (f"{OPEN} r 1 - -", "a1"),
        (f"{OPEN} r 1 5-3 x0+3", "a3"),
        (f"{OPEN} r 1 5-3 x0+3", "5-3"),
        (f"{FULL} . 3 - -", "a1"),
        ("2/bb1/1b r 3 2-1 x0+1", "a1"),
        (f"{SHUT} r 3 3-1 x1+3", "xa2"),
        (f"{SHUT} r 3 3-1 x1+3", "a2"),
        (f"{OPEN} r 1 5-3 x0+3", ""),
    ):
        with pytest.raises(herd.RefusedError, match=r"^move: "):
            herd.play(SMALL, text, move)


@pytest.mark.parametrize(("spec", "games"), [(SMALL, 25), (THREE, 6), ("herd(size=4)", 2), ("herd", 1)])
def test_random_games_keep_invariants(spec: str, games: int) -> None:
    chance = random.Random(spec)
    for _ in range(games):
        text = herd.start(spec)
        stones_at_start = 0  # number of stones at the start of the turn
        while moves := choices(spec, text):
            before = herd.read(spec, text)
            assert herd.write(before) == text and moves == sorted(set(moves))
            assert before.side == "rb"[(before.turn - 1) % 2] and not herd.is_full(before.size, before.stones)
            if before.left and before.left[0] == 0:
                blue = herd.playable_cells(replace(before, side="b"))
                red = herd.playable_cells(replace(before, side="r"))
                empty = [cell for cell in herd.cells(before.size) if cell not in before.stones]
                assert set(red) | set(blue) == set(empty)  # a cell prohibited to one player is open to the opponent
            move = chance.choice(moves)
            events = herd.events(spec, text, move)
            assert herd.observation(spec, text, move, None) == move
            kinds = [kind for kind, _, _ in events]
            assert kinds[0] == ("place" if move[0] in "abcdefghi" else "remove" if move[0] == "x" else "roll")
            assert kinds[1:] in ([], ["turn"], ["over"], ["capture"], ["capture", "turn"])
            text = herd.play(spec, text, move)
            assert text == events[-1][2]
            after = herd.read(spec, text)
            if kinds[-1] == "turn":
                assert after.turn == before.turn + 1 and herd.actor(spec, text) == "chance"
                if events[-2][2].endswith("+0"):  # the turn was not cut short
                    assert len(after.stones) >= stones_at_start
                stones_at_start = len(after.stones)
            else:
                assert after.turn == before.turn
        end = herd.read(spec, text)
        red_points, blue_points = herd.points(spec, text)
        assert herd.is_full(end.size, end.stones) and red_points + blue_points == len(herd.cells(end.size))
        assert herd.returns(spec, text) == ((1, -1) if red_points > blue_points else (-1, 1))


def test_perft_matches_hand_counts() -> None:
    start = herd.start(SMALL)
    # The 6 rolls with a 1 leave one stone to place, then Blue rolls; after the remaining 15 a second stone follows.
    assert [herd.perft(SMALL, start, depth) for depth in range(4)] == [1, 21, 21 * 7, 6 * 7 * 21 + 15 * 7 * 6]
    assert herd.perft(SMALL, "rb/rbr/b1 r 3 6-1 x0+5", 1) == 1
    assert herd.perft(SMALL, "rb/rbr/b1 r 3 6-1 x0+5", 2) == 0  # the game ends first


def test_perft_file_is_correct() -> None:
    lines = (perft.DATA / "herd.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("#")
    situations = [line.partition(" ; ")[0] for line in lines if not line.startswith("#")]
    actors = set()
    for situation in situations:
        spec, text = situation.split(" ", 1)
        assert herd.canonical(spec) == spec and herd.refusal(spec, text) is None
        actors.add((spec, herd.actor(spec, text)))
    assert len(set(situations)) == len(situations) >= 12
    assert {(spec, "chance") for spec in SPECS} <= actors and {
        spec for spec, actor in actors if actor != "chance"
    } == set(SPECS)
    cheap = [line for line in lines if line.startswith(SMALL) or (line[0] != "#" and int(line.split(" ")[-1]) < 4000)]
    assert len(cheap) >= 8 and [perft.recount_line(herd, line) for line in cheap] == cheap
