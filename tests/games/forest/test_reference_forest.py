"""Tests of the reference implementation of the forest game: hand-made positions for each rule, then random games."""

import random

import pytest

from tests.reference import forest, perft
from tests.reference.forest_board import ADJACENT, NAMES, NOTHING, Position, count
from tests.reference.forest_refusals import read_position
from tests.reference.forest_text import parse_spec, write_position

SPECS = ["forest", "forest(first_turn=1)", "forest(yellow_cap=3)", "forest(first_turn=1,yellow_cap=3)"]
SPEC = "forest"
THREE = "forest(yellow_cap=3)"
ONE = "forest(first_turn=1)"
OPEN = "4/5/6/7/6/5/4"


def rows(**pieces: str) -> str:
    tiles = tuple(pieces.get(name, "") for name in NAMES)
    return write_position(Position(tiles, ".", 1, "0", NOTHING)).split(" ")[0]


def tiles_of(spec: str, text: str) -> dict[str, str]:
    return {name: tile for name, tile in zip(NAMES, read_position(spec, text).tiles, strict=True) if tile}


def play_and_read(spec: str, text: str, move: str) -> tuple[dict[str, str], str]:
    """Return the occupied tiles after the move, and the fields after the rows."""
    after = forest.play(spec, text, move)
    return tiles_of(spec, after), after.split(" ", 1)[1]


def boogyman_targets(spec: str, text: str) -> str:
    return " ".join(move.partition("-")[2] for move in forest.moves(spec, text) if move.startswith("B:"))


def test_specs_are_canonicalised_or_rejected() -> None:
    assert [forest.canonical(spec) for spec in SPECS] == SPECS
    assert forest.canonical("forest(first_turn=2)") == forest.canonical("forest(yellow_cap=2,first_turn=2)") == "forest"
    assert forest.canonical("forest(yellow_cap=3,first_turn=1)") == SPECS[3]
    assert forest.canonical("forest(first_turn=2,yellow_cap=3)") == THREE
    for bad in ("", "Forest", "forest()", "forest(first_turn=3)", "forest(first_turn=0)", "forest(yellow_cap=1)",
                "forest(yellow_cap=4)", "forest(first_turn=1,first_turn=1)", "forest(first_turn=1,)", "forest(,)",
                "forest(first_turn = 1)", "forest (first_turn=1)", "forest(first_turn=1, yellow_cap=3)", "forest\n",
                "forest(first_turn=01)", "forest(first_turn=)", "forest(first_turn)", "forest(size=4)", "herd",
                "forest(first_turn=1", "forest((first_turn=1))", "forest(first_turn=1)(yellow_cap=3)"):  # fmt: skip
        with pytest.raises(forest.RefusedError) as caught:
            forest.canonical(bad)
        assert caught.value.field == "spec" and repr(bad) in caught.value.reason
        assert forest.refusal(bad, forest.start(SPEC)) == "spec"
        with pytest.raises(forest.RefusedError):
            forest.start(bad)


def test_board_has_the_correct_cells_and_neighbours() -> None:
    assert len(NAMES) == 37 and NAMES[0] == "a1" and NAMES[-1] == "g4"
    around = {name: " ".join(sorted(NAMES[to] for to in ADJACENT[cell])) for cell, name in enumerate(NAMES)}
    assert around["a1"] == "a2 b1 b2" and around["d7"] == "c6 d6 e6" and around["d4"] == "c3 c4 d3 d5 e3 e4"
    assert around["b2"] == "a1 a2 b1 b3 c2 c3" and around["f1"] == "e1 e2 f2 g1"
    assert all(name in around[neighbour].split() for name in around for neighbour in around[name].split())


def test_opening_follows_rules() -> None:
    text = forest.start(SPEC)
    assert text == f"{OPEN} r 0 p4 -"
    assert forest.moves(SPEC, text) == sorted(f"@{name}" for name in NAMES)
    for move, after in (
        ("@d4", "4/5/6/3,r,3/6/5/4 g 0 p3 -"),
        ("@d4", "4/5/6/3,rg,3/6/5/4 g 0 p2 -"),
        ("@d4", "4/5/6/3,rgg,3/6/5/4 r 0 p1 -"),
    ):
        text = forest.play(SPEC, text, move)
        assert text == after
    assert len(forest.moves(SPEC, text)) == 36 and "@d4" not in forest.moves(SPEC, text)
    assert forest.play(SPEC, text, "@d5") == "4/5/6/3,rgg,r,2/6/5/4 r 1 2 -"
    assert forest.play(ONE, text, "@a1") == "4/5/6/3,rgg,3/6/5/r,3 r 1 1 -"
    assert forest.play(ONE, forest.play(ONE, text, "@a1"), "a1-a2").endswith("/6/5/y,r,2 g 2 2 -")


