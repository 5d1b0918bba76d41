"""The pages that look into a search: how the choice grew, single simulations, the tree, plans, beliefs, each by keys
alone."""

from __future__ import annotations

import threading
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import TWO, Tested, marks, opened, press, settle, wait
from workbench import boards
from workbench.gui.analyse.pages import tree as pages_tree
from workbench.gui.analyse.pages import words as said
from workbench.gui.analyse.pages.beliefs import BeliefsPage
from workbench.gui.analyse.pages.growth import GrowthPage
from workbench.gui.analyse.pages.plans import PlansPage
from workbench.gui.analyse.pages.trace import TracePage
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.analyse.pages.why import WhyPage
from workbench.gui.widgets.keys import focused
from workbench.gui.widgets.list_view import ListView
from workbench.reports import search_words, tree_files
from workbench.reports.growth import MoveCurve
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")


def analysed(window: Tested, simulations: int = 300) -> None:
    """Analyse for a while, and stop."""
    press("F12")
    if not window.analyse.position.analyses.running:
        press("space")

    def found() -> bool:
        subject = window.analyse.position.subject
        return subject is not None and subject.shown is not None and subject.shown.report.simulations > simulations

    wait(found)
    press("space")
    settle(0.1)
    assert not window.analyse.position.analyses.running


def page(window: Tested, name: str) -> object:
    column = window.analyse.column
    assert column is not None
    column.notebook.turn_to(name)
    answered(window)
    assert column.notebook.shown == name
    return column.notebook.pages[name][0]


def answered(window: Tested) -> None:
    stage = window.analyse.on_board
    wait(lambda: not stage.background.under_way and not stage.files.under_way)
    settle()


def side_of(window: Tested) -> str:
    return boards.side(window.table.info, window.analyse.position.seat)


def turned(window: Tested) -> None:
    window.registry.run("point_of_view")
    answered(window)


def test_pages_tell_values_from_the_side_that_is_asked_for() -> None:
    with opened(SMALL) as window:
        analysed(window)
        growth = page(window, "growth")
        assert isinstance(growth, GrowthPage) and growth.grown is not None
        before = growth.grown.curves[0].values
        turned(window)
        assert [-value for value in before if value is not None] == [
            value for value in growth.grown.curves[0].values if value is not None
        ]
        assert growth.now.cget("text").endswith(f" for {side_of(window)}.")
        tree = page(window, "tree")
        assert isinstance(tree, TreePage)
        tree.list.tree.focus_force()
        press("Down")
        answered(window)
        press("Right")
        answered(window)
        rows, seat = ("root", "root/0", "root/0/0"), window.analyse.position.seat
        other = [tree.list.tree.set(row, "value") for row in rows]
        assert tree.list.tree.heading("value", "text") == said.valued(side_of(window))
        turned(window)
        spots = [tree.spots["root"].value, tree.spots["root"].rows[0].value, tree.spots["root/0"].rows[0].value]
        assert window.analyse.position.seat == 1 - seat and all(value is not None for value in spots)
        for row, told, value in zip(rows, other, spots, strict=True):
            assert value is not None and tree.list.tree.set(row, "value") == search_words.chances(value, 1 - seat)
            assert told == search_words.chances(value, seat)
        assert tree.list.chosen == "root/0", "what was opened and chosen stays so"
        trace = page(window, "trace")
        assert isinstance(trace, TracePage)
        trace.list.tree.focus_force()
        press("Right")
        at = trace.at
        told = trace.list.tree.set("leaf", "after")
        turned(window)
        assert (
            trace.at == at
            and trace.list.tree.set("leaf", "after")
            == search_words.worth(trace.traces[trace.number].value, seat)
            != told
        )


def test_names_of_lines_stand_where_the_lines_end_and_apart() -> None:
    with opened(SMALL) as window:
        analysed(window)
        growth = page(window, "growth")
        assert isinstance(growth, GrowthPage)
        plot = growth.plot
        wait(lambda: plot.canvas.winfo_height() > 60)
        plot.canvas.delete("all")
        low = plot._tall()
        plot._names([MoveCurve(name, (), ()) for name in "abc"], (16, low, low))
        places = {plot.canvas.itemcget(item, "text"): plot.canvas.coords(item)[1] for item in plot.canvas.find_all()}  # type: ignore[no-untyped-call]
        boxes = sorted((plot.canvas.bbox(item) for item in plot.canvas.find_all()), key=lambda box: box[1])
        assert places["a"] == 16 and low - 60 < places["b"] < places["c"] <= low
        assert all(upper[3] <= lower[1] + 2 for upper, lower in pairwise(boxes))
        plot.canvas.delete("all")
        plot.canvas.pack_forget()
        plot.canvas.place(x=0, y=0, width=300, height=70)
        settle()
        plot._draw()
        names = [
            item
            for item in plot.canvas.find_all()
            if str(plot.canvas.type(item)) == "text" and plot.canvas.itemcget(item, "anchor") == "w"  # type: ignore[no-untyped-call]
        ]
        boxes = sorted((plot.canvas.bbox(item) for item in names), key=lambda box: box[1])
        assert 0 < len(boxes) < len(growth.grown.curves if growth.grown is not None else ()), (
            "only as many as there is room for"
        )
        assert (
            all(upper[3] <= lower[1] + 2 for upper, lower in pairwise(boxes))
            and boxes[0][1] >= 0
            and boxes[-1][3] <= 70
        )


