"""Tests of retrying a mistake on the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.review.test_review import review_page_of, run_review, setup_of, show_game
from tests.kit.windows import TestedWindow, open_window, press, settle, wait
from tests.review.test_review import recorded_game
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.review import words
from workbench.gui.review.outcome import headline
from workbench.gui.review.retry import Attempt, Stage
from workbench.records.schema import Seat
from workbench.review.review import SessionReview

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


@pytest.mark.parametrize(
    ("is_best", "change", "verdict"),
    [
        (True, 0.2, "Well found!"),
        (False, 0.2, "Better than in the game."),
        (False, 0.0, "Equal to the game's turn. A better one exists."),
        (False, -0.2, "Worse than in the game."),
    ],
)
def test_result_says_whether_the_turn_is_better(is_best: bool, change: float, verdict: str) -> None:
    assert words.retry_result("55 %", "43 %", "60 %", is_best, change).startswith(f"{verdict} Your turn: 55 %.")


def test_turn_of_the_game_is_not_praised_again() -> None:
    """Regression: "Well found!" beside "Better: ..."."""
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        page, mistake = review_page_of(window), window.game_review.listed_decisions()[-1]
        window.game_review.view_mistake(mistake)
        window.registry.run("retry_mistake")
        for share, verdict in ((0.0, "Equal"), (0.5, "Better than"), (1.0, "Well found!"), (-0.5, "Worse")):
            retry = window.game_review.retry
            judgement = mistake.judgement
            value = judgement.value + share * mistake.loss
            tried = mistake._replace(judgement=judgement._replace(value=value))
            retry.attempt = Attempt(mistake, Stage.JUDGED, (), tried)
            page.key = ()
            window.analyse.refresh()
            text = text_of(window)
            shown = (
                text.partition("Your turn: ")[2].partition(".")[0]
                != text.partition("In the game: ")[2].partition(".")[0]
            )
            assert text.startswith(verdict if shown else "Equal"), text
            assert "Better: " not in text, "the better turn stays hidden until the user asks for it"
            window.game_review.reveal(mistake)
            page.key = ()
            window.analyse.refresh()
            assert ("Better: " in text_of(window)) is (not text.startswith("Well found!")), text
            window.game_review._revealed.clear()


def test_headline_names_the_mistakes_of_the_only_person_first() -> None:
    none, three = {"blunder": 0, "mistake": 0, "inaccuracy": 0}, {"blunder": 3, "mistake": 0, "inaccuracy": 1}
    assert words.finished_for_you(none, {"Blue": three}) == (
        "You made no mistakes. Blue made 3 blunders, one inaccuracy."
    )
    assert words.finished_for_you(three, {"Red": none}).endswith("Red made no mistakes.")
    assert words.finished_for_you(none, {"Red": none}) == "You made no mistakes. Red made none."
    session = recorded_game("herd")
    session.document.tree.set_head("seats", (Seat("greedy"), Seat(PERSON)))
    review = SessionReview(session, simulations=60)
    while review.running:
        review.poll()
    text = headline(session, review.judged)
    assert text.startswith("You made ") and " Red made " in text
    session.document.tree.set_head("seats", (Seat(PERSON), Seat(PERSON)))
    assert headline(session, review.judged).startswith("Review complete: ")


def test_small_losses_are_named_in_sentences() -> None:
    """Regression: "retry Blue's a small loss"."""
    assert words.practice("Red", "", "turn 2", "2 %", True) == "To practise, retry your move in turn 2. It lost 2 %."
    assert words.practice("Red", "", "turn 2", "2 %", False) == "To practise, retry Red's move in turn 2. It lost 2 %."


def test_retry_ends_the_better_line_on_the_board() -> None:
    """Regression: clicks were answered by a position that the board did not show."""
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        window.game_review.view_mistake(window.game_review.listed_decisions()[0])
        window.registry.run("better_line")
        wait(lambda: window.analyse.on_board.previewing)
        window.registry.run("retry_mistake")
        settle(0.1)
        view = window.screen.view
        assert not window.analyse.on_board.previewing and isinstance(view, BoardView)
        assert view.fields == window.table.point.fields


def test_another_turn_can_be_tried_after_undo() -> None:
    with open_window(setup_of("herd")) as window:
        show_game(window, recorded_game("herd"))
        run_review(window)
        mistake = window.game_review.listed_decisions()[0]
        window.game_review.view_mistake(mistake)
        window.registry.run("retry_mistake")
        settle(0.1)
        for move in mistake.judgement.best:
            window.analyse.on_board.try_move(move)
            settle(0.1)
        retry, browsing = window.game_review.retry, window.table.browsing
        document = window.table.session.document
        wait(lambda: retry.attempt is not None and retry.attempt.stage is Stage.JUDGED)
        for _ in mistake.judgement.best:
            press("z", "Control_L")
        settle(0.1)
        assert browsing.shown_node == mistake.node and not document.tree.nodes[mistake.node].children[1:]
        assert "Your last try: " in text_of(window)
        press("y", "Control_L")
        assert document.tree.nodes[browsing.shown_node].parent == mistake.node
        press("z", "Control_L")
        other = next(
            move
            for move in map(window.table.point.move_text, window.table.point.moves())
            if move not in (*mistake.judgement.best, *mistake.moves)
        )
        window.analyse.on_board.try_move(other)
        settle(0.1)
        assert retry.attempt is not None and retry.attempt.stage is Stage.MOVING