def test_steps_follow_rules() -> None:
    lone_pawn = rows(d4="r", a1="r", g4="g")
    assert play_and_read(SPEC, f"{lone_pawn} r 1 2 -", "d4-e4") == (
        {"a1": "r", "d4": "y", "e4": "r", "g4": "g"},
        "r 1 1 e4:1",
    )
    two = rows(d4="rr", g4="g")
    assert play_and_read(SPEC, f"{two} r 1 2 -", "d4-d5") == ({"d4": "r", "d5": "r", "g4": "g"}, "r 1 1 d5:1")
    for before, spec, behind in (
        ("ry", SPEC, "yy"),
        ("ryy", SPEC, "yy"),
        ("ryy", THREE, "yyy"),
        ("rg", SPEC, "gy"),
        ("rR", SPEC, "yR"),
        ("rG", SPEC, "yG"),
    ):
        text = f"{rows(d4=before, a1='r', g4='g')} r 3 2 -"
        assert play_and_read(spec, text, "d4-c3")[0] == {"a1": "r", "c3": "r", "d4": behind, "g4": "g"}
    # at most two pieces of any kind may be there
    full = rows(d4="r", d3="yyG", d5="gyy", c3="gg", c4="rrR", e3="yy", e4="y")
    assert [move for move in forest.moves(SPEC, f"{full} r 3 2 -") if move[:3] == "d4-"] == ["d4-c3", "d4-e3", "d4-e4"]
    assert play_and_read(SPEC, f"{full} r 3 2 -", "d4-c3")[0]["c3"] == "rgg"
    assert play_and_read(SPEC, f"{rows(d4='rG', d5='r', a1='g')} r 3 2 -", "d5-d4")[0]["d4"] == "rrG"


def test_each_pawn_acts_once_per_turn() -> None:
    pair = rows(d4="rr", g4="g")
    moves = forest.moves(SPEC, f"{pair} r 3 1 d4:1")
    assert len(moves) == 6 and {move[:3] for move in moves} == {"d4-"}
    assert play_and_read(SPEC, f"{pair} r 3 1 d4:1", "d4-e4") == ({"d4": "r", "e4": "r", "g4": "g"}, "g 4 2 -")
    assert forest.refusal(SPEC, f"{pair} r 3 1 d4:2") == "side"
    # A lone pawn has one action: the rest of the turn is skipped.
    assert play_and_read(SPEC, f"{rows(d4='r', g4='gg')} r 3 2 -", "d4-e4")[1] == "g 4 2 -"
    # A pawn and the BBB have two actions.
    text = forest.play(SPEC, f"{rows(d4='r', a1='R', g4='gg')} r 3 2 -", "d4-e4")
    assert text.endswith(" r 3 1 e4:1") and {move[:2] for move in forest.moves(SPEC, text)} == {"B:"}
    # A pawn that has acted joins a fresh pawn: one of the two can act.
    text = forest.play(SPEC, f"{rows(d4='r', e4='r', g4='gg')} r 3 2 -", "d4-e4")
    assert text.endswith(" r 3 1 e4:1") and {move[:3] for move in forest.moves(SPEC, text)} == {"e4-"}


