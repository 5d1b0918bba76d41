"""Tests that reviews find planted blunders and that their numbers add up."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import bots
import fastcore
from bots.report import Limit
from tests.conftest import deep
from tests.kit.terminals import run
from tests.storage.test_traces import viewpoint_to_move
from workbench import boards
from workbench.conformance.walks import random_position
from workbench.game.session import Session
from workbench.records import files
from workbench.reports.reasons import reasons
from workbench.review.judging import Reviewer, accuracy, judge_for, mistakes, size_of
from workbench.storage.session_records import record_of

SHORT = {"herd": "herd(size=3)", "herbs": "herbs(rounds=6)"}
PLAYING, REVIEWING, PLANTING = 300, 6000, 12000  # simulations per decision
BLUNDER = 0.3


def bot_game(spec: str, seed: int, blunder_at: int = -1, careless: bool = False) -> tuple[Session, int]:
    """Play a game of the strongest bot that can judge itself. Return it with the node of a planted blunder.

    The blunder is planted at the first decision from number `blunder_at` on where a deeper search finds one. Without
    a blunder, the node is -1. A careless second seat moves at random.
    """
    name = judge_for(spec)
    session = Session(spec, [name] * fastcore.start(spec).seats, seed)
    players = [bots.make(name, seat) for seat in range(session.point.seats)]
    if careless:
        players[1] = bots.make("random", seed)
    judge, decision_count, planted = bots.make(name, 99), 0, -1
    while session.waits_for != "over" and len(session.steps) < 400:
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        actor = session.point.actor
        point = session.viewpoint(actor)
        move = [report.move for report in players[actor].think(point, Limit(simulations=PLAYING))][-1]
        if planted < 0 <= blunder_at <= decision_count and starts_decision(session):
            alternative = random_decision(session.state, fastcore.Stream(seed, decision_count))
            judgement = judge.judge(point, alternative, PLANTING)  # type: ignore[attr-defined]
            if judgement.best_value - judgement.value >= BLUNDER:
                for step in alternative:
                    session.play(step)
                planted = session.here
                continue
        session.play(move)
        decision_count += 1
    return session, planted


def starts_decision(session: Session) -> bool:
    """Return whether the next move starts a decision instead of continuing a plan."""
    point = session.point
    last = session.steps[-1] if session.steps else None
    return not (point.info.has.secrets and last is not None and (last.actor, last.turn) == (point.actor, point.turn))


def random_decision(state: fastcore.State, stream: fastcore.Stream) -> tuple[str, ...]:
    """Return a random move, or a random plan where choices are secret."""
    after, texts = state.copy(), [""]
    while texts == [""] or (
        state.info.has.secrets and (after.actor, after.turn, after.phase) == (state.actor, state.turn, state.phase)
    ):
        texts.append(after.move_text(stream.choice(after.moves())))
        after.play(texts[-1])
    return tuple(texts[1:])


@pytest.mark.sample(2)
def test_planted_blunders_are_among_the_largest_mistakes(game_id: str) -> None:
    spec, games, hits = SHORT.get(game_id, game_id), deep(1, 100), 0
    planted_count = 0
    for seed in range(10 * games):
        session, planted = bot_game(spec, seed, blunder_at=3 + seed % 8)
        if planted < 0:
            continue
        planted_count += 1
        judged = list(Reviewer(session, simulations=REVIEWING).judge_all())
        hits += any(planted in mistake.decided for mistake in mistakes(judged)[:2])
        if planted_count == games:
            break
    assert planted_count == games
    assert hits >= 0.9 * games, f"{hits} of {games}"


def test_each_bid_of_a_turn_is_a_decision() -> None:
    """Red, without AP, makes no bid, so Black bids twice in a row."""
    position = (
        "11/5w5/3w1w1b3/2b5w2/2b2bw1b2/2b1w1w1b2/5b4w/2w5b1w/3b1w1w3/5b1w3/5w5 A1^,K1v,A5v,I5> 0,117 8w4b,6w6b 0,0 1 9 "
        "0 bid:2:1:0M2,1M5,0TL,0TL,WhE8|2F,2F,2F,2P3/24,BlI5:0"
    )
    session = Session("herbs", ["random", "random"], 1, position)
    session.play("bid7")
    session.play("bid2")
    judged = list(Reviewer(session, simulations=100).judge_all())
    assert [decision.moves for decision in judged] == [("bid7",), ("bid2",)]


def test_review_judges_every_decision_and_whole_plans(game_id: str) -> None:
    session, _ = bot_game(SHORT.get(game_id, game_id), 4)
    reviewer = Reviewer(session, simulations=100)
    judged = list(reviewer.judge_all())
    nodes = session.document.tree.nodes
    decisions = [node for node in session.document.main_line() if nodes[node].actor >= 0]
    assert [node for decision in judged for node in decision.decided] == decisions
    assert all(nodes[decision.decided[0]].parent == decision.node and decision.loss >= 0 for decision in judged)
    assert all(
        nodes[node].actor == decision.seat and nodes[node].turn == decision.turn
        for decision in judged
        for node in decision.decided
    )
    has = session.point.info.has
    assert any(len(decision.decided) > 1 for decision in judged) == (has.secrets or not has.covered)
    assert [decision.judgement[1:] for decision in Reviewer(session, simulations=100).judge_all()] == [
        decision.judgement[1:] for decision in judged
    ]
    for seat in range(session.point.seats):
        own = [decision for decision in judged if decision.seat == seat]
        assert 0 < accuracy(own) <= 1
    assert accuracy([]) == 1
    forced = [
        decision
        for decision in judged
        if len(session.document.viewpoint_at(decision.node, decision.seat).moves()) == 1 and len(decision.decided) == 1
    ]
    free = [decision for decision in judged if not decision.forced]
    assert all(decision.forced for decision in forced) or session.point.info.has.secrets
    assert accuracy([*free, *forced]) == accuracy(free)
    assert (size_of(0.3), size_of(0.2), size_of(0.1), size_of(0.01)) == ("blunder", "mistake", "inaccuracy", "")


def test_review_explains_the_better_move(game_id: str) -> None:
    judge = bots.make(judge_for(game_id), 3)
    checked = 0
    for number in range(40):
        state = random_position(game_id, "judged", number, max_moves=60)
        if state.actor < 0:
            continue
        point = viewpoint_to_move(state)
        judgement = judge.judge(point, random_decision(state, fastcore.Stream(3, number)), 60)  # type: ignore[attr-defined]
        assert judgement.report.move == judgement.best[0] == judgement.report.candidates[0].move
        assert judgement.value <= judgement.best_value or state.info.has.covered
        assert judgement.report.plan == (judgement.best if state.info.has.secrets else ())
        for text in (
            reason.text for reason in reasons(point.info, point.actor, judgement.report) if reason.kind == "plan"
        ):
            assert boards.describe_moves(point.info, point.actor, judgement.best) in text
        checked += 1
        if checked == deep(8, 40):
            return


def test_unreviewable_games_are_refused_with_reason(home: Path) -> None:
    with pytest.raises(ValueError, match="one player's view"):
        Reviewer(Session("herbalism", ["person"] * 3, 1, follows=0))
    with pytest.raises(ValueError, match="can judge only"):
        Reviewer(Session("forest", ["person"] * 2, 1), "alphabeta")
    with pytest.raises(ValueError, match="cannot play"):
        Reviewer(Session("herbs", ["person"] * 2, 1), "mcts")
    assert "this is not a record of a game" in run("review", __file__).err
    empty = home / "empty.herbarium"
    files.write(empty, record_of(Session("forest", ["person"] * 2, 1)))
    assert "this game has no decisions" in run("review", str(empty)).err


def test_review_command_exports_all_formats(home: Path) -> None:
    session, _ = bot_game("herd(size=2)", 1)
    file = home / "game.herbarium"
    files.write(file, record_of(session))
    command = ("review", str(file), "--simulations", "50")
    rows = list(csv.DictReader(io.StringIO(run(*command, "--to", "csv").out)))
    data = [json.loads(line) for line in run(*command, "--to", "jsonl").out.splitlines()]
    assert [float(row["loss"]) for row in rows] == [entry["loss"] for entry in data]
    assert all(abs(max(0.0, entry["best_value"] - entry["value"]) - entry["loss"]) < 2e-6 for entry in data)
    assert "accuracy" in run(*command).out
    page = home / "review.html"
    assert run(*command, "--to", "html", "--output", str(page)).out == ""
    text = page.read_text(encoding="utf-8")
    assert text.count("<tr>") > len(rows) and "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_analyse_command_reports_all_candidates() -> None:
    situation = "herd(size=5) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5"  # a position on a smaller board
    assert "7 rows" in run("analyse", situation).err
    situation = "forest"
    rows = list(
        csv.DictReader(
            io.StringIO(
                run("analyse", situation, "--bot", "mcts", "--bot", "greedy", "--simulations", "200", "--to", "csv").out
            )
        )
    )
    assert {row["bot"] for row in rows} == {"mcts", "greedy"}
    reports = [
        json.loads(line)
        for line in run("analyse", situation, "--bot", "mcts", "--simulations", "200", "--to", "jsonl").out.splitlines()
    ]
    assert {1, 2, 5, 10, 20, 50, 100, 200} <= {report["simulations"] for report in reports}
    assert reports[-1]["candidates"][0]["visits"] == max(int(row["visits"]) for row in rows)
    assert "cannot play" in run("analyse", situation, "--bot", "equilibrium").err
    assert "no bot" in run("analyse", situation, "--bot", "nobody").err


def test_analyse_command_respects_a_seats_knowledge() -> None:
    situation = "herbalism rb rygg/ggbb/yybb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    state = fastcore.parse(situation)
    view = f"herbalism {state.view(0)}"

    def analyse(*arguments: str) -> list[str]:
        result = run("analyse", *arguments, "--bot", "improver", "--simulations", "60", "--to", "csv")
        assert not result.err
        return result.out.splitlines()

    baseline = analyse(situation)
    assert len(baseline) > 5 and baseline == analyse(view, "--seat", "1") == analyse(f"{view} @1") == analyse(
        situation, "--seat", "1"
    )
    informed = analyse(view, "--seat", "1", "--fact", "hidden=rb", "--fact", "2:b>=2")
    assert informed != baseline and informed == analyse(f"{view} @1 hidden=rb 2:b>=2") == analyse(
        situation, "--fact", "hidden=rb", "--fact", "2:b>=2"
    )
    assert (
        "sees it" in run("analyse", view).err
        and "to fix it" in run("analyse", view, "--seat", "1", "--fact", "2:r>=4").err
    )
    assert "so there is no seat 9" in run("analyse", situation, "--seat", "9").err
    assert "seat 1 decides" in run("analyse", situation, "--seat", "2").err
