"""Tests of Compare: choosing two candidates, the page, its results, and rollouts."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.reasoning import group_turns
from fastcore.comparison.comparison import FIRST_CHECK
from tests.conftest import deep, is_fast_enough
from tests.gui.analyse.test_analyse import FEW, SMALL, analyse, column
from tests.gui.whole.test_alive import longest_gap
from tests.gui.whole.test_fits import cut_off
from tests.kit.placed_controls import positions
from tests.kit.windows import TestedWindow, click, drag, held, open_window, point_at, press, settle, wait
from workbench.compare.agreement import SAME_RESULT, Preference
from workbench.compare.sentences import format_difference
from workbench.gui.analyse.candidate_table import CandidateTable
from workbench.gui.compare import words
from workbench.gui.compare.comparing import PAGE, Comparing
from workbench.gui.compare.page import ComparePage, short_names
from workbench.gui.compare.run import Run
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

FOREST = Setup("forest", ("person", "person"), 1)
GAMES = 40  # games of a comparison in these tests


def comparing(window: TestedWindow) -> Comparing:
    return window.shell.feature(Comparing)


def page(window: TestedWindow) -> ComparePage:
    shown = column(window).notebook.pages[PAGE][0]
    assert isinstance(shown, ComparePage)
    return shown


def table(window: TestedWindow) -> CandidateTable:
    return column(window).candidates.table


def row(window: TestedWindow, number: int) -> tuple[int, int]:
    """Return a point on a row of the candidates."""
    px = window.look.px
    return px(60), px(26) + number * table(window).row_height + table(window).row_height // 2


def finished(window: TestedWindow) -> Run:
    """Wait until the games of the page have been played, and return them."""
    wait(lambda: not comparing(window).busy)
    run = comparing(window).run
    assert run is not None and not run.fault
    return run


def pair(window: TestedWindow, first: int = 0, second: int = 1) -> Run:
    """Compare two rows of the candidates."""
    moves = [line.move for line in table(window).lines]
    comparing(window).compare(moves[first], moves[second])
    return finished(window)


def select(box: ttk.Combobox, number: int) -> None:
    """Select an entry of a dropdown list."""
    box.current(number)
    box.event_generate("<<ComboboxSelected>>")
    settle()


def test_candidates_are_paired_by_ctrl_click_drag_keyboard_and_menu() -> None:
    with open_window(SMALL, analyse_limit=FEW, compare_games=GAMES) as window:
        analyse(window)
        moves = [line.move for line in table(window).lines]
        click(table(window).canvas, *row(window, 1))
        with held("Control_L"):
            click(table(window).canvas, *row(window, 2))
        assert column(window).notebook.shown == PAGE
        run = finished(window)
        searched = window.analyse.position.candidate_subject
        assert searched is not None and searched.shown is not None and searched.point is not None
        turns = {turn.lead.move: turn.moves for turn in group_turns(searched.point, searched.shown.report.candidates)}
        assert run.compared.moves == (turns[moves[1]], turns[moves[2]])
        assert 0 < run.trials <= GAMES
        assert set(table(window).paired) == {moves[1], moves[2]}
        assert page(window).full_names == [" ".join(turns[moves[1]]), " ".join(turns[moves[2]])]
        assert page(window).headline.cget("text") and page(window).button.cget("text") == words.START

        drag(table(window).canvas, row(window, 0), row(window, 2))
        assert table(window).paired == (moves[0], moves[2]) and finished(window) is not run
        shown = comparing(window).compared
        drag(table(window).canvas, row(window, 1), (row(window, 1)[0] + 30, row(window, 1)[1]))
        assert comparing(window).compared == shown, "dropped where it was"

        window.analyse.on_board.select_move(moves[1])
        press("c", "Shift_L")
        press("Return")
        wait(lambda: table(window).paired == (moves[1], moves[0]))
        finished(window)
        (entry,) = comparing(window).entries(moves[2])
        assert entry.label == words.COMPARE_WITH
        entry.choices[0].call()
        assert table(window).paired == (moves[2], moves[0])
        finished(window)


def test_rows_keep_their_places_under_the_pointer() -> None:
    with open_window(SMALL, analyse_limit=FEW, compare_games=GAMES) as window:
        analyse(window)
        shown = table(window)
        moves = [line.move for line in shown.lines]
        point_at(shown.canvas, *row(window, 1))
        reordered = [*shown.lines[::-1], shown.lines[0]._replace(move="new")]
        shown.show(reordered, shown.columns, "", "", False)
        assert [line.move for line in shown.lines] == [*moves, "new"] and shown.best == moves[-1]
        with held("Control_L"):
            click(shown.canvas, *row(window, 2))
        assert shown.paired == (moves[-1], moves[2]), "the click hits what was under it"
        shown.show(reordered, shown.columns, "", "", False)
        point_at(page(window).plot.canvas)
        wait(lambda: [line.move for line in shown.lines] == [*moves[::-1], "new"])
        finished(window)


def test_page_invites_and_its_controls_keep_their_places() -> None:
    with open_window(SMALL, analyse_page=PAGE, analyse_limit=FEW, compare_games=400) as window:
        assert window.registry["compare"].why_not() and window.registry["roll_out"].why_not()
        analyse(window)
        settle(0.1)
        assert page(window).invitation.winfo_ismapped() and not page(window).results.winfo_ismapped()
        assert page(window).button.instate(["disabled"]) and window.registry["compare_run"].why_not() == words.CHOOSE
        before = positions(window)
        click(page(window).best)
        assert page(window).results.winfo_ismapped()
        during = positions(window)
        finished(window)
        settle()
        after = positions(window)
        assert all(after[name] == place for name, place in {**before, **during}.items() if name in after)
        assert {str(page(window).button), str(page(window).limit), str(table(window).canvas)} <= {*before, *after}
        assert cut_off(window) == []


def test_results_are_kept_for_each_position_and_continuation() -> None:
    with open_window(SMALL, analyse_limit=FEW, compare_games=3) as window:
        analyse(window)
        run = pair(window)
        headline, history = page(window).headline.cget("text"), list(run.history)
        window.analyse.on_board.keep_line((table(window).lines[0].move,))
        settle(0.1)
        assert comparing(window).run is None
        window.registry.run("back")
        settle(0.1)
        assert comparing(window).run is run and run.history == history
        assert page(window).headline.cget("text") == headline
        select(page(window).continuation, 1)
        assert comparing(window).searches and comparing(window).run is None
        assert page(window).headline.cget("text") == words.NOT_STARTED
        click(page(window).button)
        search = finished(window)
        assert search is not run and search.trials == 3
        select(page(window).continuation, 0)
        assert comparing(window).run is run


def test_window_stays_alive_while_games_run() -> None:
    with open_window(Setup("herd", ("person", "greedy"), 1), analyse_limit=FEW, compare_games=50_000) as window:
        analyse(window)
        first, second = list(comparing(window).turns)[:2]
        comparing(window).compare(first, second)
        run = comparing(window).run
        assert run is not None and run.running
        gap = longest_gap(deep(3, 100) / 10)
        print(f"longest gap {1000 * gap:.0f} ms")
        assert is_fast_enough(gap, 0.033)


def test_games_stop_when_analyse_is_left_and_continue_by_start() -> None:
    with open_window(SMALL, analyse_limit=FEW, compare_games=50_000) as window:
        analyse(window)
        first, second = list(comparing(window).turns)[:2]
        comparing(window).compare(first, second)
        run = comparing(window).run
        assert run is not None and run.running and page(window).button.cget("text") == words.STOP
        wait(lambda: run.result is not None)
        press("F2")
        wait(lambda: not comparing(window).busy)
        assert not run.games.finished
        press("F12")
        played = run.trials
        click(page(window).button)
        wait(lambda: run.trials > played)
        click(page(window).button)
        finished(window)
        assert page(window).button.cget("text") == words.START and run.history[-1].trials > played


def test_clear_difference_stops_the_games_and_equal_moves_use_all() -> None:
    with open_window(FOREST, analyse_limit=FEW, compare_games=300, compare_searches={"forest": False}) as window:
        analyse(window, 1)
        wait(lambda: {"@f3", "@b2", "@g4"} <= comparing(window).turns.keys())
        comparing(window).compare("@b2", "@f3")
        run = finished(window)
        assert run.result is not None and run.result.clear and run.trials == FIRST_CHECK
        assert run.games.finished and page(window).headline.cget("text").startswith("@f3 is better by ")
        assert page(window).sentences.cget("text")
        page(window).plot.canvas.focus_force()
        top = page(window).area.canvas.canvasy(0)
        press("Down")
        assert page(window).area.canvas.canvasy(0) > top, "the rest can be read without a mouse"
        comparing(window).compare("@f3", "@g4")
        run = finished(window)
        assert run.trials == 300
        assert page(window).headline.cget("text").startswith("No difference found in 300 games")


def test_contradiction_is_explained_and_a_click_compares_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup("forest", ("person", "person"), 1, "g,y,y,y/5/3,y,2/3,yy,y,2/2,yy,1,g,1/1,y,rry,2/4 r 7 2 -")
    with open_window(setup, (1280, 720), analyse_limit=FEW, compare_games=200, analyse_page=PAGE) as window:
        assert comparing(window).searches, "in a game without luck, the games of a policy have little variety"
        analyse(window, 1)
        wait(lambda: {"b3-a3", "b3-a2"} <= comparing(window).turns.keys())
        select(page(window).continuation, 0)
        monkeypatch.setattr(comparing(window), "preference", lambda: Preference(0.2, 0.05))
        comparing(window).compare("b3-a3", "b3-a2")
        run = finished(window)
        assert run.result is not None and run.result.differences[0].mean < 0, "greedy play prefers b3-a2"
        text = page(window).doubt_text.cget("text")
        assert text.startswith("The analysis disagrees: it prefers b3-a3 by 10.0 percentage points.")
        assert "greedy play makes all further moves" in text and text.endswith(SAME_RESULT)
        assert cut_off(window) == []
        page(window).area.show(page(window).by_search)  # in a low window, the button is below the visible part
        settle()
        click(page(window).by_search)
        wait(lambda: comparing(window).run is not run)
        assert comparing(window).searches and not page(window).doubt.winfo_manager()
        assert window.registry["compare_by_search"].why_not() == words.SEARCHES_ALREADY
        comparing(window).stop()


def test_headline_before_a_check_says_when_it_is_decided() -> None:
    with open_window(SMALL, analyse_limit=FEW, compare_games=GAMES) as window:
        analyse(window)
        run = pair(window)
        shown, compared = page(window), comparing(window).compared
        assert run.result is not None and compared is not None
        clear = run.result.differences[0]._replace(mean=0.082, low_any=0.02, high_any=0.144)
        run.games.limit = 2 * FIRST_CHECK  # games are left to play
        shown._show_difference(compared, run, run.result._replace(differences=(clear,), checked=()))
        name = short_names(compared)[0]
        headline = shown.headline.cget("text")
        assert headline == f"Probably {name}: +4.1 % ±3.1 %. Next check after {run.games.next_check} games."


def test_deciding_outcomes_show_dice() -> None:
    with open_window(SMALL, analyse_limit=FEW, compare_games=GAMES) as window:
        analyse(window)
        run = pair(window)
        assert run.result is not None
        outcomes, cells = run.result.differences[0].outcomes, page(window).outcomes.cells
        assert page(window).outcomes.frame.winfo_manager() and len(outcomes) > len(cells)
        for outcome, (_, pictures, effect, odds) in zip(outcomes, cells, strict=False):
            assert len(run.pictures[outcome.text].shapes) == 2 == len(pictures)
            assert all(str(label.cget("image")) for label in pictures)
            assert effect.cget("text") == format_difference(2, outcome.difference)
            assert odds.cget("text") == ("1 in 36" if outcome.probability < 0.03 else "1 in 18")


@pytest.mark.parametrize("game", fastcore.games())
def test_rollout_shows_every_players_result(game: str) -> None:
    seats = fastcore.start(game).seats
    with open_window(Setup(game, ("person",) + ("greedy",) * (seats - 1), 1), compare_games=4) as window:
        wait(lambda: window.playing.accepts_moves)
        press("F12")
        window.registry.run("roll_out")
        run = finished(window)
        settle(0.1)
        assert run.result is not None and run.trials == 4 and len(run.result.seats) == seats
        assert len(page(window).bars.results) == seats and page(window).bars.frame.winfo_ismapped()
        assert isinstance(run.point, fastcore.Viewpoint) and run.point.seat == window.table.point.actor
        assert (run.point.state is None) == window.table.info.has.hidden, "a player's view, never the full position"
        assert cut_off(window) == []


def test_chance_event_can_be_rolled_out() -> None:
    with open_window(SMALL, analyse_limit=FEW, compare_games=4) as window:
        while window.table.session.state.turn == window.table.point.turn and len(window.table.session.steps) < 6:
            window.table.play(window.table.point.move_text(window.table.point.moves()[0]))
            wait(lambda: window.playing.accepts_moves)
        press("F12")
        while window.analyse.position.point is None or window.analyse.position.point.actor != fastcore.CHANCE:
            assert not window.registry["back"].why_not()
            window.registry.run("back")
        settle(0.1)
        assert window.registry["compare"].why_not() and not window.registry["roll_out"].why_not()
        window.registry.run("roll_out")
        assert finished(window).point.actor == fastcore.CHANCE