def test_spawns_follow_rules() -> None:
    text = f"{rows(d4='ryy', a1='r', g4='g')} r 3 2 -"
    assert {"+d4", "!d4"} <= set(forest.moves(SPEC, text))
    assert play_and_read(SPEC, text, "+d4") == ({"a1": "r", "d4": "rr", "g4": "g"}, "r 3 1 d4:2")
    assert {move[:3] for move in forest.moves(SPEC, forest.play(SPEC, text, "+d4"))} == {"a1-"}
    lone_pawn = f"{rows(d4='ryy', g4='g')} r 3 2 -"
    assert play_and_read(SPEC, lone_pawn, "+d4") == ({"d4": "rr", "g4": "g"}, "g 4 2 -")  # both have acted
    for pieces in ("ry", "gyy", "rgy", "yy"):
        assert forest.moves(SPEC, f"{rows(d4=pieces, a1='r', g4='g')} r 3 2 -")[0][0] not in "!+"
    assert "+d4" not in forest.moves(SPEC, f"{rows(d4='ryy', a1='r', g4='g')} r 3 1 d4:1")
    assert play_and_read(SPEC, f"{rows(d4='gyy', a1='r')} g 4 2 -", "+d4")[0] == {"a1": "r", "d4": "gg"}


def test_bbb_spawns_follow_rules() -> None:
    text = f"{rows(d4='ryy', a1='r', g4='g')} r 3 2 -"
    assert play_and_read(SPEC, text, "!d4") == ({"a1": "r", "d4": "R", "g4": "g"}, "r 3 1 -")
    after = forest.play(SPEC, text, "!d4")
    assert {move[:2] for move in forest.moves(SPEC, after)} == {"B:", "a1"}  # the BBB may still act
    assert forest.play(SPEC, text.replace(" 2 -", " 1 a1:1"), "!d4").endswith(" g 4 2 -")
    on_the_board = f"{rows(d4='ryy', a1='R', g4='g')} r 3 2 -"
    assert "!d4" not in forest.moves(SPEC, on_the_board) and "+d4" in forest.moves(SPEC, on_the_board)
    assert "!d4" in forest.moves(SPEC, f"{rows(d4='ryy', a1='G', g4='g')} r 3 2 -")
    # Red gives up its last pawn and loses; the BBB does not help.
    alone = forest.play(SPEC, f"{rows(d4='ryy', g4='g')} r 3 2 -", "!d4")
    assert alone == "3,g/5/6/3,R,3/6/5/4 . 3 0 -" and forest.returns(SPEC, alone) == (-1, 1)


def test_bbb_moves_follow_rules() -> None:
    text = f"{rows(a1='R', g4='r', d7='g')} r 3 2 -"
    assert (
        boogyman_targets(SPEC, text) == "a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4"
    )  # up to three steps, not back to a1
    walls = f"{rows(a1='R', a2='y', b1='G', b2='rgg', g4='r')} r 3 2 -"
    assert boogyman_targets(SPEC, walls) == ""
    way = rows(a1="R", a2="y", b1="G", b2="rg", b3="ggg", c2="y", c3="gg", d4="r")
    assert boogyman_targets(SPEC, f"{way} r 3 2 -") == "b2 c3 c4 d3 d4"
    # Own pawns stay, enemy pawns on the last tile are captured, enemy pawns on the way are not.
    text = f"{rows(a1='R', a2='gg', a3='rg', g4='rg')} r 3 2 -"
    assert play_and_read(SPEC, text, "B:a1-a3") == ({"a2": "gg", "a3": "rR", "g4": "rg"}, "r 3 1 B")
    assert play_and_read(SPEC, text, "B:a1-a2") == ({"a2": "R", "a3": "rg", "g4": "rg"}, "r 3 1 B")
    assert not any(move[0] == "B" for move in forest.moves(SPEC, forest.play(SPEC, text, "B:a1-a2")))
    # The BBB leaves no yellow pawn, and a yellow pawn on its tile does not block it.
    text = f"{rows(a1='yR', g4='r', d7='g')} r 3 2 -"
    assert play_and_read(SPEC, text, "B:a1-a2")[0] == {"a1": "y", "a2": "R", "d7": "g", "g4": "r"}


def test_bbb_can_go_out_and_back_to_capture() -> None:
    for pieces, can_return in (
        ("gR", True),
        ("ggR", True),
        ("rgR", True),
        ("rR", False),
        ("R", False),
        ("gyR", False),
        ("gRG", False),
    ):
        text = f"{rows(a1=pieces, g4='r', d7='gg')} r 3 2 -"
        assert ("B:a1-a1" in forest.moves(SPEC, text)) == can_return
        if can_return:
            assert tiles_of(SPEC, forest.play(SPEC, text, "B:a1-a1"))["a1"] == pieces.replace("g", "")
    blocked = f"{rows(a1='gR', a2='y', b1='G', b2='rgg', g4='r')} r 3 2 -"
    assert boogyman_targets(SPEC, blocked) == ""  # the BBB is blocked
    assert boogyman_targets(SPEC, f"{rows(d4='rG', a1='rg')} g 4 2 -").count("d4") == 1