def test_how_a_choice_grew_is_gone_through() -> None:
    with opened(SMALL) as window:
        analysed(window)
        growth = page(window, "growth")
        assert isinstance(growth, GrowthPage) and growth.grown is not None
        window.root.focus_force()
        window.analyse.column.notebook.buttons["growth"].invoke()  # type: ignore[union-attr]
        assert focused(window.root) is growth.plot.canvas, "whoever comes by the tab goes on with the arrows"
        own = marks(window, "advice")
        press("Home")
        assert growth.at == 0 and growth.now.cget("text").startswith("1 simulation:")
        press("Right")
        assert growth.at == 1 and marks(window, "advice") != own, "the board shows what was thought then"
        press("v")
        assert growth.values
        press("End")
        assert growth.at is None and growth.now.cget("text") == said.at_time(
            growth.grown, len(growth.grown.simulations) - 1, side_of(window), window.table.point.seats
        )


def test_single_simulations_are_stepped_on_the_board() -> None:
    with opened(SMALL) as window:
        analysed(window)
        trace = page(window, "trace")
        assert isinstance(trace, TracePage) and trace.shots and trace.shots[0].part == "start"
        trace.list.tree.focus_force()
        seen = []
        for _ in range(len(trace.shots) + 1):
            press("Right")
            seen.append(trace.shots[trace.at].part)
            assert trace.told.cget("text")
        assert (
            list(dict.fromkeys(seen)) == ["down", "leaf", "back"]
            and window.analyse.on_board.preview is not None
            and window.analyse.on_board.preview.shown
        )
        before = trace.number
        press("Next")
        assert trace.number != before
        page(window, "growth")
        assert not window.analyse.on_board.preview.shown, "the position that is looked at is back"


