"""Tests of the analysis pages about a search: growth, simulations, tree, plans and beliefs."""

from __future__ import annotations

import threading
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import TWO, TestedWindow, marked_spots, open_window, press, settle, wait
from workbench import boards
from workbench.gui.analyse.pages import tree as pages_tree
from workbench.gui.analyse.pages import words as pages_words
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


def run_analysis(window: TestedWindow, simulations: int = 300) -> None:
    """Analyse for more than this many simulations, then stop."""
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


def open_page(window: TestedWindow, name: str) -> object:
    """Open a page of analyse mode and return it."""
    column = window.analyse.column
    assert column is not None
    column.notebook.open_page(name)
    wait_for_answers(window)
    assert column.notebook.shown == name
    return column.notebook.pages[name][0]


def wait_for_answers(window: TestedWindow) -> None:
    stage = window.analyse.on_board
    wait(lambda: not stage.background.pending and not stage.files.pending)
    settle()


def viewing_player(window: TestedWindow) -> str:
    return boards.seat_name(window.table.info, window.analyse.position.seat)


def switch_point_of_view(window: TestedWindow) -> None:
    window.registry.run("point_of_view")
    wait_for_answers(window)


def test_pages_follow_point_of_view() -> None:
    with open_window(SMALL) as window:
        run_analysis(window)
        growth = open_page(window, "growth")
        assert isinstance(growth, GrowthPage) and growth.growth is not None
        before = growth.growth.curves[0].values
        switch_point_of_view(window)
        assert [-value for value in before if value is not None] == [
            value for value in growth.growth.curves[0].values if value is not None
        ]
        assert growth.time_label.cget("text").endswith(f" for {viewing_player(window)}.")
        tree = open_page(window, "tree")
        assert isinstance(tree, TreePage)
        tree.list.tree.focus_force()
        press("Down")
        wait_for_answers(window)
        press("Right")
        wait_for_answers(window)
        rows, seat = ("root", "root/0", "root/0/0"), window.analyse.position.seat
        texts = [tree.list.tree.set(row, "value") for row in rows]
        assert tree.list.tree.heading("value", "text") == pages_words.valued(viewing_player(window))
        switch_point_of_view(window)
        spots = [tree.spots["root"].value, tree.spots["root"].rows[0].value, tree.spots["root/0"].rows[0].value]
        assert window.analyse.position.seat == 1 - seat and all(value is not None for value in spots)
        for row, text, value in zip(rows, texts, spots, strict=True):
            assert value is not None and tree.list.tree.set(row, "value") == search_words.node_value_text(
                value, 1 - seat
            )
            assert text == search_words.node_value_text(value, seat)
        assert tree.list.chosen == "root/0", "what was opened and chosen stays so"
        trace = open_page(window, "trace")
        assert isinstance(trace, TracePage)
        trace.list.tree.focus_force()
        press("Right")
        index = trace.at
        text = trace.list.tree.set("leaf", "after")
        switch_point_of_view(window)
        assert (
            trace.at == index
            and trace.list.tree.set("leaf", "after")
            == search_words.seat_value_text(trace.traces[trace.number].value, seat)
            != text
        )


def test_curve_labels_are_at_line_ends_without_overlap() -> None:
    with open_window(SMALL) as window:
        run_analysis(window)
        growth = open_page(window, "growth")
        assert isinstance(growth, GrowthPage)
        plot = growth.plot
        plot.canvas.pack_forget()
        plot.canvas.place(x=0, y=0, width=300, height=160)
        wait(lambda: plot.canvas.winfo_height() == 160)
        plot.canvas.delete("all")
        low = plot._plot_height()
        plot._names([MoveCurve(name, (), ()) for name in "abc"], (16, low, low))
        places = {plot.canvas.itemcget(item, "text"): plot.canvas.coords(item)[1] for item in plot.canvas.find_all()}  # type: ignore[no-untyped-call]
        boxes = sorted((plot.canvas.bbox(item) for item in plot.canvas.find_all()), key=lambda box: box[1])
        assert places["a"] == 16 and low - 60 < places["b"] < places["c"] <= low
        assert all(upper[3] <= lower[1] + 2 for upper, lower in pairwise(boxes))
        plot.canvas.delete("all")
        plot.canvas.place(height=70)
        wait(lambda: plot.canvas.winfo_height() == 70)
        plot._draw()
        names = [
            item
            for item in plot.canvas.find_all()
            if str(plot.canvas.type(item)) == "text" and plot.canvas.itemcget(item, "anchor") == "w"  # type: ignore[no-untyped-call]
        ]
        boxes = sorted((plot.canvas.bbox(item) for item in names), key=lambda box: box[1])
        assert 0 < len(boxes) < len(growth.growth.curves if growth.growth is not None else ()), (
            "only as many as there is room for"
        )
        assert (
            all(upper[3] <= lower[1] + 2 for upper, lower in pairwise(boxes))
            and boxes[0][1] >= 0
            and boxes[-1][3] <= 70
        )


