"""Tests of programs as judges of a review, and as bots of an analysis."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import fastcore
from bots.loading.sources import written_program
from fastcore import Stream
from tests.conftest import deep
from tests.kit.matches import wait_until_gone
from tests.kit.terminals import run
from tests.programs.test_matches_of_programs import RUN_KIT
from tests.programs.test_serve import served
from workbench.bot_process import trust
from workbench.bot_process.decisions import BotFaultError
from workbench.bot_process.trust import NotAllowedError
from workbench.game.session import Session
from workbench.protocol import commands, registry
from workbench.protocol.registry import RegisteredProgram
from workbench.records import files
from workbench.review.judging import Reviewer, judge_for, judges
from workbench.storage.session_records import record_of

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
    pytest.mark.usefixtures("home", "nothing_agreed"),
]
SIMULATIONS = 40


def random_session(spec: str, moves: int) -> Session:
    """Return a session of the beginning of a random game."""
    session, stream = Session(spec, ["random"] * fastcore.start(spec).seats, 3), Stream(3, "judged")
    while session.waits_for != "over" and moves:
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.point.move_text(stream.choice(session.point.moves())))
            moves -= 1
    return session


@pytest.mark.parametrize(("spec", "bot"), [("herbs(rounds=2)", "equilibrium"), ("herbalism", "improver")])
def test_served_judge_of_hidden_games_judges_as_the_bot_itself(spec: str, bot: str) -> None:
    """A move or a secret plan is one question, so a program can give the same answer."""
    session = random_session(spec, deep(12, 60))
    with_program = Reviewer(session, served(bot), SIMULATIONS)
    try:
        found = list(with_program.judge_all())
    finally:
        with_program.close()
    expected = list(Reviewer(session, bot, SIMULATIONS).judge_all())
    assert len(found) == len(expected) > 2
    for one, other in zip(found, expected, strict=True):
        assert one.loss == pytest.approx(other.loss, abs=1e-6) and one.decided == other.decided
        assert one.judgement.best == (other.judgement.best if one.loss else one.moves) and one.forced == other.forced


def test_program_judges_a_turn_move_by_move() -> None:
    session = random_session("forest", 12)
    reviewer = Reviewer(session, served("mcts"), 200)
    try:
        judged = list(reviewer.judge_all())
    finally:
        reviewer.close()
    assert any(len(one.decided) > 1 for one in judged) and any(one.loss for one in judged)
    for one in judged:
        steps = one.judgement.steps
        assert -1 <= one.judgement.value <= one.judgement.best_value <= 1
        assert list(steps) == sorted(steps, reverse=True) and len(steps) in (0, len(one.decided) + 1)
        assert one.judgement.report.move == one.judgement.best[0]
        assert one.loss == 0 or one.judgement.best != one.moves
    assert wait_until_gone() == []


@pytest.mark.parametrize("bot", ["kit", "alphabeta"])
def test_program_without_values_cannot_judge(bot: str) -> None:
    text = written_program("program", RUN_KIT) if bot == "kit" else served(bot)
    trust.allow_all_once([text])
    reviewer = Reviewer(random_session("forest", 6), text, 20)
    try:
        with pytest.raises(BotFaultError, match="cannot judge a game, because it reports no values of moves"):
            list(reviewer.judge_all())
    finally:
        reviewer.close()


def test_strange_program_is_not_started_for_a_review(started_bots: list[str]) -> None:
    with pytest.raises(NotAllowedError):
        Reviewer(random_session("forest", 6), written_program("program", RUN_KIT))
    assert started_bots == []


def test_registered_programs_that_report_are_offered_as_judges() -> None:
    for name, games, reports in (("talker", ("*",), True), ("quiet", ("*",), False), ("other", ("herd",), True)):
        registry.add(name, RegisteredProgram(("/bin/true",), games=games, reports=reports))
    assert judges("forest")[-1] == "talker" and judges("herd")[-2:] == ["other", "talker"]
    assert judge_for("forest") == judges("forest")[0] != "talker" and "quiet" not in judges("forest")
    assert "duct" not in judges("herbs"), "a tree has no values of whole plans"


def test_program_reviews_and_analyses_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.herbarium"
    session = random_session("forest", 6)
    files.write(path, record_of(session))
    command = commands.split_command(f"{sys.executable} -P -m workbench serve mcts")
    assert run("bots", "add", "ours", "--", *command).status == 0
    assert registry.programs()["ours"].reports
    typed = written_program("program", commands.join_words(command), {"simulations": 50})
    for bot in ("ours", typed):
        reviewed = run("review", str(path), "--bot", bot, "--simulations", "30")
        assert reviewed.status == 0 and "30 simulations per position" in reviewed.out, reviewed.err
        analysed = run("analyse", f"forest {session.state.text()}", "--bot", bot, "--simulations", "30")
        assert analysed.status == 0 and "value" in analysed.out, analysed.err
    refused = run("review", str(path), "--bot", written_program("program", RUN_KIT))
    assert refused.status == 2 and "python-kit cannot judge a game" in refused.err
    assert len(refused.err.strip().splitlines()) == 1
