"""Tests of finding, checking and rating puzzles, and of the resumable jobs that make them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import fastcore
from fastcore import CHANCE, OVER, Stream, Viewpoint
from tests.puzzles.samples import complete_puzzle, shipped
from workbench.puzzles import files, making
from workbench.puzzles.answering import bot_answer, check_by_bot, difficulty_of, measured_difficulty
from workbench.puzzles.candidates import all_turns, candidates
from workbench.puzzles.comparing import Effort, recheck
from workbench.puzzles.finding import Finder, Lead
from workbench.puzzles.leads import condensed, self_play
from workbench.puzzles.making import Job, Maker, progress_of, run
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Difficulty, Puzzle, Source

QUICK = Effort(trials=40, screen=8, horizon=1)


def test_all_turns_are_listed_once() -> None:
    state = fastcore.parse("herd(size=3) 3/4/1b3/4/3 r 3 2-1 x1+2")
    turns = all_turns(state, 1000)
    assert turns is not None
    ends = {tuple(sorted(turn)) for turn in turns}
    empty = 19  # the removed stone leaves all cells empty
    assert len(ends) == len(turns) == empty * (empty - 1) // 2
    assert all_turns(state, 100) is None


def test_candidates_contain_suggested_answers_first(game_id: str) -> None:
    puzzle = shipped(game_id)[0]
    question = Question.of(puzzle)
    found = candidates(question, 12, [puzzle.rejected[-1].moves])
    assert found.answers[0] == puzzle.rejected[-1].moves and 3 <= len(found.answers) <= 12
    assert len({question.ending(answer) for answer in found.answers}) == len(found.answers)
    assert all(question.is_complete(answer) for answer in found.answers)


def test_positions_without_a_clear_answer_are_no_puzzles() -> None:
    text = "herd(size=3) 3/4/5/4/3 r 1 2-1 x0+1"
    point = Viewpoint.parse(text, 0)
    finder = Finder(QUICK)
    assert finder.puzzle(Lead(point, point.text(), (), Source(origin="self-play"))) is None
    assert sum(finder.refused.values()) == 1


def test_shortest_history_tells_a_seat_the_same() -> None:
    """Earlier rounds count, because they say what kinds of players the others are."""
    state, stream = fastcore.start("herbalism"), Stream(4, "history")
    begin, seen = state.view(0), list[str]()
    deals = 0
    for _ in range(400):
        if state.actor == OVER or (deals > 1 and state.actor == 0):
            break
        move = state.move_text(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
        deals += state.actor == CHANCE
        if text := state.observation(move, 0):
            seen.append(text)
        state.play(move)
    assert deals > 1
    short = condensed(state.spec, 0, begin, seen)
    whole = Viewpoint.parse(f"{state.spec} {begin}", 0)
    for text in seen:
        whole.observe(text)
    assert len(short.observations) <= len(seen) and short.observations[0].startswith("deal")
    assert short.point == whole and short.point.beliefs() == whole.beliefs()


def test_self_play_is_the_same_every_time(game_id: str) -> None:
    spec = {"herd": "herd(size=3)", "herbs": "herbs(rounds=2,actions=1)"}.get(game_id, game_id)
    first, second = take(spec), take(spec)
    assert first == second and first
    assert all(seat == actor for _, seat, actor in first)


def take(spec: str) -> list[tuple[str, int | None, int]]:
    found = []
    for lead, _ in zip(self_play(spec, 3), range(2), strict=False):
        found.append((lead.point.text(), lead.point.seat, lead.point.actor))
    return found


def test_bot_answers_are_complete(game_id: str) -> None:
    puzzle = shipped(game_id)[0]
    question = Question.of(puzzle)
    for bot in ("random", "casual"):
        assert question.is_complete(bot_answer(question, bot, 1))
    answer = bot_answer(question, "random", 1)
    assert answer == bot_answer(question, "random", 1)


def test_second_bot_confirms_or_refuses() -> None:
    puzzle = complete_puzzle("forest")
    assert check_by_bot(puzzle, "alphabeta(simulations=2000)").agrees
    wrong = replace(puzzle, accepted=(replace(puzzle.rejected[-1], loss=0.0),), rejected=(
        *puzzle.rejected[:-1], replace(puzzle.best, loss=2.0)))  # fmt: skip
    assert not check_by_bot(wrong, "alphabeta(simulations=2000)").agrees


def test_recheck_refutes_wrong_answers_and_notes_its_trials() -> None:
    puzzle = complete_puzzle("forest")
    result = recheck(puzzle, 1)
    assert result is not None and not result.refuted and result.puzzle.proof.wide_trials >= puzzle.proof.trials
    worst, best = replace(puzzle.rejected[-1], loss=0.0), replace(puzzle.best, loss=2.0)
    wrong = replace(puzzle, accepted=(worst,), rejected=(*puzzle.rejected[:-1], best))
    refuted = recheck(wrong, 1)
    assert refuted is not None and refuted.refuted == "rejected" and refuted.loss < 0
    lenient = replace(puzzle, accepted=(puzzle.best, worst), rejected=puzzle.rejected[:-1])
    refuted = recheck(lenient, 1)
    assert refuted is not None and refuted.refuted == "accepted"
    assert recheck(puzzle, 10, stopped=lambda: True) is None


def test_difficulty_follows_who_solves_it() -> None:
    easy = difficulty_of([(1000.0, True), (1300.0, True)])
    hard = difficulty_of([(1500.0, False), (1800.0, False)])
    assert easy.rating < 1300 < hard.rating and difficulty_of([]).tries == 0
    assert difficulty_of([(1500.0, False)] * 9).deviation < hard.deviation
    puzzle = complete_puzzle("forest")
    measured = measured_difficulty(puzzle, 1)
    assert measured is not None and measured.tries == 4


class CountingMaker(Maker):
    """A maker that makes a puzzle of every decision, without any comparison."""

    def puzzle(self, lead: Lead, keeps_easy: bool = False) -> Puzzle | None:
        puzzle = complete_puzzle("forest")
        return replace(puzzle, spec=lead.point.spec, view=lead.view, seat=lead.point.actor)


def test_jobs_continue_where_they_stopped(tmp_path: Path, home: Path) -> None:
    leads = [list(zip(range(3), self_play("forest", number), strict=False)) for number in range(4)]
    asked: list[int] = []

    def games(number: int) -> list[Lead] | None:
        asked.append(number)
        return [lead for _, lead in leads[number]] if number < len(leads) else None

    job = Job(tmp_path / "set.puzzles", "key", "title", 3)
    first = run(job, games, CountingMaker(), per_game=2)
    assert first == 3 and len(files.read(job.file).puzzles) == 3
    games_of_first = len(asked)
    assert progress_of(job) == games_of_first - 1 and progress_of(job._replace(key="other")) == 0
    total = run(job._replace(size=100), games, CountingMaker(), per_game=2)
    assert asked[games_of_first] == games_of_first - 1 and asked[-1] == len(leads)
    assert total == len(files.read(job.file).puzzles) > first
    job.file.unlink()
    assert progress_of(job) == 0


def test_stopped_job_keeps_its_puzzles(tmp_path: Path, home: Path) -> None:
    made: list[int] = []
    maker = CountingMaker(stopped=lambda: len(made) >= 1)
    job = Job(tmp_path / "set.puzzles", "key", "title", 10)
    size = run(job, lambda number: self_play("forest", number), maker, lambda puzzle, total: made.append(total))
    assert size == len(files.read(job.file).puzzles) == 1 and progress_of(job) == 0


def test_two_jobs_share_a_set(tmp_path: Path, home: Path) -> None:
    job = Job(tmp_path / "set.puzzles", "key", "title", 2)

    def games(number: int) -> list[Lead] | None:
        if number:
            return None
        leads = list(self_play("forest", number))[:2]
        run(job._replace(key="other", size=job.size - 1), lambda _: leads[1:], CountingMaker())  # meanwhile
        return leads[:1]

    assert run(job, games, CountingMaker()) == len(files.read(job.file).puzzles) == 2


def test_repeated_check_has_a_possible_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.puzzles.comparing.MAX_TRIALS", 64)
    monkeypatch.setattr("fastcore.comparison.comparison.MAX_TRIALS", 64)
    found = recheck(complete_puzzle("forest"), 10)
    assert found is not None and found.trials == 64


def test_easy_puzzles_are_left_out_unless_they_are_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = complete_puzzle("forest")
    monkeypatch.setattr(Finder, "puzzle", lambda self, lead: puzzle)
    monkeypatch.setattr(making, "measured_difficulty", lambda *_: Difficulty(rating=300, deviation=100, tries=8))
    point = Question.of(puzzle).point
    lead = Lead(point, puzzle.view, (), puzzle.source)
    maker = Maker(check="", factor=0)
    assert maker.puzzle(lead) is None and maker.refused["too easy"] == 1
    assert maker.puzzle(lead, keeps_easy=True) is not None
