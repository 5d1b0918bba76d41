"""Tests of the layout of the moves list in narrow columns."""

from __future__ import annotations

from workbench.gui.moves.layout import Layout
from workbench.gui.moves.rows import MovesRow, Word


def test_wide_move_is_not_split_and_overlaps_nothing() -> None:
    """Letters are ten pixels wide, and each of the four seat columns fits seven of them."""
    layout = Layout(lambda text: 10 * len(text), round, 52 + 4 * 80, 4)
    cells = ("1", "==:inquire:2:b", "pass", "ab:brew:3", "pass")
    placed = layout.row_layout(
        MovesRow("round", 1, 0, tuple((Word(text, number),) for number, text in enumerate(cells)))
    ).words
    assert [word.text for word in placed] == list(cells)
    for n, word in enumerate(placed):
        assert word.x + word.width <= layout.width
        for later in placed[n + 1 :]:
            assert later.y > word.y or later.x >= word.x + word.width, f"{later.text} covers {word.text}"
    endless = layout.row_layout(MovesRow("round", 1, 0, ((Word("1", 0),), (Word("x" * 60, 1),)))).words
    assert len(endless) > 2 and "".join(word.text for word in endless[1:]) == "x" * 60, "broken where it fits nowhere"
