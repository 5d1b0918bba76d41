"""Tests of retrying a mistake on the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import review_page_of, run_review, setup_of, show_game
from tests.kit.windows import TestedWindow, open_window, settle, wait
from tests.review.test_review import recorded_game
from workbench.gui.review import words
from workbench.gui.review.retry import Stage

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def text_of(window: TestedWindow) -> str:
    return str(review_page_of(window).text.text.get("1.0", "end")).strip()


@pytest.mark.parametrize("game", ["herd", "herbs", "herbalism"])
def test_retried_turn_is_judged_when_it_is_complete(game: str) -> None:
    """The best known alternative of the review is tried, so it must not be worth less than the decision in the game."""
    with open_window(setup_of(game)) as window:
        show_game(window, recorded_game(game))
        run_review(window)
        mistake = window.game_review.listed_decisions()[0]
        window.game_review.view_mistake(mistake)
        window.registry.run("retry_mistake")
        settle(0.1)
        assert text_of(window).startswith("Find a better turn for ")
        assert window.analyse.column is not None
        candidates = window.analyse.column.candidates.table
        assert (candidates.lines, candidates.note) == ([], words.RETRY_HIDES), "they would give the better turn away"
        for number, move in enumerate(mistake.judgement.best):
            attempt = window.game_review.retry.attempt
            assert attempt is not None and attempt.stage is Stage.MOVING, number
            window.analyse.on_board.try_move(move)
            settle(0.1)
        wait(lambda: (found := window.game_review.retry.attempt) is None or found.stage is Stage.JUDGED)
        attempt = window.game_review.retry.attempt
        assert attempt is not None and attempt.tried is not None and attempt.tried.moves == mistake.judgement.best
        assert candidates.note != words.RETRY_HIDES
        settle(0.1)
        assert "Your turn: " in text_of(window)
        window.game_review.step(1)
        settle(0.1)
        if window.table.browsing.shown_node != mistake.node:
            assert window.game_review.retry.attempt is None, "another position ends the attempt"


def test_result_says_whether_the_turn_is_better() -> None:
    assert words.retry_result("55 %", "43 %", "60 %", False, True).startswith("Better.")
    assert words.retry_result("43 %", "43 %", "60 %", False, False).startswith("Not better.")
    assert words.retry_result("60 %", "43 %", "60 %", True, True).startswith("Well found!")
