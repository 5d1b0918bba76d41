"""Tests of values and chances in analyse mode: in the table, in tips and on pages."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")


from tests.gui.analyse.test_analyse import FEW, SMALL, analyse, column
from tests.kit.windows import TestedWindow, open_window, point_at, root, settle, wait
from workbench.gui.analyse import words as analyse_words
from workbench.gui.board.board_view import BoardView
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def tip(window: TestedWindow, name: str, line: int = -1) -> str:
    """Return the tip for a column heading, or for its cell in a visible row."""
    table, px = column(window).candidates.table, window.look.px
    point_at(window.screen.top.icon)
    wait(lambda: Tip.shown is None)
    left, right = table.column_spans[name]
    point_at(table.canvas, (left + right) // 2, px(26) + line * px(24) + px(12) if line >= 0 else px(10))
    wait(lambda: Tip.shown is not None)
    assert Tip.shown is not None
    bubble = Tip.shown
    assert bubble.winfo_x() >= 0 and bubble.winfo_x() + bubble.winfo_width() <= root().winfo_width()
    over = bubble.winfo_rooty() + bubble.winfo_height() <= table.canvas.winfo_rooty()
    assert over == (line < 0), "what a head tells is above its column, to be seen with it"
    return str(bubble.cget("text"))


def test_evaluations_are_in_per_cent_for_two_players() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        table, view = column(window).candidates.table, window.screen.view
        assert table.heads["value"] == "chances" and isinstance(view, BoardView)
        texts = [line.cells[name] for line in table.lines for name in ("value", "spread")]
        assert all(text.endswith(" %") or text in ("wins", "loses") for text in texts)
        assert all(label.text.endswith(" %") for label in view.numbers)
        assert tip(window, "value") == "Red's winning chances. A draw counts half."
        window.registry.run("point_of_view")
        assert tip(window, "value").startswith("Blue's")
        assert "seats" not in {text for text, _ in window.analyse_actions.column_entries()}


def test_evaluations_are_in_points_for_three_players() -> None:
    three = Setup("herbalism", ("person", "greedy", "greedy"), 1)
    with open_window(three, analyse_limit=FEW, analyse_columns=("value", "seats", "spread", "line")) as window:
        wait(lambda: window.playing.accepts_moves)
        analyse(window)
        table = column(window).candidates.table
        assert table.heads["value"] == "points"
        assert not any("%" in line.cells[name] for line in table.lines for name in ("value", "seats", "spread"))
        assert tip(window, "seats", 0).count("\n") == 2, "a line for each player"
        assert "chance" not in tip(window, "value")
        names = [text for text, _ in window.analyse_actions.column_entries()]
        assert analyse_words.column("seats", True) in names


def test_open_tip_is_updated() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        button = column(window).candidates.view
        texts = ["first", "second"]
        owner = Tip(window.look, button, lambda: texts[0])
        point_at(button)
        wait(lambda: Tip.shown is not None)
        shown = Tip.owner
        assert shown is not None
        if shown is owner:
            texts.pop(0)
            wait(lambda: Tip.shown is not None and Tip.shown.cget("text") == "second")
        point_at(window.screen.top.icon)
        wait(lambda: Tip.owner is not shown)


def test_tips_show_shortened_texts_in_full() -> None:
    with open_window(
        SMALL, analyse_limit=FEW, analyse_bots={"herd": ("mcts(simulations=300,memory=64)", "greedy")}
    ) as window:
        analyse(window)
        card = column(window).candidates
        wait(lambda: len(card.searches) > 1)
        window.analyse.position.select_search(0)
        settle(0.1)
        assert (
            tip(window, "share") == analyse_words.COLUMN_NAMES["share"]
            and tip(window, "line") == analyse_words.COLUMN_NAMES["line"]
        )
        first, long = card.table.lines[0], " ".join(f"a{number}" for number in range(60))
        assert not card.table.cut_text("move", first.move) and not card.table.cut_text("value", first.move)
        card.table.lines[0] = first._replace(cells={**first.cells, "line": long})
        assert tip(window, "line", 0) == long
        cut = [widget for widget in (card.head, *card.searches) if str(widget.cget("text")).endswith("…")]
        assert card.head in cut and len(cut) > 1, "the card has text"
        for widget in cut:
            Tip.hide()
            point_at(widget)
            wait(lambda: Tip.shown is not None)
            text, short = Tip.shown.cget("text") if Tip.shown is not None else "", str(widget.cget("text"))
            assert text.startswith(short.removesuffix("…")) and len(text) > len(short)