def test_growth_page_steps_through_search_history() -> None:
    with open_window(SMALL) as window:
        run_analysis(window)
        growth = open_page(window, "growth")
        assert isinstance(growth, GrowthPage) and growth.growth is not None
        window.root.focus_force()
        window.analyse.column.notebook.buttons["growth"].invoke()  # type: ignore[union-attr]
        assert focused(window.root) is growth.plot.canvas, "whoever comes by the tab goes on with the arrows"
        own = marked_spots(window, "advice")
        press("Home")
        assert growth.at == 0 and growth.time_label.cget("text").startswith("1 simulation:")
        press("Right")
        assert growth.at == 1 and marked_spots(window, "advice") != own, "the board shows what was thought then"
        press("v")
        assert growth.values
        press("End")
        assert growth.at is None and growth.time_label.cget("text") == pages_words.time_sentence(
            growth.growth, len(growth.growth.simulations) - 1, viewing_player(window), window.table.point.seats
        )


def test_trace_page_steps_through_simulations_on_board() -> None:
    with open_window(SMALL) as window:
        run_analysis(window)
        trace = open_page(window, "trace")
        assert isinstance(trace, TracePage) and trace.shots and trace.shots[0].part == "start"
        trace.list.tree.focus_force()
        seen = []
        for _ in range(len(trace.shots) + 1):
            press("Right")
            seen.append(trace.shots[trace.at].part)
            assert trace.description.cget("text")
        assert (
            list(dict.fromkeys(seen)) == ["down", "leaf", "back"]
            and window.analyse.on_board.preview is not None
            and window.analyse.on_board.preview.shown
        )
        before = trace.number
        press("Next")
        assert trace.number != before
        open_page(window, "growth")
        assert not window.analyse.on_board.preview.shown, "the position that is looked at is back"


