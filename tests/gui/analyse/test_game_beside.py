"""Tests of the game beside an analysis, of solved positions, and of keys, clicks and tips during an analysis."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

from tests.gui.analyse.test_analyse import FEW, SMALL, analyse, column, play_line, simulations
from tests.kit.windows import TWO, TestedWindow, click, open_window, point_at, press, settle, status_text, wait
from workbench.gui.analyse import solved
from workbench.gui.widgets.keys import focused
from workbench.gui.widgets.tips import STAYS_MS, Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ENDING = Setup("herd(size=3)", TWO, 1, "rrr/rrrr/rrrr1/rrrr/rrb r 9 1-1 x0+1")  # one stone ends the game


def test_space_controls_the_analysis_after_clicks_on_buttons() -> None:
    with open_window(Setup("herd(size=3)", ("greedy", "greedy"), 1), speed=4) as window:
        wait(lambda: len(window.table.session.steps) > 12)
        press("F12")
        analyses = window.analyse.position.analyses
        for button in (window.shell.status.buttons["back"], window.moves.card.buttons["back"]):
            click(button)
            assert focused(button) is not button, "a click gives a button no focus"
            while window.analyse.position.reason:
                window.registry.run("back")
            was_running = analyses.running
            press("space")
            assert analyses.running != was_running
        button = window.shell.status.buttons["back"]
        button.focus_force()  # as with Tab
        settle(0.1)
        node, was_running = window.table.browsing.shown_node, analyses.running
        press("space")
        assert analyses.running != was_running and window.table.browsing.shown_node == node
        press("Return")
        assert window.table.browsing.shown_node != node, "Enter presses the focused button"


def test_click_on_graph_views_a_decision() -> None:
    with open_window(Setup("herd(size=3)", ("greedy", "greedy"), 1), speed=4) as window:
        wait(lambda: len(window.table.session.steps) > 40)
        window.table.bots.pause()
        press("F12")
        settle(0.2)
        graph = window.moves.below.graph
        assert graph.static and len(graph.values) > 4
        for number in (1, 3):
            click(graph.canvas, round(graph.axes.x(number)), 20)
            node = window.table.browsing.shown_node
            assert window.table.session.document.point_at(node).actor >= 0 and graph.shown == number
            assert not window.analyse.position.reason


def test_graph_has_the_value_of_the_analysis() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        graph = window.moves.below.graph
        assert graph.values[-1].analysed and graph.values[-1].reported is not None
        assert graph.now.cget("text") == column(window).candidates.table.lines[0].cells["value"]


def test_solved_position_says_so() -> None:
    with open_window(ENDING, analyse_limit=FEW) as window:
        press("F12")
        wait(lambda: not window.analyse.position.analyses.running and simulations(window))
        settle(0.2)
        assert window.analyse.position.solution == "Solved: Red wins in 1 move."
        assert "Solved: Red wins in 1 move." in status_text(window)
        assert column(window).candidates.table.lines[0].cells["value"] == solved.WINS
        assert window.shell.status.buttons["analysis"].instate(["disabled"])
        window.registry.run("point_of_view")
        assert column(window).candidates.table.lines[0].cells["value"] == solved.LOSES


def test_double_click_does_not_select_in_the_next_position() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        move = play_line(window, 1)
        session = window.table.session
        assert session.document.tree.nodes[window.table.browsing.shown_node].move == move
        assert not window.analyse.position.move


def test_unavailable_page_says_why_and_tabs_stay() -> None:
    with open_window(
        Setup("herd(size=3)", ("greedy", "greedy"), 1), speed=4, analyse_limit=FEW, analyse_page="why"
    ) as window:
        wait(lambda: len(window.table.session.steps) > 20)
        window.table.bots.pause()
        press("F12")
        settle(0.2)
        notebook = column(window).notebook
        window.moves.stepping.view_node(window.moves.below.graph.values[1].node)  # before a roll
        settle(0.1)
        assert notebook.reasons["why"] and notebook.note.cget("text") == notebook.reasons["why"]
        assert notebook.note.winfo_viewable() and notebook.buttons["why"].instate(["selected"])


def shown_tip(window: TestedWindow, button: ttk.Button) -> None:
    point_at(window.screen.top.icon)
    wait(lambda: Tip.shown is None or Tip.owner is None)
    point_at(button)
    wait(lambda: Tip.shown is not None)


def test_tips_hide_on_a_click_and_after_five_seconds() -> None:
    assert STAYS_MS == 5000
    with open_window(SMALL) as window:
        shown_tip(window, window.shell.status.buttons["hint"])
        click(window.screen.view, 5, 5)
        assert Tip.shown is None


def test_tip_is_not_above_a_control_that_has_just_appeared() -> None:
    with open_window(SMALL) as window:
        button = window.shell.status.buttons["hint"]
        shown_tip(window, button)
        assert Tip.shown is not None
        bubble = Tip.shown
        fresh = ttk.Button(bubble.winfo_toplevel(), text="New")
        fresh.place(x=bubble.winfo_x(), y=bubble.winfo_y())
        settle(0.2)
        assert Tip.shown is None, "it would cover the new button"
        fresh.destroy()


def test_tip_waits_while_it_would_cover_a_new_control() -> None:
    with open_window(SMALL) as window:
        button = window.shell.status.buttons["hint"]
        shown_tip(window, button)
        assert Tip.shown is not None
        x, y = Tip.shown.winfo_x(), Tip.shown.winfo_y()
        point_at(window.screen.top.icon)
        wait(lambda: Tip.shown is None)
        point_at(button)
        fresh = ttk.Button(window.root, text="New")
        fresh.place(x=x, y=y)
        settle(0.7)
        assert Tip.shown is None, "it would cover the new button"
        wait(lambda: Tip.shown is not None, 5)
        fresh.destroy()


def test_f11_toggles_full_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        states = [False]

        def attributes(*args: object) -> bool:
            if len(args) == 2:
                states.append(bool(args[1]))
            return states[-1]

        monkeypatch.setattr(window.root, "attributes", attributes)
        press("F11")
        press("F11")
        assert states == [False, True, False]


def test_play_shows_no_evaluation_unless_asked() -> None:
    with open_window(Setup("herd(size=3)", ("person", "mcts(simulations=50)"), 1)) as window:
        wait(lambda: window.playing.accepts_moves)
        assert not window.moves.below.graph.frame.winfo_ismapped()
        assert "%" not in str(window.moves.card.note.cget("text"))
        press("v")
        settle(0.1)
        assert window.moves.below.graph.frame.winfo_ismapped()


def test_followed_seat_rejects_stone_before_its_actions() -> None:
    with open_window(Setup("herbs", TWO, 1, follows=0)) as window:
        press("F12")
        session = window.table.session
        nodes = dict(session.document.tree.nodes)
        window.playing.play("WhF4")  # the stone comes after the actions of the plan
        assert session.document.tree.nodes == nodes and window.analyse.on
        assert "write 4 more actions first" in status_text(window)


def test_followed_game_rejects_unobservable_opponent_move() -> None:
    with open_window(Setup("herbs", TWO, 1, follows=1)) as window:
        steps = len(window.table.session.steps)
        window.playing.play("0M1")
        assert len(window.table.session.steps) == steps and "observed as ?" in status_text(window)