def test_turns_without_actions_are_skipped() -> None:
    blocked = {"g4": "g", "g3": "yyy", "f5": "yyy", "f4": "yyy"}  # Green cannot act: the turn is skipped and counted
    assert play_and_read(THREE, f"{rows(a1='r', **blocked)} r 3 2 -", "a1-a2")[1] == "r 5 2 -"
    assert play_and_read(THREE, f"{rows(a1='r', **blocked)} r 299 2 -", "a1-a2")[1] == ". 299 0 -"
    text = forest.play(THREE, f"{rows(a1='rr', **blocked)} r 297 2 -", "a1-a2")
    assert text.endswith(" r 297 1 a2:1") and forest.play(THREE, text, "a1-b1").endswith(" r 299 2 -")
    red = rows(g4="r", g3="yyy", f5="yyy", f4="yyy", a1="g")
    assert play_and_read(THREE, f"{red} g 298 2 -", "a1-a2")[1] == "g 300 2 -"
    assert play_and_read(THREE, f"{red} g 300 2 -", "a1-a2")[1] == ". 300 0 -"


def test_game_is_drawn_when_neither_player_can_act() -> None:
    blocked = {"g4": "g", "g3": "yyy", "f5": "yyy", "f4": "yyy", "a2": "yyy", "b1": "yyy", "b2": "yyy"}
    text = f"{rows(a1='ryy', **blocked)} r 3 2 -"
    assert forest.moves(THREE, text) == ["!a1", "+a1"]
    drawn = forest.play(THREE, text, "+a1")
    assert drawn == f"{rows(a1='rr', **blocked)} . 3 0 -" and forest.returns(THREE, drawn) == (0, 0)
    lost = forest.play(THREE, text, "!a1")
    assert lost.endswith(" . 3 0 -") and forest.returns(THREE, lost) == (-1, 1)
    # The new pawns on a1 count as ready to act: Red continues if there is a way out.
    blocked["a2"] = "yy"
    assert forest.play(THREE, f"{rows(a1='ryy', **blocked)} r 3 2 -", "+a1").endswith(" r 5 2 -")


def test_game_ends_follow_rules() -> None:
    six = {"a1": "rrr", "a3": "rr", "d4": "ryy"}
    won = forest.play(SPEC, f"{rows(g4='g', **six)} r 3 2 -", "+d4")
    assert won == "3,g/5/6/3,rr,3/6/5/rrr,1,rr,1 . 3 0 -"
    assert forest.returns(SPEC, won) == (1, -1) and forest.points(SPEC, won) == (7, 1)
    assert forest.actor(SPEC, won) == "over" and forest.moves(SPEC, won) == []
    # The BBB does not count as a pawn.
    assert forest.play(SPEC, f"{rows(g4='g', **six)} r 3 2 -", "!d4").endswith(" r 3 1 -")
    assert forest.play(SPEC, f"{rows(g4='g', c1='R', **six)} r 3 2 -", "d4-d5").endswith(" r 3 1 d5:1")
    after = forest.play(SPEC, f"{rows(a1='gR', a2='r')} r 3 2 -", "B:a1-a1")
    assert after == "4/5/6/7/6/5/R,r,2 . 3 0 -" and forest.returns(SPEC, after) == (1, -1)
    last = f"{rows(a1='r', g4='g')} g 300 2 -"
    assert forest.returns(SPEC, last) is None
    drawn = forest.play(SPEC, last, "g4-g3")
    assert drawn == "2,g,y/5/6/7/6/5/r,3 . 300 0 -" and forest.returns(SPEC, drawn) == (0, 0)
    last = forest.play(SPEC, f"{rows(a1='r', g4='gg')} g 300 2 -", "g4-g3")
    assert last.endswith(" g 300 1 g3:1") and forest.play(SPEC, last, "g4-f4").endswith(" . 300 0 -")
    assert forest.returns(SPEC, f"{rows(a1='rrr', a2='rrr', a3='r')} . 9 0 -") == (1, -1)
    assert forest.returns(SPEC, f"{rows(a1='ggg', a2='ggg', a3='g')} . 9 0 -") == (-1, 1)


