"""Tests of small and gradual losses in reviews, and of the texts about them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import pytest

from bots.judging import Judgement
from bots.report import Fact, Report
from tests.review.test_review import recorded_game
from workbench.boards.kit.figures import parse_number
from workbench.cli.verbs import review as shell
from workbench.game.session import Session
from workbench.gui.review.words import changed_sizes
from workbench.luck import words as luck_words
from workbench.records.schema import Result
from workbench.review import facts
from workbench.review import page as review_page
from workbench.review.decisions import decisions
from workbench.review.judging import (
    MIN_LOSS,
    SIZES,
    Fall,
    Judged,
    Reviewer,
    count_changed,
    largest_losses,
    size_of,
    small_losses,
    unexplained_fall,
)
from workbench.review.luck import prepare_split
from workbench.review.shown_numbers import amount_text, decision_numbers, total_loss_text


def invented_judgements(
    session: Session, losses: Sequence[float], ends: Sequence[float] = (), seat: int = 0
) -> list[Judged]:
    """Return the decisions of a game with these losses of one seat and these values after them."""
    nodes, judged = session.document.tree.nodes, []
    remaining, values = list(losses), list(ends)
    for before, decided in decisions(session, session.document.main_line()):
        first, moves = nodes[decided[0]], tuple(nodes[node].move for node in decided)
        own = first.actor == seat
        loss, value = (
            (remaining.pop(0) if own and remaining else 0.0),
            (values.pop(0) if own and values else ends[-1] if own and ends else 0.0),
        )
        judged.append(
            Judged(
                before, decided, first.actor, first.turn, moves, Judgement(Report(moves[0]), moves, value + loss, value)
            )
        )
    return judged


def test_small_losses_match_the_list_in_the_window() -> None:
    session = recorded_game("forest")
    judged = invented_judgements(session, (0.02, 0.005, 0.04, 0.03))
    assert [round(judged_decision.loss, 3) for judged_decision in small_losses(judged)] == [0.04, 0.03, 0.02]
    assert small_losses(judged) == largest_losses(judged, 0)
    few = invented_judgements(session, (0.02, 0.4, 0.2))
    assert [round(judged_decision.loss, 3) for judged_decision in small_losses(few)] == [0.02]
    assert not small_losses(invented_judgements(session, (0.02, 0.4, 0.2, 0.07))), (
        "three mistakes leave no room for small losses"
    )


def test_fall_without_a_mistake_is_described() -> None:
    session = recorded_game("forest")
    judged = invented_judgements(session, (), (-0.1, -0.3, -0.5, -0.6))
    number = sum(judged_decision.seat == 0 for judged_decision in judged)
    assert unexplained_fall(judged, 0) == Fall(-0.1, -0.6, number, True) and unexplained_fall(judged, 1) is None
    assert review_page.fall_sentences(session, judged, None) == [
        f"Red made no mistake, but Red's chances fell from 45 % to 20 % gradually, over {number} turns."
    ]
    sudden = invented_judgements(session, (), (-0.1, -0.5, -0.6))
    assert review_page.fall_sentences(session, sudden, None, 0) == [
        f"Red made no mistake, but Red's chances fell from 45 % to 20 % over {number} turns."
    ]
    assert not review_page.fall_sentences(session, sudden, None, 1)
    assert unexplained_fall(invented_judgements(session, (0.07,), (-0.1, -0.6)), 0) is None, (
        "a mistake explains the fall"
    )
    assert unexplained_fall(invented_judgements(session, (), (-0.1, -0.2)), 0) is None


def test_losses_with_more_seats_are_values() -> None:
    session = recorded_game("herbalism")
    judged = invented_judgements(session, (0.5,), (0.0, -0.5))
    assert (
        "Seat 1's value fell from +.00 to \u2212.50 over"
        in review_page.fall_sentences(session, invented_judgements(session, (), (0.0, -0.5)), None)[0]
    )
    worse, better = review_page.decision_sentences(session, judged[0])
    assert (
        worse.endswith(": +.00.")
        and better.endswith(" (+.50).")
        and shell.mistake_rows(session, judged[:1])[0][-2:] == ("+.00", "+.50")
    )
    assert "%" not in review_page.page(session, judged, "judge", 9).partition("All turns")[2].partition("</table>")[0]
    assert (amount_text(0.22, 3), amount_text(1.5, 3), amount_text(0.22, 2)) == (".22", "1.50", "11 %")


def test_shell_and_page_list_small_losses(capsys: pytest.CaptureFixture[str]) -> None:
    session = recorded_game("forest")
    judged = invented_judgements(session, (0.02, 0.04))
    losing_decisions = [judged_decision for judged_decision in judged if judged_decision.loss]
    page = review_page.page(session, judged, "judge", 60)
    assert review_page.NO_MISTAKES in page and f"<h2>{review_page.SMALL}</h2>" in page and page.count("<svg") == 2
    for judged_decision in losing_decisions:
        turn = review_page.turn_text(session, judged_decision)
        assert f"<h2>{turn[0].upper()}{turn[1:]}: Red, a small loss</h2>" in page
    assert [row[0] for row in shell.mistake_rows(session, losing_decisions)] == [
        review_page.turn_text(session, judged_decision) for judged_decision in losing_decisions
    ]
    shell.show(session, judged, Reviewer(session, simulations=1).judge.text, 60)
    output = capsys.readouterr().out
    assert review_page.NO_MISTAKES in output and review_page.SMALL in output
    flawless = invented_judgements(session, ())
    assert review_page.SMALL not in review_page.page(session, flawless, "judge", 60)


def test_turn_text_agrees_with_the_board() -> None:
    session = recorded_game("herbalism")
    judged = invented_judgements(session, ())
    texts = [review_page.turn_text(session, judged_decision) for judged_decision in judged]
    assert {judged_decision.turn for judged_decision in judged} != set() and all(
        text.startswith("round ") and text.endswith(f", turn {judged_decision.turn}")
        for text, judged_decision in zip(texts, judged, strict=True)
    )
    assert [text for number, text in enumerate(texts) if text not in texts[:number]] == sorted(
        set(texts), key=lambda text: [int(part) for part in text.replace(",", "").split()[1::2]]
    )
    assert shell.as_data(session, 1, judged[0])["when"] == "round 1, turn 1"
    herbs = recorded_game("herbs")
    assert review_page.turn_text(herbs, invented_judgements(herbs, ())[0]) == "round 1"
    forest = recorded_game("forest")
    first = invented_judgements(forest, ())[0]
    assert first.turn == 0 and review_page.turn_text(forest, first) == review_page.BEFORE


@pytest.mark.parametrize(("game", "seats"), [("forest", 2), ("herbalism", 3)])
def test_displayed_numbers_agree_with_each_other_and_with_named_sizes(game: str, seats: int) -> None:
    bounds = [min_loss for _, min_loss in SIZES]
    losses = [
        bound + offset
        for bound in (MIN_LOSS, *bounds)
        for offset in (-0.009, -0.004, -0.0006, -0.00001, 0.0, 0.00001, 0.004, 0.009)
    ]
    session, nodes = recorded_game(game), recorded_game(game).document.tree.nodes
    before, decided = next(iter(decisions(session, session.document.main_line())))
    first, unit = nodes[decided[0]], 2 if seats == 2 else 1
    for number, loss in enumerate(losses):
        value = 0.37 - number / 50
        steps = (value + loss, value + 0.7 * loss, value + 0.15 * loss, value)
        judgement = Judgement(Report("?"), ("?",), value + loss, value, steps)
        one = Judged(before, decided, first.actor, first.turn, (first.move,) * 3, judgement)
        shown = decision_numbers(one, seats)
        worth, best, lost = map(parse_number, shown[:3])
        assert lost == pytest.approx(best - worth, abs=1e-9) and (lost > 0 or loss < MIN_LOSS), (loss, value)
        assert size_of(round(lost * unit, 6)) == one.size, (loss, value)
        assert sum(parse_number(step) for step in shown.steps if step) == pytest.approx(lost, abs=1e-9)


@pytest.mark.parametrize("game", ["herd", "herbalism"])
def test_sum_of_losses_is_the_one_of_luck_and_skill(game: str) -> None:
    session = recorded_game(game)
    seats, losses = session.point.seats, cycle((0.0012, 0.0344, 0.0, 0.1279, 0.0031))
    judged = [
        one._replace(judgement=one.judgement._replace(best_value=one.judgement.value + loss))
        for one, loss in zip(invented_judgements(session, ()), losses, strict=False)
    ]
    found = prepare_split(session, judged)()
    for seat in range(seats):
        own = luck_words.seat_texts(session.point.info, found, seat)[3]
        assert own.lstrip("\u2212") == total_loss_text(judged, seat, seats)


def test_reported_difference_of_a_turn_is_the_difference_of_its_rounded_values() -> None:
    judgement = Judgement(Report("?"), ("?",), -0.712, -0.888, (-0.712, -0.74, -0.78, -0.888))
    shown = decision_numbers(Judged(0, (1, 2, 3), 0, 8, ("a", "b", "c"), judgement), 2)
    assert shown[:3] == ("6 %", "14 %", "8 %") and shown.steps == ("1 %", "2 %", "5 %")


def test_dice_are_named_if_they_and_no_mistake_cost_the_game() -> None:
    session = recorded_game("herd")
    judged = invented_judgements(session, (), (0.0, -0.3, -0.6, -0.9))
    assert review_page.fall_sentences(session, judged, (-0.8, 0.8), 0) == [
        "Red made no mistake: the dice took Red's chances from 50 % to 5 %."
    ]


def test_decision_without_improvement_says_so() -> None:
    session = recorded_game("forest")
    judged_decision = invented_judgements(session, ())[0]
    assert review_page.decision_sentences(session, judged_decision)[0].endswith(review_page.NOTHING_BETTER)
    alternative = next(
        text
        for text in (
            session.document.point_at(judged_decision.node).move_text(move)
            for move in session.document.point_at(judged_decision.node).moves()
        )
        if text != judged_decision.moves[0]
    )
    as_good = judged_decision._replace(judgement=Judgement(Report(alternative), (alternative,), 0.2, 0.2))
    named = review_page.decision_texts(session, as_good)[1]
    assert review_page.decision_sentences(session, as_good)[1] == f"As good: {named}.", (
        "the reasons that follow refer to this move"
    )
    slightly_better = judged_decision._replace(judgement=Judgement(Report(alternative), (alternative,), 0.206, 0.2))
    assert review_page.decision_sentences(session, slightly_better)[1] == f"Slightly better: {named} (60.3 %)."
    forced = judged_decision._replace(
        judgement=Judgement(
            Report(judged_decision.moves[0], facts=(Fact("only", {}),)), judged_decision.moves, 0.2, 0.2
        )
    )
    assert (
        len(review_page.decision_sentences(session, forced)) == 1
        and review_page.NOTHING_BETTER not in review_page.decision_sentences(session, forced)[0]
    )


def test_decisions_with_equal_words_are_shown_as_move_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = recorded_game("forest")
    judged_decision = invented_judgements(session, (0.4,))[0]
    judged_decision = judged_decision._replace(judgement=judged_decision.judgement._replace(best=("z9",)))
    monkeypatch.setattr(review_page, "moves_text", lambda *_: "do it")
    assert review_page.decision_texts(session, judged_decision) == (" ".join(judged_decision.moves), "z9")


def test_page_shows_result_date_and_reliability() -> None:
    session = recorded_game("forest")
    session.created = "2031-02-03T14:15:16+00:00"
    session.document.go_to(session.document.main_line()[2])
    judged = [
        judged_decision._replace(judgement=judged_decision.judgement._replace(report=Report("?", seconds=0.021)))
        for judged_decision in invented_judgements(session, (0.4,))
    ]
    page = review_page.page(session, judged, "mcts", 4000)
    points = session.document.point_at(session.document.main_line()[-1]).points()
    assert f"Red won: Red {points[0]}, Green {points[1]}" in page, "whatever position is shown"
    assert "2031-02-03 14:15" in page and "mcts, 4,000 simulations per position, about 0.02 s" in page
    assert facts.NOISE in page and facts.LUCK not in page, "the game has no chance events"
    assert facts.reliability(recorded_game("herd").point.info) == [facts.NOISE, facts.LUCK]
    assert facts.reliability(recorded_game("herbs").point.info) == [facts.NOISE_OF_PLANS, facts.LUCK]
    session.document.tree.set_head("result", Result("resigned", (-1.0, 1.0), (), 0))
    assert facts.result(session) == "Green won: Red -1, Green +1 (resigned, Red)"
    assert facts.result(Session("forest", ["person", "person"], 1)) == facts.UNFINISHED


def test_changes_of_a_second_review_are_counted() -> None:
    session = recorded_game("forest")
    first = invented_judgements(session, (0.4, 0.1, 0.02))
    assert (
        count_changed(first, first) == 0 and count_changed(invented_judgements(session, (0.4, 0.2, 0.03)), first) == 1
    )
    assert (changed_sizes(0, 84), changed_sizes(2, 84)) == (
        "The two reviews agree.",
        "The two reviews disagree on 2 of 84 turns.",
    )
