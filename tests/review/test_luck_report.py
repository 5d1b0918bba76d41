"""Tests of the luck of a game for people: events, sentences, and reasons why there is none."""

from __future__ import annotations

import pytest

from tests.kit.luck import played
from tests.review.test_review import recorded_game
from tests.review.test_review_luck import session_with
from workbench.luck import words
from workbench.review import page as review_page
from workbench.review.luck import total_lucks
from workbench.review.luck_report import NO_RESULT, prepare_report


def test_moments_are_the_extremes_of_each_seat() -> None:
    report = prepare_report(recorded_game("herd"))()
    found = report.found
    assert found is not None and report.dice == pytest.approx([found.totals(seat).luck for seat in (0, 1)])
    for seat, moments in enumerate(report.moments):
        lucks = [moment.change for moment in moments if moment.is_luck]
        assert lucks == [event.luck[seat] for event in (*found.luckiest(seat), *found.unluckiest(seat))]
        assert lucks[0] > 0 > lucks[-1]
        drift = moments[-1]
        assert drift.what == words.CONTRADICTS and not drift.is_luck
        assert abs(drift.change) == max(abs(event.drift[seat]) for event in found.events)
        assert all(moment.when.startswith("turn ") and moment.what for moment in moments)


def test_unfinished_game_has_dice_but_no_split() -> None:
    session = session_with("herd(size=3)", played("herd(size=3)", 5, "greedy")[:20])
    report = prepare_report(session)()
    assert report.found is None and report.reason == NO_RESULT and report.moments == ()
    assert report.dice == pytest.approx(total_lucks(session))
    session.resign(0)
    finished = prepare_report(session)()
    assert finished.found is not None and finished.found.result == (-1.0, 1.0)
    assert [moment.what for moment in finished.moments[0] if not moment.is_luck] == [words.STOPPED]


def test_drift_is_no_contradiction_if_nobody_judged() -> None:
    report = prepare_report(recorded_game("herbalism"))()
    assert report.found is not None and not report.found.judged and report.dice is None
    assert not any(report.moments) and words.NOT_JUDGED in report.sentences


def test_changes_of_nothing_have_no_sign() -> None:
    assert [words.change_text(change, 2) for change in (0.0, -0.0001, 0.5)] == ["0.0 %", "0.0 %", "+25.0 %"]
    assert [words.change_text(change, 3) for change in (0.0, -0.25)] == [".00", "−.25"]


@pytest.mark.parametrize("game", ["herd", "forest"])
def test_page_has_the_table_and_the_largest_events(game: str) -> None:
    session = recorded_game(game)
    report = prepare_report(session)()
    assert report.found is not None
    text = review_page.page(session, (), "mcts", 60)
    cells = [text for seat in (0, 1) for text in words.seat_texts(session.point.info, report.found, seat)]
    assert words.TITLE in text and all(f">{cell}<" in text for cell in cells)
    assert all(f">{moment.text}<" in text for moment in report.moments[0])
    assert all(sentence in text.replace("&#x27;", "'") for sentence in report.sentences)