STUCK = rows(a1="r", a2="yyy", b1="yyy", b2="yyy", g4="g")  # Red cannot act
BOTH = rows(a1="r", a2="yyy", b1="yyy", b2="yyy", g4="g", g3="yyy", f5="yyy", f4="yyy")
GREEN = rows(a1="r", g4="g", g3="yyy", f5="yyy", f4="yyy")  # Green cannot act
PLAIN = rows(a1="rr", g4="gg")
SEVEN = rows(a1="rrr", a2="rrr", a3="r", g4="g")
EVEN = rows(a1="rrr", a2="rrr", a3="r", g1="ggg", g2="ggg", g3="g")

ACCEPTED = [
    f"{PLAIN} r 1 2 -", f"{PLAIN} g 2 2 -", f"{PLAIN} r 299 2 -", f"{PLAIN} g 300 2 -", f"{PLAIN} r 3 1 a1:1",
    f"{PLAIN} . 300 0 -", f"{SEVEN} . 1 0 -", f"{SEVEN} . 8 0 -", f"{BOTH} . 3 0 -", f"{GREEN} . 299 0 -",
    f"{STUCK} g 4 2 -", f"{GREEN} r 3 2 -", f"{rows(a1='rrR', g4='g')} r 3 1 B", f"{rows(a1='rrR', g4='g')} r 3 1 -",
    f"{rows(a1='r', a3='rr', g4='g')} r 3 1 a3:2", f"{rows(a1='RG', b1='rrr', g4='ggg', d4='yyy')} r 7 2 -",
    f"{rows(a1='rrr', a2='rrr', a3='r', b1='yyy')} . 300 0 -", f"{rows(a1='rg')} g 0 p2 -",
    f"{OPEN} r 0 p4 -", f"{rows(a1='rgg')} r 0 p1 -", f"{rows(d4='r')} g 0 p3 -",
]  # fmt: skip

