"""Tests of the puzzles that are part of the program."""

from __future__ import annotations

import pytest

import fastcore
from tests.conftest import deep
from tests.puzzles.samples import complete_puzzle, shipped
from workbench.puzzles import files, sets
from workbench.puzzles.comparing import ACCEPTED_LOSS, CLEAR, FACTOR, LEAST_LOSS, recheck
from workbench.puzzles.finding import Finder, Lead
from workbench.puzzles.question import check, viewpoint

LARGEST = 300_000  # bytes of a file


def test_every_puzzle_has_a_proof_a_second_bot_and_a_wider_check(game_id: str) -> None:
    puzzles = shipped(game_id)
    assert sets.shipped_file(game_id).stat().st_size < LARGEST
    usual = sum(puzzle.spec == fastcore.start(game_id).spec for puzzle in puzzles)
    assert usual > len(puzzles) / 2, "most puzzles are on the usual board"
    for puzzle in puzzles:
        assert puzzle.game == game_id and puzzle.best.loss == 0
        assert puzzle.proof.wide_trials >= FACTOR * puzzle.proof.trials > 0
        assert puzzle.proof.checks and all(one.agrees for one in puzzle.proof.checks)
        assert all(answer.loss < ACCEPTED_LOSS for answer in puzzle.accepted)
        assert all(answer.loss >= LEAST_LOSS and answer.loss > CLEAR * answer.error for answer in puzzle.rejected)
        assert puzzle.difficulty.tries and not puzzle.source.game


def test_puzzles_follow_the_rules(game_id: str) -> None:
    for puzzle in shipped(game_id)[:: deep(20, 1)]:
        check(puzzle)


def test_puzzles_stay_confirmed_with_fresh_luck(game_id: str) -> None:
    for puzzle in shipped(game_id)[:: deep(10_000, 10)]:
        result = recheck(puzzle, deep(1, FACTOR))
        assert result is not None and not result.refuted, puzzle.id


def test_finder_finds_a_puzzle_again() -> None:
    """Anybody can repeat the proofs: decision, effort and seed determine them."""
    game = next(game for game in fastcore.games() if fastcore.info(game).has.hidden)
    puzzle = complete_puzzle(game)
    point = viewpoint(puzzle.spec, puzzle.seat, puzzle.view, puzzle.observations)
    finder = Finder(seed=1)
    found = finder.puzzle(Lead(point, puzzle.view, puzzle.observations, puzzle.source))
    assert found is not None, finder.refused
    assert (found.proof.seed, found.complete) == (puzzle.proof.seed, puzzle.complete)
    assert [answer.moves for answer in found.accepted] == [answer.moves for answer in puzzle.accepted]
    losses = {answer.moves: answer.loss for answer in found.rejected}
    assert losses == pytest.approx({answer.moves: answer.loss for answer in puzzle.rejected})


def test_files_hold_only_their_game(game_id: str) -> None:
    assert {puzzle.game for puzzle in files.read(sets.shipped_file(game_id)).puzzles} == {game_id}
