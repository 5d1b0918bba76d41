"""Tests of analyse mode: search, candidates, lines, bots, and saving with the game."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.reasoning import group_turns, turn_of
from bots.report import Limit
from tests.conftest import deep, is_fast_enough
from tests.gui.whole.test_alive import longest_gap
from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    game_file,
    open_window,
    point_at,
    press,
    settle,
    status_text,
    wait,
    wait_for_jobs,
)
from workbench import boards
from workbench.boards.kit.figures import format_chances, keep_percent_signs
from workbench.gui.analyse import words as analyse_words
from workbench.gui.analyse.column import AnalyseColumn
from workbench.gui.analyse.pages import words as pages_words
from workbench.gui.analyse.pages.why import WhyPage
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.words import HAND_OVER_FIRST
from workbench.records import files
from workbench.reports.reasons_against import reasons_against
from workbench.storage.session_records import session_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)
FEW = Limit(simulations=300)


def simulations(window: TestedWindow) -> int:
    searched = window.analyse.position.candidate_subject
    return searched.shown.report.simulations if searched is not None and searched.shown is not None else 0


def column(window: TestedWindow) -> AnalyseColumn:
    assert window.analyse.column is not None
    return window.analyse.column


def analyse(window: TestedWindow, minimum: int = 300) -> None:
    """Enter analyse mode, which starts the search, and search for at least this many simulations."""
    press("F12")
    wait(lambda: simulations(window) >= minimum)
    if window.analyse.position.analyses.running:
        press("space")
    wait(lambda: not window.analyse.position.analyses.is_stopping)
    settle(0.05)


def click_line(window: TestedWindow, number: int, button: int = 1) -> str:
    """Click a row of the candidates table. Return its move."""
    table, px = column(window).candidates.table, window.look.px
    move = table.lines[table.top + number].move
    click(table.canvas, px(60), px(26) + number * px(24) + px(12), button=button)
    return move


def play_line(window: TestedWindow, number: int) -> str:
    """Double-click a row of the candidates table. Return its move."""
    settle(0.6)  # not a third click of the previous double-click
    move = click_line(window, number)
    click_line(window, number)
    return move


def test_search_continues_during_set_up() -> None:
    with open_window(SMALL) as window:
        press("F12")
        assert window.analyse.position.analyses.running
        press("F4")
        press("F12")
        assert window.analyse.on and not window.set_up.on and window.analyse.position.analyses.running


def test_space_toggles_search_and_results_stay_visible() -> None:
    with open_window(SMALL) as window:
        analyse(window, 500)
        count = simulations(window)
        assert not window.analyse.position.analyses.running and column(window).candidates.table.lines
        view = window.screen.view
        assert isinstance(view, BoardView) and view.painter.shown["heat"] and view.numbers
        settle(0.15)
        assert simulations(window) == count
        press("F2")
        assert not view.painter.shown["heat"]
        press("F12")
        assert simulations(window) == count and view.painter.shown["heat"], (
            "what was found is there again without a search"
        )
        press("space")
        wait(lambda: simulations(window) > count)
        assert simulations(window) - count < 10 * count, "it goes on where it was"


def test_candidates_can_be_browsed_sorted_and_searched_individually() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        table = column(window).candidates.table
        moves = [line.move for line in table.lines]
        table.canvas.focus_force()
        press("Down")
        assert window.analyse.position.move == moves[0]
        press("Down")
        assert window.analyse.position.move == moves[1]
        assert table.canvas.coords(table.wash)[1] > table.canvas.coords(table.ring)[1] - 2
        left, right = table.column_spans["value"]
        click(table.canvas, (left + right) // 2, 8)
        values = [line.keys["value"] for line in table.lines]
        assert values == sorted(values, reverse=True) and window.settings.analyse_sort == "value"
        click(table.canvas, (left + right) // 2, 8)
        assert [line.keys["value"] for line in table.lines] == values[::-1]
        click(table.canvas, (left + right) // 2, 8)
        assert [line.move for line in table.lines] == moves
        dict(window.analyse_actions.column_entries())[analyse_words.column("visits", False)]()
        assert "visits" in table.column_spans and "visits" in window.settings.analyse_columns
        before = {item.move: item.visits for item in window.analyse.position.candidate_subject.shown.report.candidates}  # type: ignore[union-attr]
        window.analyse.on_board.select_move(moves[-1])
        press("x")
        assert window.analyse.position.analyses.moves == (moves[-1],)
        press("space")
        wait(lambda: simulations(window) >= 600)
        after = {item.move: item.visits for item in window.analyse.position.candidate_subject.shown.report.candidates}  # type: ignore[union-attr]
        assert after[moves[-1]] - before[moves[-1]] > sum(after[move] - before[move] for move in moves[:-1])
        assert all(after[move] >= before[move] for move in moves), "what was found of the others stays"


def test_why_page_explains_why_candidate_is_not_best() -> None:
    with open_window(SMALL, analyse_limit=FEW, analyse_page="why") as window:
        analyse(window)
        searched = window.analyse.position.candidate_subject
        assert searched is not None and searched.shown is not None and searched.point is not None
        report, page = searched.shown.report, column(window).notebook.pages["why"][0]
        assert isinstance(page, WhyPage)
        other_move = group_turns(searched.point, report.candidates)[1].lead.move
        first = page.rich.text.get("1.0", "end")
        assert first.startswith(
            pages_words.why(
                boards.describe_moves(window.table.info, searched.point.actor, turn_of(searched.point, report))
            )
        )
        window.analyse.on_board.select_move(other_move)
        settle(0.05)
        head, *lines = page.rich.text.get("1.0", "end").strip().splitlines()
        assert head == pages_words.why_not(
            boards.describe_moves(window.table.info, searched.point.actor, turn_of(searched.point, report, other_move))
        )
        assert [line.removeprefix("\u25b8 ") for line in lines] == [
            keep_percent_signs(item.text) for item in reasons_against(searched.point, report, other_move)
        ] and len(lines) >= 2
        press("w", "Shift_L")
        assert f"move {other_move}" in page.rich.text.get("1.0", "end"), "the facts are one key away"
        window.analyse.on_board.select_move(report.move)
        settle(0.05)
        assert page.rich.text.get("1.0", "end").startswith(first.splitlines()[0])


def test_point_of_view_button_negates_values() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        card = column(window).candidates
        first = card.table.lines[0]
        assert card.view.cget("text") == "Values for Red"
        click(card.view)
        second = card.table.lines[0]
        assert card.view.cget("text") == "Values for Blue" and second.move == first.move
        assert second.keys["value"] == -first.keys["value"]  # type: ignore[operator]
        assert second.cells["value"] == format_chances(-float(first.keys["value"]))[0]


def test_pointing_previews_line_and_double_click_plays_move() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        session, view = window.table.session, window.screen.view
        assert isinstance(view, BoardView)
        start, fields = session.here, dict(view.fields)
        table, px = column(window).candidates.table, window.look.px
        line = window.analyse.position.candidate_subject.shown.report.candidates[0].line  # type: ignore[union-attr]
        point_at(table.canvas, px(60), px(26) + px(12))
        assert view.fields != fields and not view.painter.shown["heat"]
        point_at(window.shell.status, 5, 5)
        assert view.fields == fields and view.painter.shown["heat"]
        click_line(window, 0)
        assert not session.document.children(start), "a click only selects"
        move = play_line(window, 0)
        variation = [session.document.tree.nodes[node].move for node in session.document.tree.line_from(session.here)]
        assert variation == [move] == list(line[:1])
        assert session.here == start
        assert window.table.browsing.shown_node == session.document.children(start)[0]
        first = window.table.browsing.shown_node
        press("z", "Control_L")
        assert not session.document.children(start) and window.table.browsing.shown_node == start
        press("y", "Control_L")
        assert session.document.children(start) == (first,) and window.table.browsing.shown_node == first
        press("Delete", "Control_L")
        assert not session.document.children(start) and window.table.browsing.shown_node == start


def test_undo_removes_variation_before_resignation() -> None:
    with open_window(SMALL) as window:
        session = window.table.session
        start = session.here
        window.table.resign(session.point.actor)
        press("F12")
        click_spot(window, "a1")
        click_spot(window, "a2")
        first, _ = session.document.line_to(window.table.browsing.shown_node)[-2:]
        press("z", "Control_L")
        assert window.table.browsing.shown_node == first and session.result is not None
        press("z", "Control_L")
        assert window.table.browsing.shown_node == start
        assert session.result is not None
        assert not session.document.children(start)
        press("z", "Control_L")
        assert session.result is None


def test_hidden_information_lines_are_playable_after_game_ends() -> None:
    with open_window(Setup("herbalism", ("person", "deducer", "deducer"), 1), analyse_limit=FEW) as window:
        session = window.table.session
        wait(lambda: window.playing.accepts_moves)
        start = session.here
        analyse(window)
        play_line(window, 0)
        assert analyse_words.UNKNOWN in status_text(window) and not session.document.children(start)
        window.table.resign(0)
        window.moves.stepping.view_node(start)
        line = window.analyse.position.candidate_subject.shown.report.candidates[0].line  # type: ignore[union-attr]
        move = play_line(window, 0)
        assert window.table.browsing.shown_node != start
        assert session.document.tree.nodes[window.table.browsing.shown_node].move == move == line[0]


def test_trying_moves_does_not_change_game() -> None:
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 1, PLACING)) as window:
        press("F12")
        session = window.table.session
        start = session.here
        click_spot(window, "a1")
        click_spot(window, "a2")
        assert session.here == start and len(session.document.line_to(window.table.browsing.shown_node)) == 2
        press("Escape")
        assert not window.analyse.on and window.table.browsing.shown_node == start, "the game is as it was"
        settle(0.2)
        assert session.here == start and not window.table.bots.requests.ticket, "nobody has moved"


def test_analysis_is_saved_and_reopened_without_search(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        click_spot(window, "a1")  # the saved analysis is of the position before this move
        table = window.table
        press("F2")
        window.registry.run("save")
        wait_for_jobs(window)
        file: Path = game_file(window)
        node = table.session.here
        finding = table.session.document.annotations.analyses(node)[-1]
    session = session_of(files.read(file))
    monkeypatch.setattr(fastcore.Search, "run", None)
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        window.table.load(session)
        press("F12")
        assert simulations(window) == 300
        searched = window.analyse.position.candidate_subject
        assert searched is not None and searched.shown is not None and searched.shown.source == "later"
        assert searched.shown.report.candidates == finding.candidates
        head = column(window).candidates.head
        assert head.cget("text") == analyse_words.LATER_HEAD
        assert "mcts, simulations 10000 · 300 simulations" in column(window).candidates.full_text[head]
        assert len(searched.shown.reports) > 3, "how it grew is there too"


def test_bot_move_shows_its_own_search() -> None:
    with open_window(Setup("herd(size=3)", ("mcts(simulations=50)", "greedy"), 1), speed=4) as window:
        wait(lambda: len(window.table.session.steps) > 8)
        press("F12")
        session = window.table.session
        node = next(node for node in session.document.main_line() if session.document.tree.nodes[node].actor == 0)
        window.table.view_node(session.document.tree.nodes[node].parent)
        searched = window.analyse.position.candidate_subject
        assert searched is not None and searched.shown is not None and searched.shown.source == "played"
        assert searched.shown.report == session.document.tree.nodes[node].reports[-1]
        assert searched.shown.move == session.document.tree.nodes[node].move
        assert "own search" in column(window).candidates.head.cget("text")


def test_every_dice_roll_has_value_before_rolling() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1), analyse_limit=FEW) as window:
        press("F12")
        window.registry.run("start")
        wait(lambda: simulations(window) >= 300)
        lines = column(window).candidates.table.lines
        assert len(lines) == 21 and sum(float(line.keys["prior"]) for line in lines) == pytest.approx(1)
        assert analyse_words.OUTCOMES in column(window).candidates.head.cget("text")


def test_only_own_seat_is_analysed_with_hidden_information() -> None:
    with open_window(Setup("herbalism", ("person", "greedy", "greedy"), 2), speed=4) as window:
        wait(lambda: window.playing.accepts_moves)
        press("F12")
        assert not window.analyse.position.reason
        assert window.analyse.position.point is not None
        assert window.analyse.position.point.seat == 0
        assert analyse_words.TAG in window.table.session.document.tags, (
            "that it was analysed while it was played is noted"
        )
        session = window.table.session
        opponent_node = next(
            (node for node in session.document.main_line() if session.document.tree.nodes[node].actor == 1), None
        )
        if opponent_node is not None:
            window.table.view_node(session.document.tree.nodes[opponent_node].parent)
            assert window.analyse.position.point is None and window.analyse.position.reason == analyse_words.COVERED
    with open_window(Setup("herbalism", ("person",) * 3, 2)) as window:
        press("F12")
        assert not window.analyse.on and HAND_OVER_FIRST in status_text(window)
        window.table.take_over()
        press("F12")
        assert window.analyse.position.point is None and window.analyse.position.reason == analyse_words.SHARED
        assert analyse_words.TAG not in window.table.session.document.tags, "nothing was analysed"
        assert status_text(window) == "Press F2 to return to the game."
        assert window.analyse.column is not None and not window.analyse.column.candidates.table.note


def test_two_chosen_bots_analyse_in_parallel() -> None:
    with open_window(SMALL, analyse_limit=FEW) as window:
        press("F12")
        press("space")
        press("b", "Control_L")
        dialog = window.pages.open["analysts"]
        click(dialog.more)  # type: ignore[attr-defined]
        dialog.entries["simulations"].delete(0, "end")  # type: ignore[attr-defined]
        dialog.entries["simulations"].insert(0, "200")  # type: ignore[attr-defined]
        click(dialog.start)  # type: ignore[attr-defined]
        desk = window.analyse.position.analyses
        assert len(desk.players) == 2 and desk.limit == Limit(simulations=200)
        press("space")
        wait(lambda: len(desk.findings(desk.node)) == 2 and not desk.running)
        settle(0.1)
        assert window.settings.analyse_bots["herd"] == desk.players
        buttons = [button for button in column(window).candidates.searches if button.winfo_ismapped()]
        assert len(buttons) == 2
        click(buttons[1])
        assert window.analyse.position.at == 1


def test_window_stays_responsive_while_two_bots_search() -> None:
    bots = ("mcts", "mcts(exploration=2)")
    with open_window(Setup("herd(size=5)", TWO, 1), analyse_bots={"herd": bots}) as window:
        press("F12")
        window.registry.run("forward")
        window.table.view_node(window.table.session.here)
        analyses = window.analyse.position.analyses
        wait(lambda: len(analyses.findings(analyses.node)) >= 1 and simulations(window) > 1000)
        gap = longest_gap(deep(1, 60))
        assert analyses.running
    assert is_fast_enough(gap, 0.05)