def test_tree_is_expanded_saved_and_reopened_without_search(home: Path) -> None:
    with open_window(SMALL) as window:
        run_analysis(window)
        tree = open_page(window, "tree")
        assert isinstance(tree, TreePage)
        rows = tree.list.tree
        rows.focus_force()
        assert rows.item("root", "text").startswith(search_words.SYMBOLS["decision"]) and rows.get_children("root")
        press("Down")
        wait_for_answers(window)
        assert (
            rows.selection() == ("root/0",)
            and window.analyse.on_board.preview is not None
            and window.analyse.on_board.preview.shown
        )
        press("Right")
        wait_for_answers(window)
        assert rows.exists("root/0/0") and len(tree.paths["root/0/0"]) == 2
        assert (
            tree.search is not None
            and tree_files.write(home / "kept.tree", tree.search, tree.search.simulations // 50 + 1) > 3
        )
        tree.open_tree(home / "kept.tree")
        wait_for_answers(window)
        assert tree.view is not None and tree.view.what == "saved" and rows.get_children("root")
        tree.open_tree(home / "gone.tree")
        wait_for_answers(window)
        assert rows.get_children("root"), "what is shown stays"
    with open_window(SMALL) as window:
        window.analyse.enter()
        assert window.analyse.column is not None
        tree = open_page(window, "tree")
        assert (
            isinstance(tree, TreePage)
            and tree.description.cget("text") == pages_words.NOT_SEARCHED
            and not tree.list.tree.get_children()
        )
        tree.open_tree(home / "kept.tree")
        wait_for_answers(window)
        window.analyse.refresh()
        assert tree.list.tree.get_children("root") and not window.analyse.position.analyses.running, (
            "also where nothing was searched"
        )


def test_tree_columns_fit_numbers_and_label_weights() -> None:
    secret = next(
        game for game in fastcore.games() if fastcore.info(game).has.secrets and not fastcore.info(game).has.hidden
    )
    for setup, head in ((SMALL, "share"), (Setup(secret, ("person", "random"), 1), "weight")):
        with open_window(setup) as window:
            window.root.geometry("1280x720")
            settle()
            run_analysis(window, 50)
            tree = open_page(window, "tree")
            assert isinstance(tree, TreePage)
            wait(lambda page=tree: "root" in page.spots)  # type: ignore[misc]
            assert tree.list.tree.heading("share", "text") == head
            tree.list.write(
                "root", "decision of somebody with a very long name", ("912,273,313", "100 %", "100.0 %", "")
            )
            tree.list.fit()
            check_columns_fit(tree.list)


def check_columns_fit(shown: ListView) -> None:
    """Check that a list shows numbers in full. Shortened texts need a tip with the full text."""
    rows, look = shown.tree, shown.look
    visible = ["#0", *rows.cget("displaycolumns")]
    assert sum(int(rows.column(key, "width")) for key in visible) <= rows.winfo_width()
    for row, cells in shown.full.items():
        for key, full_text in zip(shown.keys, cells, strict=True):
            seen = rows.item(row, "text") if key == "#0" else rows.set(row, key)
            assert seen == full_text or (
                key in shown.shares and seen.endswith("…") and shown._full_text(key, row) == full_text
            ), (
                row,
                key,
            )
            beside = look.px(8) + (shown._indent(row) if key == "#0" else 0)
            assert not seen or (
                key in visible and look.fonts["text"].measure(seen) + beside <= int(rows.column(key, "width"))
            ), (row, key)


def test_trace_columns_fit_numbers() -> None:
    with open_window(SMALL) as window:
        run_analysis(window)
        trace = open_page(window, "trace")
        assert isinstance(trace, TracePage)
        check_columns_fit(trace.list)
        trace.list.fill(
            [("0", "● somebody with a name", ("a move of many words, each", "912,273,313", "100.00 %", "100.00 %"))]
        )
        check_columns_fit(trace.list)


def test_menu_command_opens_saved_tree(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_tree, "ask_open", lambda *_: home / "kept.tree")
    with open_window(SMALL) as window:
        command = window.registry["open_tree"]
        assert command in window.registry.menu("analyse") and command.why_not()
        search = fastcore.Search(window.table.session.state, seed=1, memory_mb=64)
        search.run(100)
        tree_files.write(home / "kept.tree", search)
        press("F12")
        assert not command.why_not()
        window.registry.run("open_tree")
        wait_for_answers(window)
        assert window.analyse.column is not None and window.analyse.column.notebook.shown == "tree"
        tree = open_page(window, "tree")
        assert isinstance(tree, TreePage) and tree.view is not None and tree.view.what == "saved"


def test_late_background_answer_is_dropped_after_leaving_mode() -> None:
    """The answer belongs to a page that no longer exists."""
    with open_window(SMALL) as window:
        run_analysis(window)
        stage, answers = window.analyse.on_board, list[str]()
        released = threading.Event()
        stage.background.run(released.wait, lambda _: answers.append("shown"), lambda _: answers.append("failed"))
        window.registry.run("play_mode")
        released.set()
        wait(lambda: not stage.background.pending)
        window.registry.run("analyse_mode")
        stage.background.run(lambda: None, lambda _: answers.append("new"), lambda _: None)
        wait(lambda: answers)
        assert answers == ["new"]


def test_plans_page_compares_plans() -> None:
    secret = next(
        game for game in fastcore.games() if fastcore.info(game).has.secrets and not fastcore.info(game).has.hidden
    )
    with open_window(Setup(secret, ("person", "random"), 1)) as window:
        run_analysis(window)
        plans = open_page(window, "plans")
        assert isinstance(plans, PlansPage) and plans.matrix is not None and plans.matrix.cells
        plans.canvas.focus_force()
        press("Down")
        press("Right")
        wait_for_answers(window)
        assert plans.at == (1, 1) and plans.description.cget("text")
        why_page = open_page(window, "why")
        assert isinstance(why_page, WhyPage)
        text = why_page.rich.text.get("1.0", "end")
        assert text.startswith(f"{pages_words.WHY_PLAN}\n") and text.count("plan: ") == 1, "the plan is shown once"


def test_beliefs_follow_assumed_facts() -> None:
    hidden = next(game for game in fastcore.games() if fastcore.info(game).has.hidden)
    with open_window(Setup(hidden, ("person", *["random"] * (fastcore.start(hidden).seats - 1)), 1)) as window:
        press("F12")
        beliefs = open_page(window, "beliefs")
        assert isinstance(beliefs, BeliefsPage) and beliefs.supposed is not None and not beliefs.supposed.facts
        fact, shares = next(iter(beliefs.supposed.beliefs.items()))
        rows = beliefs.list.tree
        rows.focus_force()
        rows.selection_set(f"{fact}={shares[0].how}")
        press("Return")
        wait_for_answers(window)
        assert (
            beliefs.supposed.facts == (f"{fact}={shares[0].how}",)
            and beliefs.supposed.worlds[1] < beliefs.supposed.worlds[0]
        )
        beliefs.text.set("2:r>=9")
        beliefs._ask()
        wait_for_answers(window)
        assert "2:r>=9" in beliefs.summary.cget("text")


def test_empty_pages_state_reason() -> None:
    with open_window(Setup("forest", TWO, 1)) as window:
        press("F12")
        column = window.analyse.column
        assert column is not None
        reason = column.notebook.reasons["trace"]  # alpha-beta shows no traces, with or without a search
        assert reason in (pages_words.NOT_SEARCHED, pages_words.CANNOT_TRACE, pages_words.NO_TRACES)
