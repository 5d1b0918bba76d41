"""Tests that a review never blames a turn that the judge itself recommended, and ignores differences that are noise."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

import bots
import fastcore
from bots.judging import Estimate, TurnJudge, estimate_among_dice, value_among_dice
from bots.reasoning import turn_of
from bots.report import Limit, Report
from workbench.bot_process import bot_factory
from workbench.game.session import Session
from workbench.review.judging import Judged, Reviewer, judge_for
from workbench.table.requests import HINT

DEPTH = 3000  # simulations of a hint
SHALLOW = 60  # simulations of a review that knows much less


def game_with_hints(
    stored: bool, seed: int = 3, author: str = "mcts", bot: str = "mcts", spec: str = "herd(size=4)"
) -> tuple[Session, list[int]]:
    """Play turns that hints of a bot advise. Return the game and the nodes before these turns."""
    session = Session(spec, ["mcts", "mcts"], seed)
    starts: list[int] = []
    while len(starts) < 8:
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        starts.append(session.here)
        actor, turn = session.point.actor, session.point.turn
        while session.waits_for != "over" and (session.point.actor, session.point.turn) == (actor, turn):
            point = session.viewpoint(actor)
            report = list(bots.make(bot, seed).think(point, Limit(simulations=DEPTH)))[-1]
            if stored:
                session.document.annotations.store_analysis(session.here, author, (report,))
            for move in turn_of(point, report):
                session.play(move)
    return session, starts


def losses(session: Session) -> list[Judged]:
    return list(Reviewer(session, "mcts", SHALLOW).judge_all())


def test_turns_that_a_stored_hint_advised_lose_nothing() -> None:
    assert any(one.loss > 0 for one in losses(game_with_hints(False)[0])), "without the hints, the review blames some"
    judged = losses(game_with_hints(True)[0])
    assert len(judged) == 8 and [one.loss for one in judged] == [0.0] * 8
    assert all(one.judgement.best == one.moves or one.judgement.best_value == one.judgement.value for one in judged)


def test_hint_on_several_threads_counts_as_one_of_the_judge() -> None:
    point = Session("herd(size=4)", ["mcts", "mcts"], 3).point
    author = bot_factory.with_threads(bots.strongest("herd"), 2, HINT, "herd(size=4)")
    assert author != bots.strongest("herd") == judge_for("herd") and point.seats == 2
    assert [one.loss for one in losses(game_with_hints(True, author=author)[0])] == [0.0] * 8
    other = "mcts(threads=2,exploration=3)"
    assert bots.make(other, 1).text == other
    assert any(one.loss > 0 for one in losses(game_with_hints(True, author=other)[0])), "another bot excuses no turn"


def test_hint_of_a_stronger_bot_that_searched_as_long_excuses_its_turn() -> None:
    spec, hint = "forest", bots.strongest("forest")
    assert bots.bot_class(hint).rank > bots.bot_class(judge_for(spec)).rank
    session, stream = Session(spec, ["mcts", "mcts"], 3), fastcore.Stream(3, "any moves")
    while session.waits_for != "over" and len(session.steps) < 24:
        session.play(stream.choice(sorted(map(session.point.move_text, session.point.moves()))))
    reviewer = Reviewer(session, "", SHALLOW)
    judged = next(one for one in map(reviewer.judge_one, range(len(reviewer.decisions))) if one.loss > 0)
    number = next(n for n, (before, _) in enumerate(reviewer.decisions) if before == judged.node)
    report = judged.judgement.report

    def loss(author: str, seconds: float) -> float:
        """Return the loss of the turn after such a hint."""
        advice = replace(advising(report, judged.moves, report.candidates[0], 1), seconds=seconds)
        session.document.annotations.store_analysis(judged.node, author, (advice,))
        return reviewer.judge_one(number).loss

    assert loss("uct", 60) > 0 and loss(hint, 0) > 0, "a weaker bot, and a short search"
    assert loss(bot_factory.with_threads(hint, 2, HINT, spec), 60) == 0


@pytest.mark.parametrize(
    ("author", "simulations"), [("uct", DEPTH), ("mcts", SHALLOW // 4)], ids=["another bot", "a shallow search"]
)
def test_other_searches_excuse_no_turn(author: str, simulations: int) -> None:
    session, _ = game_with_hints(False)
    reviewer = Reviewer(session, "mcts", SHALLOW)
    blamed = next(number for number in range(8) if reviewer.judge_one(number).loss > 0)
    before, decided = reviewer.decisions[blamed]
    nodes = session.document.tree.nodes
    moves = tuple(nodes[node].move for node in decided)
    report = list(bots.make("mcts", 1).think(session.document.viewpoint_at(before, nodes[decided[0]].actor)))[-1]
    first = next((one for one in report.candidates if one.move == moves[0]), report.candidates[0])
    advice: Report = advising(report, moves, first, simulations)
    session.document.annotations.store_analysis(before, author, (advice,))
    assert reviewer.judge_one(blamed).loss > 0
    session.document.annotations.store_analysis(before, "mcts", (advising(report, moves, first, DEPTH * 2),))
    assert reviewer.judge_one(blamed).loss == 0


def advising(report: Report, moves: Sequence[str], first: object, simulations: int) -> Report:
    """Return the report as if it had advised these moves."""
    lead = replace(first, move=moves[0], line=tuple(moves))  # type: ignore[type-var]
    return replace(report, move=moves[0], candidates=(lead,), simulations=simulations, facts=(), growth=None)


def test_loss_is_the_mean_of_games_and_searches_less_its_error() -> None:
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    judge = TurnJudge(lambda position, number: fastcore.Search(position, seed=1 + number), state, 200)
    played, best = judge.greedy_turn(), judge.completion(state)
    ends = [judge.end(turn).text() for turn in (played, best)]
    assert ends[0] != ends[1]

    def gain(error: float, difference: float, searched: float, value: float = 0.0) -> float:
        """Return the gain for turns whose games and whose searches differ by so much."""
        judge._values = {ends[0]: Estimate(value, error), ends[1]: Estimate(value + difference, error)}
        judge._searched = {ends[0]: 0.0, ends[1]: searched}
        return judge.gain(played, best)

    assert gain(0.0, 0.2, 0.9) == pytest.approx(0.2), "proven values need no search"
    assert gain(0.04, 0.2, 0.3) == pytest.approx(0.25 - 0.04 / 2**0.5)
    assert gain(0.04, 0.02, 0.02) == gain(0.04, 0.2, -0.3) == 0, "the rest may be noise"
    assert abs(gain(0.04, 0.2, 0.3) - gain(0.05, 0.2, 0.3)) < 0.01, "no threshold makes the loss jump"
    assert gain(0.01, 0.2, 0.9, 0.9) == pytest.approx(0.1), "no value exceeds a win"


def test_values_among_dice_have_an_error_that_shrinks() -> None:
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 - -")
    few, many = (estimate_among_dice(state, 0, simulations) for simulations in (800, 80_000))
    assert 0 < many.error < few.error < 0.5
    assert value_among_dice(state, 0, 80_000) == many.value and abs(few.value - many.value) < 5 * few.error
