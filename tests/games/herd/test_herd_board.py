"""Tests of the panel beside the Herd board."""

from __future__ import annotations

import fastcore
from workbench import boards


def panel(text: str) -> list[str]:
    """Return the lines of the panel beside a position."""
    board, state = boards.find("herd"), fastcore.parse(text)
    assert board is not None
    return [line.text for shown in board.panels(state.info, state.fields, ()) for line in shown.lines]


def test_panel_says_why_the_game_ended() -> None:
    for full in ("herd(size=2) rr/rrb/rb . 5 - -", "herd(size=3) rrr/rrrr/rrrbb/bbbb/bbb . 9 - -"):
        assert panel(full) == ["The board is full."]
    assert panel("herd(size=2) rr/1rb/1b . 2000 - -") == ["The last turn is played."]


def test_prompt_says_how_many_stones_are_left_to_remove() -> None:
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    assert boards.prompt(state) == "Red: remove 3 blue stones."
    assert boards.prompt(state.after("xe3")) == "Red: remove 2 more blue stones."
    assert boards.prompt(state.after("xe3").after("xd4")) == "Red: remove 1 more blue stone."
