"""Tests that all parts of the window show the same numbers after a review, and that a better turn stays secret."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import review_page_of, run_review, setup_of, show_game
from tests.kit.windows import TestedWindow, marked_spots, open_window, settle, status_text, wait
from tests.review.test_review import recorded_game
from workbench.gui.moves.words import share
from workbench.gui.review import words
from workbench.gui.review.retry import Stage
from workbench.review.judging import Judged, judged_values

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def reviewed(window: TestedWindow, game: str) -> Judged:
    """Review a game with mistakes. Return the worst one, in the position before it."""
    show_game(window, recorded_game(game))
    run_review(window, 400)
    mistake = window.game_review.listed_decisions()[0]
    window.game_review.view_mistake(mistake)
    settle(0.2)
    return mistake


def graph_text(window: TestedWindow) -> str:
    return str(window.moves.below.graph.now.cget("text"))


def text_of(window: TestedWindow) -> str:
    return str(review_page_of(window).text.text.get("1.0", "end"))


def bar_value(window: TestedWindow, seat: int) -> float:
    values = window.analyse.evaluation.values()
    assert values is not None
    return values[seat]


@pytest.mark.parametrize("game", ["herd", "forest"])
def test_bar_graph_and_texts_agree(game: str) -> None:
    with open_window(setup_of(game)) as window:
        mistake = reviewed(window, game)
        best = mistake.judgement.best_value
        assert bar_value(window, mistake.seat) == best
        assert graph_text(window) == share(best if mistake.seat == 0 else -best, 2)
        window.registry.run("retry_mistake")
        for number, move in enumerate(mistake.judgement.best):
            window.analyse.on_board.try_move(move)
            settle(0.1)
            if number < len(mistake.judgement.best) - 1:
                assert bar_value(window, mistake.seat) == best, "the value of the turn until it is judged"
        wait(lambda: (now := window.game_review.retry.attempt) is not None and now.stage is Stage.JUDGED)
        settle(0.2)
        attempt = window.game_review.retry.attempt
        assert attempt is not None and attempt.tried is not None
        worth = attempt.tried.judgement.value
        assert worth == pytest.approx(best, abs=1e-4), "a retry judges the same turn like the review"
        assert bar_value(window, mistake.seat) == worth
        assert graph_text(window) == share(worth if mistake.seat == 0 else -worth, 2)
        assert words.next_task("Alt+.") in status_text(window)
        window.registry.run("retry_mistake")
        settle(0.1)
        assert window.table.browsing.shown_node == mistake.node
        attempt = window.game_review.retry.attempt
        assert attempt is not None and attempt.stage is Stage.MOVING


def test_better_turn_is_secret_until_it_is_asked_for() -> None:
    with open_window(setup_of("herd")) as window:
        reviewed(window, "herd")
        assert window.analyse.column is not None
        table = window.analyse.column.candidates.table
        assert "Better: " not in text_of(window) and "A better turn gives" in text_of(window)
        assert not marked_spots(window, "advice") and (table.lines, table.note) == ([], words.SECRET_HIDES)
        assert words.secret_task("Y") in status_text(window)
        window.registry.run("retry_mistake")
        settle(0.1)
        assert "Find a better turn" in status_text(window) and not marked_spots(window, "advice")
        window.registry.run("better_line")
        settle(0.1)
        assert window.game_review.retry.attempt is None, "who asks for the better turn ends the attempt"
        assert "Better: " in text_of(window) and window.analyse.on_board.preview is not None
        assert window.analyse.on_board.preview.shown
        window.registry.run("better_line")
        settle(0.1)
        assert marked_spots(window, "advice") and table.note != words.SECRET_HIDES


def test_values_of_positions_prefer_the_decision_that_begins_there() -> None:
    reviewer = recorded_game("forest")
    from workbench.review.judging import Reviewer

    judged = list(Reviewer(reviewer, simulations=60).judge_all())
    values = judged_values(judged, {10**6: (1, 0.25)})
    for decision in judged:
        assert values[decision.node][decision.seat] == max(decision.judgement.best_value, decision.judgement.value)
    last = judged[-1]
    assert values[last.decided[-1]][last.seat] == last.judgement.value
    assert values[10**6] == (-0.25, 0.25)
