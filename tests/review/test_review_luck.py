"""Tests of luck beside a review."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import msgspec
import pytest

import fastcore
from bots.judging import Judgement
from bots.report import Fact, Report
from fastcore import CHANCE
from tests.kit.luck import played
from workbench.game.session import Session
from workbench.luck.judges import StaticJudge
from workbench.luck.split import total_luck as luck_of_moves
from workbench.review.decisions import decisions
from workbench.review.judging import Judged
from workbench.review.luck import luck_before, lucks, prepare_split, total_luck
from workbench.review.page import luck_sentences
from workbench.review.review import is_of_review, stored_report, stored_review


def session_with(spec: str, moves: list[str]) -> Session:
    session = Session(spec, ["person"] * fastcore.start(spec).seats, 1)
    for move in moves:
        session.play(move)
    return session


@dataclass
class Game:
    """A finished game and invented judgements: every second decision loses 0.1."""

    session: Session
    moves: list[str]
    judged: list[Judged]


@pytest.fixture(scope="module")
def game() -> Game:
    moves = played("herd(size=3)", 5, "greedy")
    session = session_with("herd(size=3)", moves)
    judged = []
    for number, (before, decided) in enumerate(decisions(session, session.document.main_line())):
        node = session.document.tree.nodes[decided[0]]
        texts = tuple(session.document.tree.nodes[one].move for one in decided)
        judgement = Judgement(Report(texts[0]), texts, 0.1 * (number % 2), 0.0)
        judged.append(Judged(before, decided, node.actor, node.turn, texts, judgement))
    return Game(session, moves, judged)


def test_luck_of_the_dice_by_node(game: Game) -> None:
    found, nodes = lucks(game.session), game.session.document.tree.nodes
    line = game.session.document.main_line()
    assert list(found) == [node for node in line if nodes[node].actor == CHANCE]
    expected = luck_of_moves(fastcore.start(game.session.spec), game.moves, StaticJudge())
    for seat in (0, 1):
        assert total_luck(game.session, seat) == pytest.approx(expected[seat])
    for one in game.judged:
        assert luck_before(game.session, one) == found[one.node][one.seat]
    assert ("Red" in luck_sentences(game.session, expected)[0]) == (expected[0] > 0)


def test_luck_follows_the_main_line(game: Game) -> None:
    session = session_with(game.session.spec, game.moves[:20])
    first = lucks(session)
    session.play(game.moves[20])
    assert lucks(session).items() >= first.items()


@pytest.mark.parametrize("spec", ["forest", "herbalism(target=1)"])
def test_no_luck_without_dice(spec: str) -> None:
    session = session_with(spec, played(spec, 1, "greedy")[:6])
    assert lucks(session) == {} and total_luck(session, 0) is None and luck_sentences(session, None) == []


def test_split_takes_the_skill_from_the_review(game: Game) -> None:
    found = prepare_split(game.session, game.judged)()
    for seat in (0, 1):
        sums = found.totals(seat)
        lost = fsum(one.loss for one in game.judged if one.seat == seat)
        gained = fsum(one.loss for one in game.judged if one.seat != seat)
        assert (sums.own, sums.others) == pytest.approx((-lost, gained))
        assert fsum(sums[:-1]) == pytest.approx(sums.result, abs=1e-9)
        assert sums.luck == pytest.approx(total_luck(game.session, seat))
    assert prepare_split(game.session)().totals(0).own != found.totals(0).own


def test_only_finished_games_can_be_split(game: Game) -> None:
    unfinished = session_with(game.session.spec, game.moves[:10])
    with pytest.raises(ValueError, match="not finished"):
        prepare_split(unfinished)()
    unfinished.resign(0)
    found = prepare_split(unfinished)()
    assert found.result == (-1.0, 1.0) and found.events[-1].move == ""
    seat = Session(game.session.spec, ["person", "person"], 1, follows=0)
    with pytest.raises(ValueError, match="one player's view"):
        prepare_split(seat)


def test_reviews_of_earlier_versions_can_be_read(game: Game) -> None:
    """They stored a luck of their own, which is not read."""
    document, stored = game.session.document, {}
    for one in game.judged:
        report = stored_report(one, "mcts", 100)
        facts = tuple(
            msgspec.structs.replace(fact, values={**fact.values, "luck": 0.25}) if fact.key == "analysis" else fact
            for fact in report.facts
        )
        assert "luck" not in report.facts[0].values and isinstance(facts[0], Fact)
        stored[one.decided[0]] = msgspec.structs.replace(report, facts=facts)
    document.annotations.store_review(stored, is_of_review)
    review = stored_review(game.session)
    assert review is not None and review.is_complete
    assert [one.loss for one in review.judged] == [one.loss for one in game.judged]
