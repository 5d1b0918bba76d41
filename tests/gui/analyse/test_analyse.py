"""The mode Analyse: bots look at any position for as long as one likes, what they find is shown, played out, kept
with the game."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.report import Limit
from tests.conftest import deep, in_time
from tests.gui.whole.test_alive import longest_gap
from tests.kit.windows import (
    TWO,
    Tested,
    click,
    click_spot,
    kept_file,
    opened,
    point_at,
    press,
    settle,
    shown,
    wait,
    wait_for_jobs,
)
from workbench import boards
from workbench.boards.kit.figures import short, unbroken
from workbench.gui.analyse import words as said
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

PLACING = "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"
SMALL = Setup("herd(size=3)", TWO, 1, PLACING)
FEW = Limit(simulations=300)


def simulations(window: Tested) -> int:
    searched = window.analyse.position.searched
    return searched.shown.report.simulations if searched is not None and searched.shown is not None else 0


def column(window: Tested) -> AnalyseColumn:
    assert window.analyse.column is not None
    return window.analyse.column


def analyse(window: Tested, least: int = 300) -> None:
    """Turn to the mode and let the bots look for a while."""
    press("F12")
    press("space")
    wait(lambda: simulations(window) >= least)
    if window.analyse.position.analyses.running:
        press("space")
    wait(lambda: not window.analyse.position.analyses.ending)
    settle(0.05)


def click_line(window: Tested, number: int, button: int = 1) -> str:
    """Click a line of the candidates; returns its move."""
    table, px = column(window).candidates.table, window.look.px
    move = table.lines[table.top + number].move
    click(table.canvas, px(60), px(26) + number * px(24) + px(12), button=button)
    return move


def test_the_mode_is_entered_by_its_key_and_left_by_that_of_playing() -> None:
    with opened(SMALL) as window:
        press("F12")
        assert window.analyse.on and not window.screen.game_column.winfo_ismapped()
        assert window.screen.top.modes.buttons["analyse_mode"].instate(["selected"])
        press("F2")
        assert not window.analyse.on and window.analyse.column is None and window.screen.game_column.winfo_ismapped()
        press("space")
        assert said.NOT_ANALYSING not in shown(window), "Space is no key of another mode"


def test_a_search_goes_on_through_set_up() -> None:
    with opened(SMALL) as window:
        press("F12")
        press("space")
        assert window.analyse.position.analyses.running
        press("F4")
        press("F12")
        assert window.analyse.on and not window.set_up.on and window.analyse.position.analyses.running


def test_space_starts_and_stops_and_the_picture_stays() -> None:
    with opened(SMALL) as window:
        analyse(window, 500)
        found = simulations(window)
        assert not window.analyse.position.analyses.running and column(window).candidates.table.lines
        view = window.screen.view
        assert isinstance(view, BoardView) and view.painter.shown["heat"] and view.numbers
        settle(0.15)
        assert simulations(window) == found
        press("F2")
        assert not view.painter.shown["heat"]
        press("F12")
        assert simulations(window) == found and view.painter.shown["heat"], (
            "what was found is there again without a search"
        )
        press("space")
        wait(lambda: simulations(window) > found)
        assert simulations(window) - found < 10 * found, "it goes on where it was"


def test_candidates_are_gone_through_sorted_and_looked_at_alone() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        table = column(window).candidates.table
        moves = [line.move for line in table.lines]
        table.canvas.focus_force()
        press("Down")
        assert window.analyse.position.move == moves[0]
        press("Down")
        assert (
            window.analyse.position.move == moves[1]
            and table.canvas.coords(table.wash)[1] > table.canvas.coords(table.ring)[1] - 2
        )
        left, right = table.spots["value"]
        click(table.canvas, (left + right) // 2, 8)
        values = [line.keys["value"] for line in table.lines]
        assert values == sorted(values, reverse=True) and window.settings.analyse_sort == "value"
        click(table.canvas, (left + right) // 2, 8)
        assert [line.keys["value"] for line in table.lines] == values[::-1]
        click(table.canvas, (left + right) // 2, 8)
        assert [line.move for line in table.lines] == moves
        dict(window.analyse_actions.columns())[said.column("visits", False)]()
        assert "visits" in table.spots and "visits" in window.settings.analyse_columns
        before = {one.move: one.visits for one in window.analyse.position.searched.shown.report.candidates}  # type: ignore[union-attr]
        window.analyse.on_board.choose(moves[-1])
        press("x")
        assert window.analyse.position.analyses.moves == (moves[-1],)
        press("space")
        wait(lambda: simulations(window) >= 600)
        after = {one.move: one.visits for one in window.analyse.position.searched.shown.report.candidates}  # type: ignore[union-attr]
        assert after[moves[-1]] - before[moves[-1]] > sum(after[move] - before[move] for move in moves[:-1])
        assert all(after[move] >= before[move] for move in moves), "what was found of the others stays"


def test_another_candidate_is_told_why_it_is_not_the_best() -> None:
    with opened(SMALL, analyse_limit=FEW, analyse_page="why") as window:
        analyse(window)
        searched = window.analyse.position.searched
        assert searched is not None and searched.shown is not None and searched.point is not None
        report, page = searched.shown.report, column(window).notebook.pages["why"][0]
        assert isinstance(page, WhyPage)
        other = next(one.move for one in report.candidates if one.move != report.move)
        first = page.rich.text.get("1.0", "end")
        assert first.startswith(pages_words.why(boards.say(window.table.info, searched.point.actor, (report.move,))))
        window.analyse.on_board.choose(other)
        settle(0.05)
        head, *told = page.rich.text.get("1.0", "end").strip().splitlines()
        assert head == pages_words.why_not(boards.say(window.table.info, searched.point.actor, (other,)))
        assert [line.removeprefix("\u25b8 ") for line in told] == [
            unbroken(one.text) for one in reasons_against(searched.point, report, other)
        ] and len(told) >= 2
        press("w", "Shift_L")
        assert f"move {other}" in page.rich.text.get("1.0", "end"), "the facts are one key away"
        window.analyse.on_board.choose(report.move)
        settle(0.05)
        assert page.rich.text.get("1.0", "end").startswith(first.splitlines()[0])


def test_values_are_told_from_one_side_until_the_other_is_asked_for() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        card = column(window).candidates
        first = card.table.lines[0]
        assert card.view.cget("text") == "for Red"
        click(card.view)
        other = card.table.lines[0]
        assert card.view.cget("text") == "for Blue" and other.move == first.move
        assert other.keys["value"] == -first.keys["value"]  # type: ignore[operator]
        assert other.cells["value"] == short(-float(first.keys["value"]))


def test_a_line_is_played_out_under_the_pointer_and_kept_by_a_click() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        session, view = window.table.session, window.screen.view
        assert isinstance(view, BoardView)
        here, fields = session.here, dict(view.fields)
        table, px = column(window).candidates.table, window.look.px
        line = window.analyse.position.searched.shown.report.candidates[0].line  # type: ignore[union-attr]
        point_at(table.canvas, px(60), px(26) + px(12))
        assert view.fields != fields and not view.painter.shown["heat"]
        point_at(window.shell.status, 5, 5)
        assert view.fields == fields and view.painter.shown["heat"]
        click_line(window, 0)
        kept = [session.document.tree.nodes[node].move for node in session.document.tree.line_from(session.here)]
        assert (
            kept == list(line)
            and session.here == here
            and window.table.browsing.at == session.document.children(here)[0]
        )
        first = window.table.browsing.at
        press("z", "Control_L")
        assert not session.document.children(here) and window.table.browsing.at == here
        press("y", "Control_L")
        assert session.document.children(here) == (first,)
        click_line(window, 0)
        press("Delete", "Control_L")
        assert not session.document.children(here) and window.table.browsing.at == here


def test_undo_after_a_kept_line_leaves_what_ended_the_game() -> None:
    with opened(SMALL) as window:
        session = window.table.session
        here = session.here
        window.table.resign(session.point.actor)
        press("F12")
        click_spot(window, "a1")
        click_spot(window, "a2")
        one, _ = session.document.line_to(window.table.browsing.at)[-2:]
        press("z", "Control_L")
        assert window.table.browsing.at == one and session.result is not None
        press("z", "Control_L")
        assert window.table.browsing.at == here and session.result is not None and not session.document.children(here)
        press("z", "Control_L")
        assert session.result is None


def test_what_was_covered_can_be_tried_when_the_game_is_over() -> None:
    with opened(Setup("herbalism", ("person", "deducer", "deducer"), 1), analyse_limit=FEW) as window:
        session = window.table.session
        wait(lambda: window.playing.ours)
        here = session.here
        analyse(window)
        click_line(window, 0)
        assert said.UNKNOWN in shown(window) and not session.document.children(here)
        window.table.resign(0)
        window.moves.stepping.go(here)
        line = window.analyse.position.searched.shown.report.candidates[0].line  # type: ignore[union-attr]
        move = click_line(window, 0)
        assert (
            window.table.browsing.at != here
            and session.document.tree.nodes[window.table.browsing.at].move == move == line[0]
        )


def test_moves_are_tried_on_the_board_and_the_game_stays_where_it_is() -> None:
    with opened(Setup("herd(size=3)", ("person", "greedy"), 1, PLACING)) as window:
        press("F12")
        session = window.table.session
        here = session.here
        click_spot(window, "a1")
        click_spot(window, "a2")
        assert session.here == here and len(session.document.line_to(window.table.browsing.at)) == 2
        press("Escape")
        assert window.table.browsing.at == here
        press("F2")
        settle(0.2)
        assert session.here == here and not window.table.bots.asking.ticket, "nobody has moved"


def test_it_is_saved_with_the_game_and_reopens_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        analyse(window)
        click_spot(window, "a1")  # another position: what was found stays with the first
        table = window.table
        press("F2")
        window.registry.run("save")
        wait_for_jobs(window)
        file: Path = kept_file(window)
        node = table.session.here
        found = table.session.document.annotations.analyses(node)[-1]
    session = session_of(files.read(file))
    monkeypatch.setattr(fastcore.Search, "run", None)
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        window.table.take(session)
        press("F12")
        assert simulations(window) == 300
        searched = window.analyse.position.searched
        assert searched is not None and searched.shown is not None and searched.shown.source == "later"
        assert searched.shown.report.candidates == found.candidates
        assert said.later("mcts, full") in column(window).candidates.head.cget("text")
        assert len(searched.shown.reports) > 3, "how it grew is there too"


def test_what_a_bot_played_is_told_by_its_own_search() -> None:
    with opened(Setup("herd(size=3)", ("mcts(simulations=50)", "greedy"), 1), speed=4) as window:
        wait(lambda: len(window.table.session.steps) > 8)
        press("F12")
        session = window.table.session
        node = next(node for node in session.document.main_line() if session.document.tree.nodes[node].actor == 0)
        window.table.look(session.document.tree.nodes[node].parent)
        searched = window.analyse.position.searched
        assert searched is not None and searched.shown is not None and searched.shown.source == "played"
        assert (
            searched.shown.report == session.document.tree.nodes[node].reports[-1]
            and searched.shown.move == session.document.tree.nodes[node].move
        )
        assert "own search" in column(window).candidates.head.cget("text")


def test_dice_have_a_value_each_before_they_fall() -> None:
    with opened(Setup("herd(size=3)", TWO, 1), analyse_limit=FEW) as window:
        press("F12")
        window.registry.run("start")
        press("space")
        wait(lambda: simulations(window) >= 300)
        lines = column(window).candidates.table.lines
        assert len(lines) == 21 and sum(float(line.keys["prior"]) for line in lines) == pytest.approx(1)
        assert said.OUTCOMES in column(window).candidates.head.cget("text")


def test_the_own_side_is_analysed_and_what_others_alone_know_is_not() -> None:
    with opened(Setup("herbalism", ("person", "greedy", "greedy"), 2), speed=4) as window:
        wait(lambda: window.playing.ours)
        press("F12")
        assert (
            not window.analyse.position.reason
            and window.analyse.position.point is not None
            and window.analyse.position.point.seat == 0
        )
        assert said.TAG in window.table.session.document.tags, "that it was analysed while it was played is noted"
        session = window.table.session
        other = next(
            (node for node in session.document.main_line() if session.document.tree.nodes[node].actor == 1), None
        )
        if other is not None:
            window.table.look(session.document.tree.nodes[other].parent)
            assert window.analyse.position.point is None and window.analyse.position.reason == said.COVERED
    with opened(Setup("herbalism", ("person",) * 3, 2)) as window:
        press("F12")
        assert not window.analyse.on and HAND_OVER_FIRST in shown(window)
        window.table.take_over()
        press("F12")
        assert window.analyse.position.point is None and window.analyse.position.reason == said.SHARED


def test_bots_are_chosen_and_look_side_by_side() -> None:
    with opened(SMALL, analyse_limit=FEW) as window:
        press("F12")
        press("b", "Control_L")
        dialog = window.pages.open["analysts"]
        click(dialog.more)  # type: ignore[attr-defined]
        dialog.entries["simulations"].delete(0, "end")  # type: ignore[attr-defined]
        dialog.entries["simulations"].insert(0, "200")  # type: ignore[attr-defined]
        click(dialog.start)  # type: ignore[attr-defined]
        desk = window.analyse.position.analyses
        assert len(desk.players) == 2 and desk.limit == Limit(simulations=200)
        press("space")
        wait(lambda: len(desk.found(desk.node)) == 2 and not desk.running)
        settle(0.1)
        assert window.settings.analyse_bots["herd"] == desk.players
        buttons = [button for button in column(window).candidates.searches if button.winfo_ismapped()]
        assert len(buttons) == 2
        click(buttons[1])
        assert window.analyse.position.at == 1


def test_the_window_stays_alive_while_two_bots_look() -> None:
    bots = ("mcts", "mcts(exploration=2)")
    with opened(Setup("herd(size=5)", TWO, 1), analyse_bots={"herd": bots}) as window:
        press("F12")
        window.registry.run("forward")
        window.table.look(window.table.session.here)
        press("space")
        wait(
            lambda: (
                len(window.analyse.position.analyses.found(window.analyse.position.analyses.node)) >= 1
                and simulations(window) > 1000
            )
        )
        gap = longest_gap(deep(1, 60))
        assert window.analyse.position.analyses.running
    assert in_time(gap, 0.05)


def test_what_one_seat_cannot_know_is_refused_and_nothing_breaks() -> None:
    with opened(Setup("herbs", TWO, 1, follows=0)) as window:
        press("F12")
        session = window.table.session
        nodes = dict(session.document.tree.nodes)
        window.playing.play("WhF4")  # it comes after the actions of the plan
        assert session.document.tree.nodes == nodes and window.analyse.on
        assert "4 actions must be written before the stone" in shown(window)


def test_what_one_seat_cannot_do_is_refused_on_the_board_too() -> None:
    """Where the others decide, what they did is told; on the board it is played."""
    with opened(Setup("herbs", TWO, 1, follows=1)) as window:
        steps = len(window.table.session.steps)
        window.playing.play("0M1")
        assert len(window.table.session.steps) == steps and "seen as ?" in shown(window)
