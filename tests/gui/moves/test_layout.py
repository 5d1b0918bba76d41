"""Where the words of the list of moves stand in narrow columns."""

from __future__ import annotations

from workbench.gui.moves.layout import Layout
from workbench.gui.moves.rows import MovesRow, Word


def test_a_move_that_is_wider_than_its_column_is_not_broken_and_covers_nothing() -> None:
    """Ten pixels a letter, and columns of four seats for seven letters each."""
    layout = Layout(lambda text: 10 * len(text), round, 52 + 4 * 80, 4)
    cells = ("1", "==:inquire:2:b", "pass", "ab:brew:3", "pass")
    placed = layout.laid(
        MovesRow("round", 1, 0, tuple((Word(text, number),) for number, text in enumerate(cells)))
    ).words
    assert [one.text for one in placed] == list(cells)
    for n, one in enumerate(placed):
        assert one.x + one.width <= layout.width
        for other in placed[n + 1 :]:
            assert other.y > one.y or other.x >= one.x + one.width, f"{other.text} stands on {one.text}"
    endless = layout.laid(MovesRow("round", 1, 0, ((Word("1", 0),), (Word("x" * 60, 1),)))).words
    assert len(endless) > 2 and "".join(one.text for one in endless[1:]) == "x" * 60, "broken where it fits nowhere"
