"""Reviews of games: planted blunders are found, and what is told of a game adds up."""

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
from tests.kit.walks import somewhere
from tests.storage.test_traces import view
from workbench import boards
from workbench.game.session import Session
from workbench.records import files
from workbench.reports.reasons import reasons
from workbench.review.judging import Reviewer, accuracy, judge_for, largest, size_of
from workbench.storage.session_records import record_of

SHORT = {"herd": "herd(size=3)", "herbs": "herbs(rounds=6)"}
PLAYING, REVIEWING, PLANTING = 300, 600, 2400  # simulations of a decision
BLUNDER = 0.3


def played(spec: str, seed: int, blunder_at: int = -1) -> tuple[Session, int]:
    """A game of the strongest bot that can judge against itself, and the node of a blunder planted at the first
    decision from this number on where a deeper search finds one (-1: none)."""
    name = judge_for(spec)
    session = Session(spec, [name] * fastcore.start(spec).seats, seed)
    players = [bots.make(name, seat) for seat in range(session.point.seats)]
    judge, made, planted = bots.make(name, 99), 0, -1
    while session.waits_for != "over" and len(session.steps) < 400:
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        actor = session.point.actor
        point = session.viewpoint(actor)
        move = [report.move for report in players[actor].think(point, Limit(simulations=PLAYING))][-1]
        if planted < 0 <= blunder_at <= made and begins(session):
            other = any_decision(session.state, fastcore.Stream(seed, made))
            told = judge.judge(point, other, PLANTING)  # type: ignore[attr-defined]
            if told.best_value - told.value >= BLUNDER:
                for step in other:
                    session.play(step)
                planted = session.here
                continue
        session.play(move)
        made += 1
    return session, planted


def begins(session: Session) -> bool:
    """Whether the next decision is not the later step of a plan."""
    point = session.point
    last = session.steps[-1] if session.steps else None
    return not (point.info.has.secrets and last is not None and (last.actor, last.turn) == (point.actor, point.turn))


def any_decision(state: fastcore.State, stream: fastcore.Stream) -> tuple[str, ...]:
    """A random move, or where choices are secret a random plan."""
    here, texts = state.copy(), [""]
    while texts == [""] or (
        state.info.has.secrets and (here.actor, here.turn, here.phase) == (state.actor, state.turn, state.phase)
    ):
        texts.append(here.move_text(stream.choice(here.moves())))
        here.play(texts[-1])
    return tuple(texts[1:])


def test_planted_blunders_are_among_the_largest_mistakes(game_id: str) -> None:
    spec, games, found = SHORT.get(game_id, game_id), deep(2, 100), 0
    tried = 0
    for seed in range(10 * games):
        session, planted = played(spec, seed, blunder_at=3 + seed % 8)
        if planted < 0:
            continue
        tried += 1
        judged = list(Reviewer(session, simulations=REVIEWING).judged())
        found += any(planted in one.decided for one in largest(judged)[:2])
        if tried == games:
            break
    assert tried == games
    assert found >= 0.9 * games, f"{found} of {games}"


def test_a_review_judges_every_decision_and_plans_as_a_whole(game_id: str) -> None:
    session, _ = played(SHORT.get(game_id, game_id), 4)
    reviewer = Reviewer(session, simulations=100)
    judged = list(reviewer.judged())
    nodes = session.document.tree.nodes
    decisions = [node for node in session.document.main_line() if nodes[node].actor >= 0]
    assert [node for one in judged for node in one.decided] == decisions
    assert all(nodes[one.decided[0]].parent == one.node and one.loss >= 0 for one in judged)
    assert all(nodes[node].actor == one.seat and nodes[node].turn == one.turn for one in judged for node in one.decided)
    assert any(len(one.decided) > 1 for one in judged) == session.point.info.has.secrets
    assert [one.judgement[1:] for one in Reviewer(session, simulations=100).judged()] == [
        one.judgement[1:] for one in judged
    ]
    for seat in range(session.point.seats):
        mine = [one for one in judged if one.seat == seat]
        assert 0 < accuracy(mine) <= 1
    assert accuracy([]) == 1
    forced = [
        one
        for one in judged
        if len(session.document.viewpoint_at(one.node, one.seat).moves()) == 1 and len(one.decided) == 1
    ]
    free = [one for one in judged if not one.forced]
    assert all(one.forced for one in forced) or session.point.info.has.secrets
    assert accuracy([*free, *forced]) == accuracy(free)
    assert (size_of(0.3), size_of(0.2), size_of(0.1), size_of(0.01)) == ("blunder", "mistake", "inaccuracy", "")


