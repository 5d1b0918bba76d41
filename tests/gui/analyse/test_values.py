"""Tests of values and chances in analyse mode: in the table, in tips and on pages."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")


from tests.gui.analyse.test_analyse import FEW, SMALL, analyse, column
from tests.kit.windows import TestedWindow, click, open_window, point_at, root, settle, wait
from workbench.boards.kit.figures import format_chances
from workbench.gui.analyse import words as analyse_words
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


def test_chance_column_can_be_shown_and_sorted() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        table = column(window).candidates.table
        assert "chance" not in table.column_spans, "beside all others it would leave the line no room"
        dict(window.analyse_actions.column_entries())[analyse_words.column("chance", False)]()
        names = list(table.column_spans)
        assert names.index("chance") == names.index("value") + 1
        assert [line.cells["chance"] for line in table.lines] == [
            format_chances(float(line.keys["value"]))[0] for line in table.lines
        ]
        left, right = table.column_spans["chance"]
        click(table.canvas, (left + right) // 2, 8)
        values = [line.keys["value"] for line in table.lines]
        assert window.settings.analyse_sort == "chance" and values == sorted(values, reverse=True)


def test_tips_state_value_as_chance() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        table = column(window).candidates.table
        first, second = table.lines[0].cells, table.lines[1].cells
        assert f"{first['value']} is a chance of {first['chance']} on the pages below" in tip(window, "value")
        assert tip(window, "value", 0) == f"{first['value']} is a chance of {first['chance']} for Red."
        assert tip(window, "spread", 1).startswith(f"±{second['spread']} is ±")
        assert tip(window, "spread").startswith("How far single simulations were")
        window.registry.run("point_of_view")
        assert Tip.shown is not None and tip(window, "value", 0).endswith("for Blue.")
        point_at(table.canvas, table.column_spans["move"][0] + 4, window.look.px(40))
        assert Tip.shown is None, "a tip goes with the cell that it is about"


def test_open_tip_is_updated() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        before = tip(window, "value", 0)
        window.registry.run("point_of_view")
        assert (
            Tip.shown is not None and Tip.shown.cget("text") != before and Tip.shown.cget("text").endswith("for Blue.")
        )


def test_page_tips_explain_chances() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        point_at(column(window).notebook.buttons["why"])
        wait(lambda: Tip.shown is not None)
        assert (
            Tip.shown is not None
            and Tip.shown.cget("text") == "Values here are chances: 61 % is +.22 among the candidates."
        )
        for page in ("growth", "tree"):
            assert not column(window).notebook._tip(page), "its percentages are shares too"
    assert not analyse_words.page_tip("plans", 2) and not analyse_words.page_tip("beliefs", 2), (
        "these tell weights, and what is believed"
    )
    pages = {kind.name: kind for kind in window.analyse.pages}
    assert {name for name, kind in pages.items() if kind.tip(3)} == {"review"} and "chance" not in pages["review"].tip(
        3
    )


def test_values_are_not_called_chances_with_three_players() -> None:
    three = Setup("herbalism", ("person", "greedy", "greedy"), 1)
    with open_window(
        three, analyse_limit=FEW, analyse_columns=("value", "chance", "seats", "spread", "line")
    ) as window:
        wait(lambda: window.playing.accepts_moves)
        analyse(window)
        line = column(window).candidates.table.lines[0]
        table = column(window).candidates.table
        assert (
            tip(window, "value", 0) == f"{line.cells['value']} for Seat 1: +1 is to win alone, 0 as good as the others."
        )
        assert tip(window, "seats", 0).count("\n") == 2
        assert "chance" not in table.column_spans and not any(
            "chance" in table.heads[name] for name in table.column_spans
        )
        names = [text for text, _ in window.analyse_actions.column_entries()]
        assert analyse_words.column("seats", True) in names and not any("chance" in text for text in names)
        tips = [
            tip(window, name, index)
            for name in table.column_spans
            if name in ("value", "seats", "spread")
            for index in (-1, 0)
        ]
        assert len(tips) == 6 and not any("chance" in text or "%" in text for text in tips)


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
        assert card.head in cut and len(cut) > 1, "there is something to be told"
        for widget in cut:
            Tip.hide()
            point_at(widget)
            wait(lambda: Tip.shown is not None)
            text, short = Tip.shown.cget("text") if Tip.shown is not None else "", str(widget.cget("text"))
            assert text.startswith(short.removesuffix("…")) and len(text) > len(short)