def test_a_tree_is_opened_shown_kept_and_read_without_a_search(home: Path) -> None:
    with opened(SMALL) as window:
        analysed(window)
        tree = page(window, "tree")
        assert isinstance(tree, TreePage)
        rows = tree.list.tree
        rows.focus_force()
        assert rows.item("root", "text").startswith(search_words.SYMBOLS["decision"]) and rows.get_children("root")
        press("Down")
        answered(window)
        assert (
            rows.selection() == ("root/0",)
            and window.analyse.on_board.preview is not None
            and window.analyse.on_board.preview.shown
        )
        press("Right")
        answered(window)
        assert rows.exists("root/0/0") and len(tree.ways["root/0/0"]) == 2
        assert (
            tree.search is not None
            and tree_files.write(home / "kept.tree", tree.search, tree.search.simulations // 50 + 1) > 3
        )
        tree.open_tree(home / "kept.tree")
        answered(window)
        assert tree.looked is not None and tree.looked.what == "saved" and rows.get_children("root")
        tree.open_tree(home / "gone.tree")
        answered(window)
        assert rows.get_children("root"), "what is shown stays"
    with opened(SMALL) as window:
        press("F12")
        assert window.analyse.column is not None and window.analyse.column.notebook.shown == "values", (
            "an empty tree is shown to nobody unasked"
        )
        tree = page(window, "tree")
        assert (
            isinstance(tree, TreePage)
            and tree.told.cget("text") == said.NOT_SEARCHED
            and not tree.list.tree.get_children()
        )
        tree.open_tree(home / "kept.tree")
        answered(window)
        window.analyse.show()
        assert tree.list.tree.get_children("root") and not window.analyse.position.analyses.running, (
            "also where nothing was searched"
        )


def test_the_tree_has_room_for_its_numbers_and_names_weights() -> None:
    secret = next(
        game for game in fastcore.games() if fastcore.info(game).has.secrets and not fastcore.info(game).has.hidden
    )
    for setup, head in ((SMALL, "share"), (Setup(secret, ("person", "random"), 1), "weight")):
        with opened(setup) as window:
            window.root.geometry("1280x720")
            settle()
            analysed(window, 50)
            tree = page(window, "tree")
            assert isinstance(tree, TreePage)
            wait(lambda page=tree: "root" in page.spots)  # type: ignore[misc]
            assert tree.list.tree.heading("share", "text") == head
            tree.list.write(
                "root", "decision of somebody with a very long name", ("912,273,313", "100 %", "100.0 %", "")
            )
            tree.list.fit()
            check_numbers(tree.list)


def check_numbers(shown: ListView) -> None:
    """Numbers stand in the list in full, within its width; words are as long as their place, and the tip tells all
    of them."""
    rows, look = shown.tree, shown.look
    visible = ["#0", *rows.cget("displaycolumns")]
    assert sum(int(rows.column(key, "width")) for key in visible) <= rows.winfo_width()
    for row, cells in shown.full.items():
        for key, whole in zip(shown.keys, cells, strict=True):
            seen = rows.item(row, "text") if key == "#0" else rows.set(row, key)
            assert seen == whole or (key in shown.shares and seen.endswith("…") and shown._told(key, row) == whole), (
                row,
                key,
            )
            beside = look.px(8) + (shown._begins(row) if key == "#0" else 0)
            assert not seen or (
                key in visible and look.fonts["text"].measure(seen) + beside <= int(rows.column(key, "width"))
            ), (row, key)


def test_simulations_have_room_for_their_numbers() -> None:
    with opened(SMALL) as window:
        analysed(window)
        trace = page(window, "trace")
        assert isinstance(trace, TracePage)
        check_numbers(trace.list)
        trace.list.fill(
            [("0", "● somebody with a name", ("a move of many words, each", "912,273,313", "100.00 %", "100.00 %"))]
        )
        check_numbers(trace.list)


def test_a_kept_tree_is_opened_by_a_command_of_the_menu(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_tree, "ask_open", lambda *_: home / "kept.tree")
    with opened(SMALL) as window:
        command = window.registry["open_tree"]
        assert command in window.registry.menu("analyse") and command.why_not()
        search = fastcore.Search(window.table.session.state, seed=1, memory_mb=64)
        search.run(100)
        tree_files.write(home / "kept.tree", search)
        press("F12")
        assert not command.why_not()
        window.registry.run("open_tree")
        answered(window)
        assert window.analyse.column is not None and window.analyse.column.notebook.shown == "tree"
        tree = page(window, "tree")
        assert isinstance(tree, TreePage) and tree.looked is not None and tree.looked.what == "saved"


def test_an_answer_that_comes_after_the_mode_was_left_is_dropped() -> None:
    """Of the tree of a page that is gone by then."""
    with opened(SMALL) as window:
        analysed(window)
        stage, told = window.analyse.on_board, list[str]()
        held = threading.Event()
        stage.background.run(held.wait, lambda _: told.append("shown"), lambda _: told.append("failed"))
        window.registry.run("play_mode")
        held.set()
        wait(lambda: not stage.background.under_way)
        window.registry.run("analyse_mode")
        stage.background.run(lambda: None, lambda _: told.append("new"), lambda _: None)
        wait(lambda: told)
        assert told == ["new"]


def test_plans_stand_against_each_other() -> None:
    secret = next(
        game for game in fastcore.games() if fastcore.info(game).has.secrets and not fastcore.info(game).has.hidden
    )
    with opened(Setup(secret, ("person", "random"), 1)) as window:
        analysed(window)
        plans = page(window, "plans")
        assert isinstance(plans, PlansPage) and plans.matrix is not None and plans.matrix.cells
        plans.canvas.focus_force()
        press("Down")
        press("Right")
        answered(window)
        assert plans.at == (1, 1) and plans.told.cget("text")
        shown, weights = plans.subject.shown, [weight for _, weight in plans.matrix.own]
        assert shown is not None
        for drawn in (weights, [1.0], weights[:1] + [weight / 2 for weight in weights[1:]]):
            mixture = tuple((str(number), weight) for number, weight in enumerate(drawn))
            plans.subject = plans.subject._replace(
                shown=shown._replace(reports=(replace(shown.report, mixture=mixture),))
            )
            plans._tell()
            assert (said.LIGHT_PLANS in plans.told.cget("text")) is (drawn != weights)
        why = page(window, "why")
        assert isinstance(why, WhyPage)
        text = why.rich.text.get("1.0", "end")
        assert text.startswith(f"{said.WHY_PLAN}\n") and text.count("plan: ") == 1, "it is told once"


def test_beliefs_change_with_what_is_supposed() -> None:
    hidden = next(game for game in fastcore.games() if fastcore.info(game).has.hidden)
    with opened(Setup(hidden, ("person", *["random"] * (fastcore.start(hidden).seats - 1)), 1)) as window:
        press("F12")
        beliefs = page(window, "beliefs")
        assert isinstance(beliefs, BeliefsPage) and beliefs.supposed is not None and not beliefs.supposed.facts
        what, shares = next(iter(beliefs.supposed.beliefs.items()))
        rows = beliefs.list.tree
        rows.focus_force()
        rows.selection_set(f"{what}={shares[0].how}")
        press("Return")
        answered(window)
        assert (
            beliefs.supposed.facts == (f"{what}={shares[0].how}",)
            and beliefs.supposed.worlds[1] < beliefs.supposed.worlds[0]
        )
        beliefs.text.set("2:r>=9")
        beliefs._ask()
        answered(window)
        assert "2:r>=9" in beliefs.told.cget("text")


def test_pages_with_nothing_to_see_say_why() -> None:
    with opened(SMALL) as window:
        press("F12")
        column = window.analyse.column
        assert column is not None
        reasons = column.notebook.reasons
        assert reasons["plans"] == said.NO_MATRIX and reasons["beliefs"] == said.NOTHING_HIDDEN
