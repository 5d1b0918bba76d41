"""Tests of values and chances in analyse mode: in the table, in tips and on pages."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")


import fastcore
from tests.gui.analyse.test_analyse import FEW, SMALL, analyse, column
from tests.kit.windows import PLACING, TWO, TestedWindow, click, open_window, point_at, root, settle, wait
from workbench.gui.analyse import words as analyse_words
from workbench.gui.analyse.position_analysis import next_actor
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
    top = table.canvas.winfo_rooty() + (px(26) + line * px(24) if line >= 0 else 0)
    assert bubble.winfo_rooty() + bubble.winfo_height() <= top, (
        "it is above its cell, so that the next rows stay visible"
    )
    return str(bubble.cget("text"))


def test_evaluations_are_in_per_cent_for_two_players() -> None:
    with open_window(SMALL, analyse_limit=FEW, analyse_columns=("value", "spread")) as window:
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
        SMALL,
        analyse_limit=FEW,
        analyse_bots={"herd": ("mcts(simulations=300,memory=64)", "greedy")},
        analyse_columns=("share", "value", "line"),
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
        planted = first._replace(cells={**first.cells, "line": long})
        card.table.order.given = [planted if row.move == first.move else row for row in card.table.order.given]
        assert tip(window, "line", 0) == long
        cut = [widget for widget in card.searches if str(widget.cget("text")).endswith("…")]
        assert cut, "at least one text is shortened"
        for widget in cut:
            Tip.hide()
            point_at(widget)
            wait(lambda: Tip.shown is not None)
            text, short = Tip.shown.cget("text") if Tip.shown is not None else "", str(widget.cget("text"))
            assert text.startswith(short.removesuffix("…")) and len(text) > len(short)


def test_values_are_for_the_player_to_move_until_the_user_chooses() -> None:
    """Regression: a choice in one game showed the values of the next game for the player who waited."""
    blue = Setup("herd(size=3)", ("person", "person"), 1, "3/1rr1/1rbr1/2r1/3 b 10 6-1 x0+5")
    with open_window(blue, analyse_limit=FEW) as window:
        analyse(window)
        card = column(window).candidates
        assert card.view.cget("text") == "Values for Blue", "Blue is to move"
        best = window.analyse.position.candidate_subject
        assert best is not None and best.shown is not None
        assert card.table.lines[0].keys["value"] == best.shown.report.candidates[0].value[1]
        click(card.view)
        assert card.view.cget("text") == "Values for Red"
        click(card.view)
        window.games.begin(Setup("herd(size=3)", TWO, 1, PLACING))
        wait(lambda: window.playing.accepts_moves)
        analyse(window)
        assert column(window).candidates.view.cget("text") == "Values for Red", "Red moves in the new game"
        window.registry.run("next_tab")
        settle(0.1)
        assert column(window).candidates.view.cget("text") == "Values for Blue", "the choice in the first game stays"


def test_outcomes_have_values_for_the_player_who_rolls() -> None:
    for side, seat in (("r 9", 0), ("b 10", 1)):
        state = fastcore.State(fastcore.start("herd(size=3)").game, f"3/1rr1/1rbr1/2r1/3 {side} - -")
        assert state.actor < 0 and next_actor(state.viewpoint(None)) == seat
