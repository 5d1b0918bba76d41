"""Values in the mode Analyse: as the table and the board tell them, and as the chances that sentences and pages
tell."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")


from tests.gui.analyse.test_analyse import FEW, SMALL, analyse, column
from tests.kit.windows import Tested, click, opened, point_at, root, settle, wait
from workbench.boards.kit.figures import scores
from workbench.gui.analyse import words as said
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def tip(window: Tested, name: str, line: int = -1) -> str:
    """What a tip says where the pointer rests: on the head of a column, or on its cell in a line in sight."""
    table, px = column(window).candidates.table, window.look.px
    point_at(window.screen.top.icon)
    wait(lambda: Tip.shown is None)
    left, right = table.spots[name]
    point_at(table.canvas, (left + right) // 2, px(26) + line * px(24) + px(12) if line >= 0 else px(10))
    wait(lambda: Tip.shown is not None)
    assert Tip.shown is not None
    bubble = Tip.shown
    assert bubble.winfo_x() >= 0 and bubble.winfo_x() + bubble.winfo_width() <= root().winfo_width()
    over = bubble.winfo_rooty() + bubble.winfo_height() <= table.canvas.winfo_rooty()
    assert over == (line < 0), "what a head tells is above its column, to be seen with it"
    return str(bubble.cget("text"))


def test_the_chance_of_a_value_is_a_column() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        table = column(window).candidates.table
        assert "chance" not in table.spots, "beside all others it would leave the line no room"
        dict(window.analyse_actions.columns())[said.column("chance", False)]()
        names = list(table.spots)
        assert names.index("chance") == names.index("value") + 1
        assert [line.cells["chance"] for line in table.lines] == [
            scores(float(line.keys["value"]))[0] for line in table.lines
        ]
        left, right = table.spots["chance"]
        click(table.canvas, (left + right) // 2, 8)
        values = [line.keys["value"] for line in table.lines]
        assert window.settings.analyse_sort == "chance" and values == sorted(values, reverse=True)


def test_tips_say_what_a_value_is_as_a_chance() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        table = column(window).candidates.table
        first, second = table.lines[0].cells, table.lines[1].cells
        assert f"{first['value']} is a chance of {first['chance']} on the pages below" in tip(window, "value")
        assert tip(window, "value", 0) == f"{first['value']} is a chance of {first['chance']} for Red."
        assert tip(window, "spread", 1).startswith(f"±{second['spread']} is ±")
        assert tip(window, "spread").startswith("How far single simulations were")
        window.registry.run("point_of_view")
        assert Tip.shown is not None and tip(window, "value", 0).endswith("for Blue.")
        point_at(table.canvas, table.spots["move"][0] + 4, window.look.px(40))
        assert Tip.shown is None, "a tip goes with the cell that it is about"


def test_a_tip_that_is_shown_follows_what_is_found() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        before = tip(window, "value", 0)
        window.registry.run("point_of_view")
        assert (
            Tip.shown is not None and Tip.shown.cget("text") != before and Tip.shown.cget("text").endswith("for Blue.")
        )


def test_pages_that_tell_chances_say_what_values_these_are() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        point_at(column(window).notebook.buttons["why"])
        wait(lambda: Tip.shown is not None)
        assert (
            Tip.shown is not None
            and Tip.shown.cget("text") == "Values here are chances: 61 % is +.22 among the candidates."
        )
        for page in ("growth", "tree"):
            assert not column(window).notebook._tip(page), "its percentages are shares too"
    assert not said.page_tip("plans", 2) and not said.page_tip("beliefs", 2), "these tell weights, and what is believed"
    pages = {kind.name: kind for kind in window.analyse.pages}
    assert {name for name, kind in pages.items() if kind.tip(3)} == {"review"} and "chance" not in pages["review"].tip(
        3
    )


def test_of_three_players_no_value_is_called_a_chance() -> None:
    three = Setup("herbalism", ("person", "greedy", "greedy"), 1)
    with opened(three, analyse_limit=FEW, analyse_columns=("value", "chance", "seats", "spread", "line")) as window:
        wait(lambda: window.playing.ours)
        analyse(window)
        line = column(window).candidates.table.lines[0]
        table = column(window).candidates.table
        assert (
            tip(window, "value", 0) == f"{line.cells['value']} for Seat 1: +1 is to win alone, 0 as good as the others."
        )
        assert tip(window, "seats", 0).count("\n") == 2
        assert "chance" not in table.spots and not any("chance" in table.heads[name] for name in table.spots)
        names = [text for text, _ in window.analyse_actions.columns()]
        assert said.column("seats", True) in names and not any("chance" in text for text in names)
        told = [tip(window, name, at) for name in table.spots if name in ("value", "seats", "spread") for at in (-1, 0)]
        assert len(told) == 6 and not any("chance" in text or "%" in text for text in told)


def test_what_had_to_be_shortened_is_told_in_full() -> None:
    with opened(
        SMALL, analyse_limit=FEW, analyse_bots={"herd": ("mcts(simulations=300,memory=64)", "greedy")}
    ) as window:
        analyse(window)
        card = column(window).candidates
        wait(lambda: len(card.searches) > 1)
        window.analyse.position.turn_to(0)
        settle(0.1)
        assert tip(window, "share") == said.COLUMN_NAMES["share"] and tip(window, "line") == said.COLUMN_NAMES["line"]
        first, long = card.table.lines[0], " ".join(f"a{number}" for number in range(60))
        assert not card.table.shortened("move", first.move) and not card.table.shortened("value", first.move)
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
