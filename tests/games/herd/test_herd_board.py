"""Tests of the panel beside the Herd board."""

from __future__ import annotations

import pytest

import fastcore
from workbench import boards
from workbench.boards.herd.board import stones
from workbench.conformance.walks import random_position


def panel(text: str) -> list[str]:
    """Return the lines of the panel beside a position."""
    board, state = boards.find("herd"), fastcore.parse(text)
    assert board is not None
    return [line.text for shown in board.panels(state.info, state.fields, ()) for line in shown.lines]


def test_panel_says_why_the_game_ended() -> None:
    for full in ("herd(size=2) rr/rrb/rb . 5 - -", "herd(size=3) rrr/rrrr/rrrbb/bbbb/bbb . 9 - -"):
        assert panel(full) == ["The board is full."]
    assert panel("herd(size=2) rr/1rb/1b . 2000 - -") == ["The last turn is over."]


def test_prompt_says_how_many_stones_are_left_to_remove() -> None:
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    assert boards.prompt(state) == "Red: remove 3 blue stones."
    assert boards.prompt(state.after("xe3")) == "Red: remove 2 more blue stones."
    assert boards.prompt(state.after("xe3").after("xd4")) == "Red: remove 1 more blue stone."


def test_prompt_names_the_last_cells() -> None:
    assert boards.prompt(fastcore.parse("herd(size=2) rr/1rb/bb r 5 4-1 x0+4")) == "Red: fill the last cell."
    assert boards.prompt(fastcore.parse("herd(size=2) rr/2b/bb r 5 4-1 x0+4")) == "Red: fill the last 2 cells."


def test_panel_and_prompt_agree_before_the_roll() -> None:
    text = "herd(size=2) rr/1rb/bb r 5 - -"
    assert panel(text) == ["Red rolls the dice."] == [boards.prompt(fastcore.parse(text))]


def turn_with_capture() -> tuple[fastcore.State, list[str]]:
    """Return a position in the middle of a game, and moves of one turn of which the first stone captures."""
    for number in range(200):
        state = random_position("herd(size=4)", "turns", number)
        if state.actor < 0:
            continue
        moves: list[str] = []
        after = state.copy()
        while (after.actor, after.turn) == (state.actor, state.turn):
            texts = [after.move_text(move) for move in after.moves()]
            moves.append(max(texts, key=lambda text: len(captures(after, text))))
            after.play(moves[-1])
        if captured_stones(state, moves) and sum(not move.startswith("x") for move in moves) > 1:
            return state, moves
    raise AssertionError("no position offers a capture")


def captures(state: fastcore.State, move: str) -> set[str]:
    return {cell for event in state.events(move) if event.kind == "capture" for cell in event.where}


def captured_stones(state: fastcore.State, moves: list[str]) -> set[str]:
    """Return the cells of the stones on the board that moves capture."""
    found: set[str] = set()
    after = state.copy()
    for move in moves:
        found |= captures(after, move)
        after.play(move)
    return found & set(stones(state.fields)) - {move[1:] for move in moves}


def test_advice_marks_captures_and_the_order_of_stones() -> None:
    board, (state, moves) = boards.find("herd"), turn_with_capture()
    assert board is not None
    placed = [move for move in moves if not move.startswith("x")]
    side = state.fields["side"]
    marks = [(item.shape, item.where) for item in board.advice_marks(state, moves)]
    crossed = {where for shape, where in marks if shape in ("remove", f"refill-{side}")}
    assert crossed == {move[1:] for move in moves if move.startswith("x")}
    faded = {where for shape, where in marks if shape in ("capture", f"retake-{side}")}
    assert faded == captured_stones(state, moves), "captured stones look different from removed ones"
    assert [where for shape, where in marks if shape.startswith("order-")] == placed
    assert [shape for shape, _ in marks if shape.startswith("order-")] == [f"order-{n + 1}" for n in range(len(placed))]
    assert all(shape in board.shapes for shape, _ in marks)
    single = [item.shape for item in board.advice_marks(state, placed[:1])]
    assert not any(shape.startswith("order-") for shape in single), "one stone needs no number"


@pytest.mark.parametrize(
    ("situation", "text"),
    [
        ("4/5/6/7/6/5/4 r 1 6-5 x0+5", ""),  # the first turn, which has the lower die
        ("4/2r2/6/7/6/5/4 r 1 6-5 x0+4", "You have already placed 1 of 5 stones this turn."),
        ("1b2/2r2/2b2r/3r3/6/1r3/4 r 3 3-2 x2+3", ""),
        (
            "1b2/2r2/1b3r/3rb2/1b3b/1r3/4 r 3 3-2 x1+3",
            "You have already removed 1 stone this turn; 3 are left to place.",
        ),
        ("1b2/2r2/5r/3r3/6/1r3/4 r 3 4-2 x1+4", ""),  # a single enemy stone: nothing was removed
        (
            "1b2/1rr2/1b3r/3rb2/1b4/1r3/r3 r 3 3-2 x0+1",
            "You have already removed 2 stones and placed 2 of 3 stones this turn.",
        ),
    ],
)
def test_position_in_the_middle_of_a_turn_says_what_is_done(situation: str, text: str) -> None:
    assert boards.begun(fastcore.parse(f"herd(size=4) {situation}")) == text
