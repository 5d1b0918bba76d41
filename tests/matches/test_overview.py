"""Tests of the list of matches: each has the mean scores of its bots."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.matches.test_watched import write_fake_archive
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.overview import list_matches
from workbench.matches.archive.results import summary_of
from workbench.matches.planning.plan import Plan

PLAN = Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=6, seed=2)


def test_scores_are_the_means_of_all_valid_games(tmp_path: Path) -> None:
    path = tmp_path / "own.matches"
    write_fake_archive(path, PLAN, 7)
    with Archive(path) as archive:
        archive.add_match(msgspec.structs.replace(PLAN, seed=3))
        empty, played = list_matches(archive).matches
        games = list(archive.games(1))
        expected = [0.0, 0.0]
        for game in games:
            for bot, value in zip(game.seats, game.returns, strict=True):
                expected[bot] += (1 + value) / 2 / len(games)
    assert empty.scores == () and played.scores == pytest.approx(expected) and played.done == 7


def test_scores_are_those_of_the_standings_if_a_bot_has_several_seats(tmp_path: Path) -> None:
    path = tmp_path / "own.matches"
    plan = Plan(spec="herbalism", bots=("greedy", "random"), blocks=2, seed=2)
    write_fake_archive(path, plan, 12)
    with Archive(path) as archive:
        for number, seats in archive.query("SELECT number, seats FROM games WHERE match = 1"):
            best = json.loads(seats).index(0) if number % 4 else json.loads(seats).index(1)
            returns = [1.0 if seat == best else -0.5 for seat in range(3)]
            values = json.dumps(returns), json.dumps([1, 1, 1]), json.dumps([1.0] * 3), json.dumps(["1"] * 3), number
            archive.query(
                "UPDATE games SET returns = ?, points = ?, seconds = ?, versions = ? WHERE number = ?", values
            )
        (played,) = list_matches(archive).matches
        shown = {standing.bot: standing.score for standing in summary_of(archive, played.match).standings}
    assert all(score is not None and score.value == pytest.approx(played.scores[bot]) for bot, score in shown.items())


def test_damaged_row_leaves_the_scores_out(tmp_path: Path) -> None:
    path = tmp_path / "own.matches"
    write_fake_archive(path, PLAN, 4)
    with Archive(path) as archive:
        for damaged in ("[", json.dumps([9, 1]), json.dumps(["x"])):
            archive.query("UPDATE games SET seats = ? WHERE number = 0", (damaged,))
            assert list_matches(archive).matches[0].scores == ()