def test_a_review_gives_the_reasons_of_what_it_calls_better(game_id: str) -> None:
    judge = bots.make(judge_for(game_id), 3)
    told = 0
    for number in range(40):
        state = somewhere(game_id, "judged", number, most=60)
        if state.actor < 0:
            continue
        point = view(state)
        found = judge.judge(point, any_decision(state, fastcore.Stream(3, number)), 60)  # type: ignore[attr-defined]
        assert found.report.move == found.best[0] == found.report.candidates[0].move
        assert found.report.plan == (found.best if state.info.has.secrets else ())
        for text in (reason.text for reason in reasons(point.info, point.actor, found.report) if reason.kind == "plan"):
            assert boards.say(point.info, point.actor, found.best) in text
        told += 1
        if told == deep(8, 40):
            return


def test_what_cannot_be_reviewed_is_refused_in_words(home: Path) -> None:
    with pytest.raises(ValueError, match="one seat"):
        Reviewer(Session("herbalism", ["person"] * 3, 1, follows=0))
    with pytest.raises(ValueError, match="cannot judge"):
        Reviewer(Session("forest", ["person"] * 2, 1), "alphabeta")
    with pytest.raises(ValueError, match="cannot play"):
        Reviewer(Session("herbs", ["person"] * 2, 1), "mcts")
    assert "no record" in run("review", __file__).err
    empty = home / "empty.herbarium"
    files.write(empty, record_of(Session("forest", ["person"] * 2, 1)))
    assert "nobody has decided anything" in run("review", str(empty)).err


def test_the_review_of_a_record_in_the_shell(home: Path) -> None:
    session, _ = played("herd(size=2)", 1)
    file = home / "game.herbarium"
    files.write(file, record_of(session))
    words = ("review", str(file), "--simulations", "50")
    rows = list(csv.DictReader(io.StringIO(run(*words, "--to", "csv").out)))
    data = [json.loads(line) for line in run(*words, "--to", "jsonl").out.splitlines()]
    assert [float(row["loss"]) for row in rows] == [one["loss"] for one in data]
    assert all(abs(max(0.0, one["best_value"] - one["value"]) - one["loss"]) < 2e-6 for one in data)
    assert "accuracy" in run(*words).out
    page = home / "review.html"
    assert run(*words, "--to", "html", "--output", str(page)).out == ""
    text = page.read_text(encoding="utf-8")
    assert text.count("<tr>") > len(rows) and "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_position_is_analysed_in_the_shell() -> None:
    situation = "herd(size=5) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5"  # of a smaller board
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
    told = [
        json.loads(line)
        for line in run("analyse", situation, "--bot", "mcts", "--simulations", "200", "--to", "jsonl").out.splitlines()
    ]
    assert {1, 2, 5, 10, 20, 50, 100, 200} <= {one["simulations"] for one in told}
    assert told[-1]["candidates"][0]["visits"] == max(int(row["visits"]) for row in rows)
    assert "cannot play" in run("analyse", situation, "--bot", "equilibrium").err
    assert "no bot" in run("analyse", situation, "--bot", "nobody").err


def test_what_a_seat_knows_is_analysed_in_the_shell() -> None:
    situation = "herbalism rb rygg/ggbb/yybb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    state = fastcore.parse(situation)
    view = f"herbalism {state.view(0)}"

    def told(*words: str) -> list[str]:
        ran = run("analyse", *words, "--bot", "improver", "--simulations", "60", "--to", "csv")
        assert not ran.err
        return ran.out.splitlines()

    whole = told(situation)
    assert len(whole) > 5 and whole == told(view, "--seat", "1") == told(f"{view} @1") == told(situation, "--seat", "1")
    knowing = told(view, "--seat", "1", "--fact", "hidden=rb", "--fact", "2:b>=2")
    assert knowing != whole and knowing == told(f"{view} @1 hidden=rb 2:b>=2") == told(
        situation, "--fact", "hidden=rb", "--fact", "2:b>=2"
    )
    assert (
        "sees it" in run("analyse", view).err and "mend" in run("analyse", view, "--seat", "1", "--fact", "2:r>=4").err
    )
    assert "none with the number 9" in run("analyse", situation, "--seat", "9").err
    assert "seat 1 decides" in run("analyse", situation, "--seat", "2").err