DAMAGED = {
    "position": ["", OPEN, f"{OPEN} r 0 p4", f"{OPEN} r 0 p4 - -", f" {OPEN} r 0 p4 -", f"{OPEN}  r 0 p4 -", "x\ty"],
    "rows": [f"{bad} r 0 p4 -" for bad in (
        "", "4/5/6/7/6/5", f"{OPEN}/", f"/{OPEN}", "4/5/6/7/6/5/5", "4/5/6/8/6/5/4", "4/5/6/3,3/6/5/4",
        "4/5/6/3,4/6/5/4",
        "4/5/6/07/6/5/4", "4/5/6/0,7/6/5/4", "4/5/6/7,/6/5/4", "4/5/6/,7/6/5/4", "4/5/6/6,x/6/5/4", "4/5/6/6r/6/5/4",
        "4/5/6/6,./6/5/4", "4/5/6/3,,3/6/5/4", "?/5/6/7/6/5/4")] + [f"{bad} r 3 2 -" for bad in (
        "4/5/6/6,gr/6/5/r,3", "4/5/6/6,gGR/6/5/r,3", "4/5/6/6,Gg/6/5/r,3", "4/5/6/6,yr/6/5/g,3", "4/5/6/6,g/6/5/r,4",
        rows(a1="r", g4="gggg"), rows(a1="ryyR", g4="g"), rows(a1="r", g4="g", b1="yyyy"),
        rows(a1="rrr", a2="rrr", a3="rr", g4="g"), rows(a1="rR", a2="R", g4="g"), rows(a1="rRR", g4="g"),
        OPEN, SEVEN, EVEN, rows(a1="rR"), rows(g4="gG"))] + [
        f"{OPEN} . 3 0 -", f"{EVEN} . 3 0 -", f"{rows(d4='ry')} g 0 p3 -", f"{rows(d4='rG')} g 0 p3 -",
        f"{SEVEN} r 3 1 a1:1", f"{SEVEN} g 9 0 x", f"{OPEN} g 0 2 -", f"{OPEN} . 0 p4 -"],
    "side": [f"{PLAIN} x 1 2 -", f"{PLAIN} R 1 2 -", f"{PLAIN}  1 2 -", f"{PLAIN} g 1 2 -", f"{PLAIN} r 2 2 -",
             f"{PLAIN} . 3 0 -", f"{PLAIN} . 299 0 -", f"{STUCK} . 3 0 -", f"{GREEN} . 298 0 -", f"{STUCK} . 299 0 -",
             f"{STUCK} r 3 2 -", f"{GREEN} g 4 2 -", f"{rows(d4='r', g4='g')} r 3 1 d4:1", f"{OPEN} g 0 p4 -",
             f"{rows(d4='r')} r 0 p3 -", f"{rows(d4='rg')} r 0 p2 -", f"{rows(d4='rgg')} g 0 p1 -", f"{PLAIN} g 5 p9 x",
             f"{PLAIN} . 0 0 -"],
    "turn": [f"{PLAIN} r {turn} 2 -" for turn in ("01", "301", "-1", "", "x", "1.0", "0", "1000", "٣", "3\n")] + [
        f"{OPEN} r 1 p4 -", f"{SEVEN} . 0 0 -", f"{rows(d4='r')} g 2 p3 -", f"{PLAIN} r 0 0 -", f"{PLAIN} . 301 0 -"],
    "left": [f"{PLAIN} r 3 {left} -" for left in ("0", "3", "", "-", "02", "p", "p0", "p5", "x")] + [
        f"{PLAIN} . 300 1 -", f"{SEVEN} . 3 2 -", f"{rows(d4='r')} r 0 p4 -", f"{OPEN} g 0 p3 -", f"{OPEN} r 0 p1 -",
        f"{rows(d4='rgg', a1='r')} r 0 p1 -", f"{rows(d4='rg', a1='g')} g 0 p2 -", f"{PLAIN} r 3 0 a1:1"],
    "acted": [f"{PLAIN} r 3 1 {acted}" for acted in (
        "-", "", "B", "a1", "a1:0", "a1:", "a1:01", "a1:4", "a1:x", "h1:1", "a5:1", "A1:1", "a1:1,", ",a1:1",
        "a1:1,a1:1", "a2:1", "g4:1", "a1:1,-", "b")] + [
        f"{PLAIN} r 3 2 a1:1", f"{PLAIN} . 300 0 a1:1", f"{SEVEN} . 3 0 B", f"{OPEN} r 0 p4 B",
        f"{rows(d4='r')} g 0 p3 d4:1", f"{rows(a1='rR', a2='rr', g4='g')} r 3 1 B,a1:1",
        f"{rows(a1='rrr', a2='rr', g4='g')} r 3 1 a1:3",
        f"{rows(a1='rrr', a2='rr', g4='g')} r 3 1 a1:1,a2:1", f"{rows(a1='rrr', a2='rr', g4='g')} r 3 1 a2:1,a1:1",
        f"{rows(a1='rrG', g4='g')} r 3 1 B", f"{rows(a1='rrG', g4='g')} r 3 1 -"],
}  # fmt: skip


def test_valid_positions_are_accepted() -> None:
    assert [text for text in ACCEPTED if forest.refusal(THREE, text) is not None] == []
    assert [text for text in ACCEPTED if forest.view(THREE, text, None) != text] == []
    assert forest.refusal(ONE, f"{PLAIN} r 1 1 -") is None and forest.refusal(SPEC, f"{PLAIN} r 1 1 -") == "acted"
    assert forest.refusal(ONE, f"{PLAIN} r 1 2 -") == "left" and forest.refusal(ONE, f"{PLAIN} r 3 2 -") is None
    assert forest.refusal(ONE, f"{PLAIN} r 1 1 a1:1") == "acted"
    assert forest.refusal(SPEC, f"{rows(a1='r', g4='g', d4='yyy')} r 3 2 -") == "rows"


def test_damaged_positions_are_rejected_at_field() -> None:
    cases = [(text, field) for field, texts in DAMAGED.items() for text in texts]
    assert [(text, forest.refusal(THREE, text, 0)) for text, _ in cases] == cases


