"""Tests of Herd in the core: the example, rules and statistics of its rules page, and rejected positions."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import CHANCE, OVER, BadPosition, IllegalMove
from fastcore.text.hexagon import hexagon
from tests.conftest import deep
from workbench.conformance.walks import option_specs, random_game
from workbench.positions.fixes import problems_with_fixes

EXAMPLE = "herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5"


def test_designers_example_is_reproduced() -> None:
    state = fastcore.parse(EXAMPLE)
    for move in ["xe3", "xd4", "xc3", "e2", "c3", "d2", "e3"]:
        state.play(move)
    events = state.events("d4")
    assert [(event.kind, event.where) for event in events] == [("place", ("d4",)), ("capture", ("d3",))]
    assert events[0].fields["rows"] == "4/5/1rrb2/1rbr3/1rrb2/5/4" and events[0].fields["left"] == "x0+0"
    state.play("d4")
    assert state.text() == "4/5/1rrb2/1r1r3/1rrb2/5/4 r 3 5-3 x0+1"
    state.play("d3")
    assert state.text() == "4/5/1rrb2/1rrr3/1rrb2/5/4 b 4 - -"
    assert state.points() == (7, 2)


def test_start_positions_are_correct() -> None:
    assert fastcore.start("herd(size=4)").situation == "herd(size=4) 4/5/6/7/6/5/4 r 1 - -"
    assert fastcore.start("herd").text() == "5/6/7/8/9/8/7/6/5 r 1 - -"
    assert fastcore.start("herd(size=8)").text() == "8/9/10/11/12/13/14/15/14/13/12/11/10/9/8 r 1 - -"


def test_hexagon_has_the_correct_cells_and_neighbours() -> None:
    for size in range(2, 9):
        board = hexagon(size)
        assert len(board.names) == 3 * size * (size - 1) + 1 and len(board.names) % 2 == 1
        assert list(board.names) == sorted(board.names, key=str.encode)
        degrees = [len(near) for near in board.neighbours]
        assert degrees.count(3) == 6 and degrees.count(4) == 6 * (size - 2) and set(degrees) <= {3, 4, 6}
        assert all(
            cell in board.neighbours[neighbour] for cell, near in enumerate(board.neighbours) for neighbour in near
        )
    board = hexagon(4)
    names = {board.names[neighbour] for neighbour in board.neighbours[board.index("d4")]}
    assert names == {"d3", "d5", "c3", "c4", "e3", "e4"}


def test_dice_have_the_correct_outcomes_and_effects() -> None:
    state = fastcore.start("herd")
    outcomes = {state.move_text(move): probability for move, probability in state.chances()}
    assert len(outcomes) == 21 and outcomes["3-3"] == 1 / 36 and outcomes["5-3"] == 2 / 36
    assert state.after("5-3").fields["left"] == "x0+3", "on turn 1 the lower die is placed and nothing removed"
    second = fastcore.parse("herd(size=3) r2/4/5/4/3 b 2 - -")
    assert second.after("5-3").fields["left"] == "x1+5", "fewer enemy stones than the low die are all removed"
    assert fastcore.parse("herd(size=3) 3/4/5/4/3 b 2 - -").after("6-2").phase == "place"


def test_prohibited_cells_are_illegal() -> None:
    state = fastcore.parse("herd(size=2) bb/b1b/2 r 3 3-1 x0+3")
    assert [state.move_text(move) for move in state.moves()] == ["a1", "a2", "b2"]
    state = fastcore.parse("herd(size=3) 1b1/bb2/5/4/3 r 3 3-1 x0+3")
    assert "e1" not in [state.move_text(move) for move in state.moves()]
    with pytest.raises(IllegalMove, match="all cells next to e1 are blue"):
        state.play("e1")
    blue = fastcore.parse("herd(size=3) 1b1/bb2/5/4/3 b 4 3-1 x0+3")
    assert "e1" in [blue.move_text(move) for move in blue.moves()], "a cell open to the opponent"


def test_capturing_placement_on_prohibited_cell_is_illegal() -> None:
    # a1 is empty between the blue stones a2, b1 and b2; a2 is lone, and its other neighbours are red
    state = fastcore.parse("herd(size=2) 2/1b1/1b r 3 3-1 x0+3")
    assert state.why_not("a1") == ""
    state = fastcore.parse("herd(size=2) 2/bb1/1b r 3 3-1 x0+3")
    assert state.why_not("a1") == "all cells next to a1 are blue"


def test_only_single_stones_are_captured() -> None:
    state = fastcore.parse("herd(size=3) 3/1r2/1rb2/2r1/3 r 5 3-1 x0+3")
    for move in ("d3", "c4"):
        state.play(move)
    events = state.events("b2")
    assert [event.kind for event in events] == ["place", "capture"] and events[1].where == ("c3",)
    pair = fastcore.parse("herd(size=2) rr/bbr/1r r 5 2-1 x0+2")
    assert [event.kind for event in pair.events("a1")] == ["place", "over"], "a group of two is never captured"


def test_turn_ends_when_no_placement_is_legal() -> None:
    # After a1 is removed its neighbours are all blue: Red's turn ends and the remaining stones are forfeited.
    state = fastcore.parse("herd(size=2) bb/bb1/bb r 3 6-1 x1+6")
    events = state.events("xa1")
    assert [event.kind for event in events] == ["remove", "turn"] and events[1].values["forfeited"] == 6
    state.play("xa1")
    assert state.fields["side"] == "b" and state.fields["dice"] == "-"


def test_roll_ends_turn_when_no_move_is_legal() -> None:
    # Turn 1 has no removals, and the only empty cell is surrounded by blue stones.
    state = fastcore.parse("herd(size=2) bb/b1b/bb r 1 - -")
    events = state.events("6-4")
    assert [event.kind for event in events] == ["roll", "turn"] and events[1].values["forfeited"] == 4
    assert events[0].fields["left"] == "x0+4"
    assert state.after("6-4").text() == "bb/b1b/bb b 2 - -"


def test_full_board_ends_game() -> None:
    state = fastcore.parse("herd(size=2) rr/rrb/1b r 5 6-1 x0+6")
    assert [event.kind for event in state.events("a1")] == ["place", "over"]
    state.play("a1")
    assert state.text() == "rr/rrb/rb . 5 - -" and state.actor == OVER and state.returns() == (1.0, -1.0)


def test_game_continues_if_last_placement_captures() -> None:
    # Capturing with the last placement empties a cell, which the earned stone then fills.
    state = fastcore.parse("herd(size=2) rr/rbr/1r r 5 2-1 x0+2")
    assert [event.kind for event in state.events("a1")] == ["place", "capture"]
    state.play("a1")
    assert state.text() == "rr/r1r/rr r 5 2-1 x0+2"
    state.play("b2")
    assert state.actor == OVER and state.points() == (7, 0)


def test_game_ends_at_turn_limit() -> None:
    state = fastcore.parse("herd(size=2) 2/1r1/b1 b 2000 1-1 x0+1")
    state.play("a2")
    assert state.text() == "2/1r1/bb . 2000 - -" and state.returns() == (-1.0, 1.0)
    state = fastcore.parse("herd(size=2) 2/rr1/b1 b 2000 1-1 x0+1").after("a2")
    assert state.actor == OVER and state.returns() == (0.0, 0.0)


REJECTED = [  # (position of size 3, field) for every clause of the page's section on rejected positions
    ("3/4/5/4 r 1 - -", "rows"), ("3/4/5/4/3/3 r 1 - -", "rows"), ("3/4/4/4/3 r 1 - -", "rows"),
    ("3/4/6/4/3 r 1 - -", "rows"),
    ("3/4/5/4/x r 1 - -", "rows"), ("3/4/5/4/R2 r 1 - -", "rows"), ("3/4/5/4/03 r 1 - -", "rows"),
    ("3/4/5/4/r02 r 1 - -", "rows"),
    ("3/4/5/4/0rrr r 1 - -", "rows"), ("3/4/5/4/ r 1 - -", "rows"), ("3/4/5/4/\u0663 r 1 - -", "rows"),
    ("rrr/rrrr/rrrrr/bbbb/bbb r 3 - -", "rows"), ("rrr/rrrr/rrrrr/bbbb/bbb b 4 5-1 x1+5", "rows"),
    ("3/4/5/4/3 x 1 - -", "side"), ("3/4/5/4/3 b 1 - -", "side"), ("3/4/5/4/3 r 2 - -", "side"),
    ("3/4/5/4/3 . 7 - -", "side"),
    ("3/4/5/4/3  1 - -", "side"),
    ("3/4/5/4/3 r 0 - -", "turn"), ("3/4/5/4/3 r 01 - -", "turn"), ("3/4/5/4/3 r 2001 - -", "turn"),
    ("3/4/5/4/3 r -1 - -", "turn"),
    ("3/4/5/4/3 r x - -", "turn"), ("3/4/5/4/3 r 99999999999999999999 - -", "turn"),
    ("3/4/5/4/3 r 1 3-5 x0+3", "dice"), ("3/4/5/4/3 r 1 7-1 x0+1", "dice"), ("3/4/5/4/3 r 1 5-0 x0+1", "dice"),
    ("3/4/5/4/3 r 1 53 x0+1", "dice"), ("rrr/rrrr/rrrrr/bbbb/bbb . 9 5-1 x1+5", "dice"),
    ("3/4/5/4/3 . 2000 5-1 x1+5", "dice"),
    ("3/4/5/4/3 r 1 5-3 -", "left"), ("3/4/5/4/3 r 1 - x0+3", "left"), ("3/4/5/4/3 r 1 5-3 x0+0", "left"),
    ("3/4/5/4/3 r 1 5-3 x0+100", "left"), ("3/4/5/4/3 r 1 5-3 x00+3", "left"), ("3/4/5/4/3 r 1 5-3 x0+03", "left"),
    ("3/4/5/4/b2 r 1 5-3 x1+5", "left"), ("3/4/5/4/bb1 r 3 5-1 x2+5", "left"), ("3/4/5/4/b2 r 3 5-3 x2+5", "left"),
    ("3/4/5/4/b2 r 3 5-3 x1+4", "left"), ("3/4/5/4/b2 r 3 5-3 x1+6", "left"), ("3/4/5/4/3 r 3 5-3 0+5", "left"),
    ("rrr/rrrr/rrrrr/bbbb/bbb . 9 - x0+1", "left"), ("bbb/bbbb/bb1bb/bbbb/bbb r 3 5-3 x0+5", "left"),
    ("3/4/5/4/3 r 1 -", "position"), ("3/4/5/4/3 r 1 - - -", "position"), ("", "position"),
    ("3/4/5/4/3 r  1 - -", "position"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field"), REJECTED)
def test_rejected_positions_name_field_and_span(text: str, field: str) -> None:
    situation = f"herd(size=3) {text}"
    with pytest.raises(BadPosition) as caught:
        fastcore.parse(situation)
    assert caught.value.field == field
    problems = problems_with_fixes(situation)
    assert problems[0].field == field and problems[0].reason == caught.value.reason
    start, end = problems[0].span
    part = situation[start:end]
    if field != "position":
        names = ["spec", "rows", "side", "turn", "dice", "left"]
        field_text = situation.split(" ")[names.index(field)]
        assert part == field_text or (field == "rows" and part in field_text.split("/"))
    for problem in problems:
        for fix in problem.fixes:
            remaining = fastcore.problems(fix.situation)
            assert problem.reason not in [rest.reason for rest in remaining], fix


def test_all_problems_are_listed() -> None:
    fields = [problem.field for problem in fastcore.problems("herd(size=3) 3/4/5/4 x 0 9 9")]
    assert fields == ["rows", "side", "turn", "dice", "left"]


def test_random_games_keep_invariants() -> None:
    for spec in option_specs("herd"):
        for number in range(deep(1, 60)):
            stones_before_turn = 0
            for state, move in random_game(spec, "invariants", number):
                red, blue = state.points()
                rows = state.fields["rows"]
                assert (rows.count("r"), rows.count("b")) == (red, blue)
                assert (state.turn % 2 == 1) == (state.fields["side"] == "r")
                after = state.after(move)
                kinds = [event.kind for event in state.events(move)]
                change = sum(after.points()) - red - blue
                if state.actor == CHANCE:
                    stones_before_turn = red + blue
                    assert change == 0
                elif state.phase == "remove":
                    assert change == -1 and "capture" not in kinds, "removing never captures"
                else:
                    assert after.points()[state.actor] == state.points()[state.actor] + 1
                last = state.events(move)[-1]
                if last.kind == "turn" and not last.values["forfeited"]:
                    assert sum(after.points()) >= stones_before_turn, "a whole turn never lowers the number of stones"
                assert (after.actor == OVER) == (
                    sum(after.points()) == len(hexagon(int(state.game.options["size"])).names)
                )


def test_random_games_have_documented_length() -> None:
    for size, turns in zip(range(2, 9), (3.5, 9.8, 19, 32, 47, 66, 87), strict=True):
        played = fastcore.playouts(fastcore.start(f"herd(size={size})"), deep(4000, 100_000), seed=size)
        assert played.turns == pytest.approx(turns, rel=0.03)
        assert -0.1 < played.returns[0] < 0.02, "Red wins 48 to 49 of 100"
