"""Tests that analyse mode shows words and one number for each move, with large boards and short menus."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.report import Limit, has_bounds
from tests.gui.analyse.test_analyse import FEW, SMALL, analyse, column, simulations
from tests.kit.windows import TWO, TestedWindow, open_window, point_at, press, settle, status_text, wait
from workbench import boards
from workbench.boards.kit.figures import format_chances
from workbench.gui.analyse import words
from workbench.gui.analyse.pages.plans import PlansPage
from workbench.gui.board.board_view import BoardView
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

LONG = Setup("herd(size=5)", TWO, 1, "3bb/6/3rr2/3b4/9/4r3/3b3/2r3/5 r 9 6-5 x1+6")
MIN_BOARD = 0.55  # smallest height of the board as a fraction of the window's


def open_analysis(setup: Setup, window: TestedWindow) -> None:
    """Enter analyse mode at the first decision that a person may analyse, and wait for the end of the search."""
    wait(lambda: window.playing.accepts_moves)
    press("F12")
    wait(lambda: simulations(window) >= 300 and not window.analyse.position.analyses.running)
    settle(0.1)


def test_candidates_are_words_with_one_number() -> None:
    with open_window(SMALL, analyse_limit=FEW, moves_in_words=True) as window:
        analyse(window)
        card = column(window).candidates
        assert card.table.columns == ("move", "value") and card.head.cget("text") == words.CANDIDATES
        subject = window.analyse.position.candidate_subject
        assert subject is not None and subject.point is not None
        for row in card.table.lines:
            moves = card.turns[row.move].moves
            assert row.cells["move"] == boards.describe_moves(subject.point.info, subject.point.actor, moves)
        short = f"({' '.join(card.turns[card.table.best].moves)})"
        point_at(card.table.canvas, 40, window.look.px(26) + card.table.row_height // 2, seconds=0.6)
        assert status_text(window).endswith(short) and Tip.shown is None, "no tip covers further candidates"
        point_at(card.head)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and re.match(r"mcts.* · [\d,]+ simulations", Tip.shown.cget("text"))


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1280, 1000)])
def test_long_candidates_take_two_lines_if_three_such_rows_fit(size: tuple[int, int]) -> None:
    with open_window(LONG, size, analyse_limit=FEW, moves_in_words=True) as window:
        analyse(window)
        table = column(window).candidates.table
        assert table.folded == (size[1] >= 800) and table.visible_rows >= (3 if table.folded else 4)
        if not table.folded:  # in a short window, more rows are worth more than whole sentences
            items = [item for (_, name), item in table.items.items() if name == "move"]
            shown = [str(table.canvas.itemcget(item, "text")) for item in items]  # type: ignore[no-untyped-call]
            written = [row.short for row in table.lines[: len(shown)]]
            assert [text for text in shown if text in written], "short forms where the words do not fit"
            assert not any(text.endswith("…") for text in shown) and len({*shown}) == len(shown)
            return
        assert not any(table.cut_text("move", row.move) for row in table.lines)
        heads = [item for item in table.canvas.find_all() if str(table.canvas.type(item)) == "text"]
        assert not any("…" in str(table.canvas.itemcget(item, "text")) for item in heads)  # type: ignore[no-untyped-call]


def test_a_turn_that_is_too_long_keeps_both_ends() -> None:
    with open_window(SMALL) as window:
        look, turn = window.look, "xa1 xa2 xa3 b1 b2 b3 c1 c2"
        width = look.fonts["text"].measure
        assert look.shorten_middle(turn, "text", width(turn)) == turn
        assert look.shorten_middle(turn, "text", width("xa1 xa2 xa3 … b3 c1 c2")) == "xa1 xa2 xa3 … b3 c1 c2"
        assert look.shorten_middle(turn, "text", width("xa1 … c2")) == "xa1 … c2"


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800)])
@pytest.mark.parametrize("game", fastcore.games())
def test_board_has_most_of_the_height(game: str, size: tuple[int, int]) -> None:
    with open_window(Setup(game, ("greedy",) * fastcore.start(game).seats, 1), size) as window:
        press("F12")
        wait(lambda: isinstance(window.screen.view, BoardView) and window.screen.view.painter.unit > 0)
        settle(0.3)
        view = window.screen.view
        assert isinstance(view, BoardView) and view.ground is not None
        assert view.ground.height * view.painter.unit >= MIN_BOARD * size[1]


def test_values_of_alpha_beta_are_bounds_but_the_best() -> None:
    with open_window(
        Setup("forest", TWO, 1), analyse_limit=Limit(simulations=3000), analyse_bots={"forest": ("alphabeta",)}
    ) as window:
        analyse(window, 3000)
        subject, view = window.analyse.position.candidate_subject, window.screen.view
        assert subject is not None and subject.shown is not None and has_bounds(subject.shown.report)
        first, *others = column(window).candidates.table.lines
        assert first.move == subject.shown.report.move and "at most" not in first.cells["value"]
        assert others and all(
            row.cells["value"].startswith("at most ") or row.cells["value"] == "not better" for row in others
        ), "a bound equal to the best value would look like an equal move"
        assert not any(row.cells["value"].endswith(f" {first.cells['value']}") for row in others)
        assert isinstance(view, BoardView) and len(view.numbers) <= 1, "only the best move has a number on the board"
        window.registry.run("point_of_view")
        first, *others = column(window).candidates.table.lines
        assert first.cells["value"] == format_chances(float(first.keys["value"]))[0]
        assert all(row.cells["value"].startswith("at least ") or row.cells["value"] == "not better" for row in others)


def test_plans_have_the_weights_of_the_reported_mixture() -> None:
    with open_window(Setup("herbs", ("person", "random"), 1), analyse_limit=FEW) as window:
        analyse(window)
        column(window).notebook.open_page("plans")
        plans = column(window).notebook.pages["plans"][0]
        assert isinstance(plans, PlansPage)
        wait(lambda: plans.matrix is not None)
        assert plans.matrix is not None and plans.subject.shown is not None
        mixture = plans.subject.shown.report.mixture
        assert [(",".join(plan), weight) for plan, weight in plans.matrix.own[: len(mixture)]] == sorted(
            mixture, key=lambda entry: -entry[1]
        )
        assert all(not weight for _, weight in plans.matrix.own[len(mixture) :])
        assert plans.matrix.cells is not None and len(plans.matrix.cells) == len(plans.matrix.own)


def test_marks_leave_words_on_the_board_readable() -> None:
    with open_window(Setup("herbalism", ("person", "greedy", "greedy"), 3), analyse_limit=FEW) as window:
        wait(lambda: window.playing.accepts_moves)
        analyse(window)
        view = window.screen.view
        assert isinstance(view, BoardView) and view.ground is not None
        worded = {label.where for label in view.ground.labels}
        assert not any(item.where in worded for item in view.painter.wanted.get("heat", ()))


@pytest.mark.parametrize("in_words", [True, False])
def test_moves_beside_an_analysis_follow_the_setting(in_words: bool) -> None:
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 4), moves_in_words=in_words) as window:
        wait(lambda: window.playing.accepts_moves)
        press("F12")
        settle(0.1)
        assert window.moves.card.head.in_words is in_words
        window.registry.run("moves_in_words")
        assert window.moves.card.head.in_words is not in_words


def test_menu_lists_mistakes_only_beside_a_review() -> None:
    mistakes = {"next_mistake", "last_mistake", "better_line", "retry_mistake"}
    with open_window(SMALL) as window:

        def entries() -> set[str]:
            return {command.name for command in window.registry.menu_entries("analyse")}

        assert entries() == {"analyse_mode", "practice", "review"}
        press("F12")
        assert not entries() & mistakes and "analysis" in entries()
        column(window).notebook.open_page("review")
        assert entries() > mistakes
