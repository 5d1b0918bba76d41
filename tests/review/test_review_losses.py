"""What a review tells besides mistakes: the largest small losses, games lost little by little, and when it was."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bots.report import Fact, Report
from bots.searching import Judgement
from tests.review.test_review import a_game
from workbench.boards.kit.figures import number_in
from workbench.cli.verbs import review as shell
from workbench.game.session import Session
from workbench.gui.review.words import otherwise
from workbench.records.schema import Result
from workbench.review import facts
from workbench.review import page as review_page
from workbench.review.judging import (
    LEAST,
    SIZES,
    Fall,
    Judged,
    Reviewer,
    decisions,
    fallen,
    given_away,
    size_of,
    small,
    unlike,
)
from workbench.review.page import lost


def judged_so(session: Session, losses: Sequence[float], ends: Sequence[float] = (), seat: int = 0) -> list[Judged]:
    """The game with each decision of a seat in turn said to give so much away, down to these values (0 for none)."""
    nodes, made = session.document.tree.nodes, []
    left, values = list(losses), list(ends)
    for before, decided in decisions(session, session.document.main_line()):
        first, moves = nodes[decided[0]], tuple(nodes[node].move for node in decided)
        mine = first.actor == seat
        loss, value = (
            (left.pop(0) if mine and left else 0.0),
            (values.pop(0) if mine and values else ends[-1] if mine and ends else 0.0),
        )
        made.append(
            Judged(
                before, decided, first.actor, first.turn, moves, Judgement(Report(moves[0]), moves, value + loss, value)
            )
        )
    return made


def test_small_losses_are_those_of_the_windows_list() -> None:
    session = a_game("forest")
    judged = judged_so(session, (0.02, 0.005, 0.04, 0.03))
    assert [round(one.loss, 3) for one in small(judged)] == [0.04, 0.03, 0.02]
    assert small(judged) == given_away(judged, 0)
    few = judged_so(session, (0.02, 0.4, 0.2))
    assert [round(one.loss, 3) for one in small(few)] == [0.02]
    assert not small(judged_so(session, (0.02, 0.4, 0.2, 0.07))), "three mistakes are enough to be told of"


def test_a_value_that_fell_without_a_mistake_is_told_of() -> None:
    session = a_game("forest")
    judged = judged_so(session, (), (-0.1, -0.3, -0.5, -0.6))
    number = sum(one.seat == 0 for one in judged)
    assert fallen(judged, 0) == Fall(-0.1, -0.6, number, True) and fallen(judged, 1) is None
    assert review_page.falls_told(session, judged) == [
        f"No one decision lost much: Red's chances fell from 45 % to 20 % little by little, over {number} decisions."
    ]
    sudden = judged_so(session, (), (-0.1, -0.5, -0.6))
    assert review_page.falls_told(session, sudden, 0) == [
        f"No one decision lost much: Red's chances fell from 45 % to 20 % over {number} decisions."
    ]
    assert not review_page.falls_told(session, sudden, 1)
    assert fallen(judged_so(session, (0.07,), (-0.1, -0.6)), 0) is None, "a mistake tells why"
    assert fallen(judged_so(session, (), (-0.1, -0.2)), 0) is None


def test_with_more_seats_it_is_a_value() -> None:
    session = a_game("herbalism")
    judged = judged_so(session, (0.5,), (0.0, -0.5))
    assert (
        "Seat 1's value fell from +.00 to \u2212.50 over"
        in review_page.falls_told(session, judged_so(session, (), (0.0, -0.5)))[0]
    )
    worse, better = review_page.told(session, judged[0])
    assert (
        worse.endswith(": worth +.00.")
        and better.endswith(": +.50.")
        and shell.told_rows(session, judged[:1])[0][-2:] == ("+.00", "+.50")
    )
    assert (
        "%" not in review_page.page(session, judged, "judge", 9).partition("Every decision")[2].partition("</table>")[0]
    )
    assert (lost(0.22, 3), lost(1.5, 3), lost(0.22, 2)) == (".22", "1.50", "11 %")


def test_the_shell_and_the_page_list_small_losses_with_their_boards(capsys: pytest.CaptureFixture[str]) -> None:
    session = a_game("forest")
    judged = judged_so(session, (0.02, 0.04))
    found = [one for one in judged if one.loss]
    page = review_page.page(session, judged, "judge", 60)
    assert review_page.NO_MISTAKES in page and f"<h2>{review_page.SMALL}</h2>" in page and page.count("<svg") == 2
    for one in found:
        stands = review_page.when(session, one)
        assert f"<h2>{stands[0].upper()}{stands[1:]}: Red, a small loss</h2>" in page
    assert [row[0] for row in shell.told_rows(session, found)] == [review_page.when(session, one) for one in found]
    shell.show(session, judged, Reviewer(session, simulations=1).judge, 60)
    told = capsys.readouterr().out
    assert review_page.NO_MISTAKES in told and review_page.SMALL in told
    none = judged_so(session, ())
    assert review_page.SMALL not in review_page.page(session, none, "judge", 60)


def test_when_it_was_is_told_as_the_board_tells_it() -> None:
    session = a_game("herbalism")
    judged = judged_so(session, ())
    told = [review_page.when(session, one) for one in judged]
    assert {one.turn for one in judged} != set() and all(
        text.startswith("round ") and text.endswith(f", turn {one.turn}")
        for text, one in zip(told, judged, strict=True)
    )
    assert [text for number, text in enumerate(told) if text not in told[:number]] == sorted(
        set(told), key=lambda text: [int(part) for part in text.replace(",", "").split()[1::2]]
    )
    assert shell.as_data(session, 1, judged[0])["when"] == "round 1, turn 1"
    herbs = a_game("herbs")
    assert review_page.when(herbs, judged_so(herbs, ())[0]) == "round 1"
    forest = a_game("forest")
    first = judged_so(forest, ())[0]
    assert first.turn == 0 and review_page.when(forest, first) == review_page.BEFORE


def of_size(losses: Sequence[float], seats: int) -> list[str]:
    """The size that each loss has by what is shown of it."""
    return [size_of(number_in(lost(loss, seats)) * (2 if seats == 2 else 1)) for loss in losses]


@pytest.mark.parametrize(("game", "seats"), [("forest", 2), ("herbalism", 3)])
def test_no_number_contradicts_the_size_that_is_named(game: str, seats: int) -> None:
    bounds = [least for _, least in SIZES]
    losses = [
        bound + by
        for bound in (LEAST, *bounds)
        for by in (-0.009, -0.004, -0.0006, -0.00001, 0.0, 0.00001, 0.004, 0.009)
    ]
    assert of_size(losses, seats) == [size_of(loss) for loss in losses]
    assert all(number_in(lost(loss, seats)) > 0 for loss in losses if loss >= LEAST)
    assert (lost(0.2996, 2), lost(0.3, 2), lost(0.01, 2), lost(0.1496, 3), lost(0.15, 3)) == (
        "14.9 %",
        "15 %",
        "0.5 %",
        ".149",
        ".15",
    )
    session, nodes = a_game(game), a_game(game).document.tree.nodes
    before, decided = next(iter(decisions(session, session.document.main_line())))
    first = nodes[decided[0]]
    for number, loss in enumerate(losses):
        value = 0.37 - number / 50
        one = Judged(
            before, decided, first.actor, first.turn, (first.move,), Judgement(Report("?"), ("?",), value + loss, value)
        )
        worth, best = (number_in(text) for text in review_page.told_worths(session, one))
        assert size_of(round((best - worth) * (2 if seats == 2 else 1), 6)) == one.size, (loss, value)


def test_nothing_better_is_said_plainly() -> None:
    session = a_game("forest")
    one = judged_so(session, ())[0]
    assert review_page.told(session, one)[0].endswith(review_page.NOTHING_BETTER)
    other = next(
        text
        for text in (
            session.document.point_at(one.node).move_text(move) for move in session.document.point_at(one.node).moves()
        )
        if text != one.moves[0]
    )
    as_good = one._replace(judgement=Judgement(Report(other), (other,), 0.2, 0.2))
    named = review_page.named(session, as_good)[1]
    assert review_page.told(session, as_good)[1] == f"As good was to {named}.", "the reasons that follow are about it"
    hardly = one._replace(judgement=Judgement(Report(other), (other,), 0.206, 0.2))
    assert review_page.told(session, hardly)[1] == f"Hardly better was to {named}: 60.3 %."
    forced = one._replace(judgement=Judgement(Report(one.moves[0], facts=(Fact("only", {}),)), one.moves, 0.2, 0.2))
    assert (
        len(review_page.told(session, forced)) == 1
        and review_page.NOTHING_BETTER not in review_page.told(session, forced)[0]
    )


def test_two_decisions_that_words_do_not_tell_apart_are_told_as_players_write_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = a_game("forest")
    one = judged_so(session, (0.4,))[0]
    one = one._replace(judgement=one.judgement._replace(best=("z9",)))
    monkeypatch.setattr(review_page, "said", lambda *_: "do it")
    assert review_page.named(session, one) == (" ".join(one.moves), "z9")


def test_the_page_tells_how_it_ended_when_it_was_played_and_how_sure_it_is() -> None:
    session = a_game("forest")
    session.created = "2031-02-03T14:15:16+00:00"
    session.document.go_to(session.document.main_line()[2])
    judged = [
        one._replace(judgement=one.judgement._replace(report=Report("?", seconds=0.021)))
        for one in judged_so(session, (0.4,))
    ]
    page = review_page.page(session, judged, "mcts", 4000)
    points = session.document.point_at(session.document.main_line()[-1]).points()
    assert f"Red won: Red {points[0]}, Green {points[1]}" in page, "wherever one stands in it"
    assert "2031-02-03 14:15" in page and "mcts, 4,000 simulations a decision, about 0.02 s" in page
    assert facts.NOISE in page and facts.LUCK not in page, "there is no luck in it"
    assert facts.how_sure(a_game("herd").point.info) == [facts.NOISE, facts.LUCK]
    assert facts.how_sure(a_game("herbs").point.info) == [facts.NOISE_OF_PLANS, facts.LUCK]
    session.document.tree.set_head("result", Result("resigned", (-1.0, 1.0), (), 0))
    assert facts.result(session) == "Green won: Red -1, Green +1 (resigned, Red)"
    assert facts.result(Session("forest", ["person", "person"], 1)) == facts.UNFINISHED


def test_what_a_second_review_judges_otherwise_is_counted() -> None:
    session = a_game("forest")
    first = judged_so(session, (0.4, 0.1, 0.02))
    assert unlike(first, first) == 0 and unlike(judged_so(session, (0.4, 0.2, 0.03)), first) == 1
    assert (otherwise(0, 84), otherwise(2, 84)) == (
        "Every decision is judged as before.",
        "2 of 84 decisions are of another size than before.",
    )