def test_every_function_rejects_invalid_input() -> None:
    bad = f"{PLAIN} g 1 2 -"
    for call in (
        lambda: forest.actor(SPEC, bad),
        lambda: forest.moves(SPEC, bad),
        lambda: forest.chances(SPEC, bad),
        lambda: forest.play(SPEC, bad, "g4-g3"),
        lambda: forest.points(SPEC, bad),
        lambda: forest.returns(SPEC, bad),
        lambda: forest.view(SPEC, bad, None),
        lambda: forest.observation(SPEC, bad, "g4-g3", 0),
        lambda: forest.perft(SPEC, bad, 1),
    ):
        with pytest.raises(forest.RefusedError, match=r"^side: "):
            call()
    for text, move in (
        (f"{PLAIN} r 1 2 -", "g4-g3"),
        (f"{PLAIN} r 1 2 -", "a1-a3"),
        (f"{PLAIN} r 1 2 -", "+a1"),
        (f"{PLAIN} r 1 2 -", ""),
        (f"{PLAIN} r 1 2 -", "@a1"),
        (f"{SEVEN} . 3 0 -", "a1-a2"),
        (f"{OPEN} r 0 p4 -", "d4"),
        (f"{OPEN} r 0 p4 -", "@d8"),
        (f"{PLAIN} r 1 2 -", "B:a1-a2"),
    ):
        with pytest.raises(forest.RefusedError, match=r"^move: "):
            forest.play(SPEC, text, move)


@pytest.mark.parametrize(("spec", "games"), [(SPECS[0], 12), (SPECS[1], 6), (SPECS[2], 6), (SPECS[3], 6)])
def test_random_games_keep_invariants(spec: str, games: int) -> None:
    chance = random.Random(spec)
    cap = parse_spec(spec).yellow_cap
    for _ in range(games):
        text = forest.start(spec)
        while moves := forest.moves(spec, text):
            before = read_position(spec, text)
            assert write_position(before) == forest.view(spec, text, 0) == text and forest.chances(spec, text) == []
            assert moves == sorted(set(moves)) and forest.returns(spec, text) is None
            assert forest.actor(spec, text) == ("seat 1" if before.side == "r" else "seat 2")
            assert all(len(tile) <= 3 and tile.count("y") <= cap for tile in before.tiles)
            move = chance.choice(moves)
            assert forest.observation(spec, text, move, None) == move
            text = forest.play(spec, text, move)
            after = read_position(spec, text)
            if before.left == "1" and after.side != ".":
                assert after.turn in (before.turn + 1, before.turn + 2) and after.acted == NOTHING
            change = sum(forest.points(spec, text)) - sum(count(before.tiles, pawn) for pawn in "rg")
            assert change == {"@": 1, "+": 1, "!": -1}.get(move[0], change if move[0] == "B" else 0)
        red, green = forest.points(spec, text)
        won = (red == 7 or green == 0) - (green == 7 or red == 0)
        assert forest.returns(spec, text) == (won, -won)
        assert won or read_position(spec, text).turn >= 299


def test_perft_matches_hand_counts() -> None:
    assert [forest.perft(SPEC, forest.start(SPEC), depth) for depth in range(3)] == [1, 37, 37 * 37]
    # Two pawns in a corner: 3 steps, then 3 steps of the second pawn and none of the first.
    assert [forest.perft(SPEC, f"{PLAIN} r 1 2 -", depth) for depth in (1, 2)] == [3, 9]
    assert forest.perft(SPEC, f"{SEVEN} . 3 0 -", 1) == 0
    assert forest.perft(SPEC, f"{rows(d4='ryy', g4='g')} r 3 2 -", 1) == 8


def test_perft_file_is_correct() -> None:
    lines = (perft.DATA / "forest.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("#")
    situations = [line.partition(" ; ")[0] for line in lines if not line.startswith("#")]
    actors = set()
    for situation in situations:
        spec, text = situation.split(" ", 1)
        assert forest.canonical(spec) == spec and forest.refusal(spec, text) is None
        actors.add(forest.actor(spec, text))
    assert len(set(situations)) == len(situations) >= 15 and actors == {"seat 1", "seat 2", "over"}
    assert {situation.split(" ")[0] for situation in situations} >= {SPEC, THREE, ONE}
    cheap = [line for line in lines if line[0] != "#" and int(line.split(" ")[-1]) < 3000]
    assert len(cheap) >= 5 and [perft.recount_line(forest, line) for line in cheap] == cheap
