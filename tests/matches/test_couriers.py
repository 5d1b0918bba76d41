"""Tests that a match does not depend on who carries its games, or how badly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import deep
from tests.kit.couriers import WildCourier
from tests.kit.matches import SALT, play_here, play_match, reproducible_values, with_values
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.courier import MakeCourier
from workbench.matches.workers.in_process import InProcess
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner, RunResult

PLAN = Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=6, seed=9, salt=SALT, reports="none")


def run(path: Path, plan: Plan, make: MakeCourier) -> tuple[RunResult, list[Game], Runner]:
    """Play a match with a courier into a new archive."""
    with Archive(path, create=True) as archive:
        archive.lock()
        runner = Runner(archive, archive.add_match(plan), make_courier=make)
        return runner.run(), list(archive.games(1)), runner


def values(games: list[Game]) -> list[dict[str, object]]:
    """Return what must not depend on the courier, by game."""
    return [reproducible_values(game) | {"versions": ()} for game in sorted(games, key=lambda game: game.number)]


def test_wild_courier_changes_nothing(tmp_path: Path) -> None:
    """It loses, repeats, delays and reorders: the match stays equal to one played in order."""
    plan = check(PLAN).plan
    _, expected = play_here(tmp_path / "here", plan)
    lost = repeated = 0
    for seed in range(deep(20, 1000)):
        courier = WildCourier(seed)
        outcome, games, runner = run(tmp_path / f"{seed}", plan, lambda courier=courier: courier)  # type: ignore[misc]
        assert outcome.kind == "complete" and values(games) == values(expected), seed
        assert runner.disagreements == []
        lost, repeated = lost + courier.lost, repeated + courier.repeated
        (tmp_path / f"{seed}").unlink()
    assert lost > 10 and repeated > 10


def test_repeated_game_with_other_moves_is_reported(tmp_path: Path) -> None:
    courier = WildCourier(3, spoils=True)
    outcome, games, runner = run(tmp_path / "a", check(with_values(PLAN, blocks=20)).plan, lambda: courier)
    assert outcome.kind == "complete" and len(games) == 40
    assert runner.disagreements and {worker for _, worker in runner.disagreements} == {"late"}


def test_games_in_this_process_equal_those_of_workers(tmp_path: Path) -> None:
    plan = check(PLAN).plan
    _, expected = play_match(tmp_path / "pool", plan, jobs=2)
    outcome, games, _ = run(tmp_path / "here", plan, InProcess)
    assert outcome.kind == "complete" and values(games) == values(expected)
    _, games = play_here(tmp_path / "no processes", plan)
    assert values(games) == values(expected), "nor do the bots need processes"


@pytest.mark.parametrize("request_name", ["stop", "finish", "pause"])
def test_requests_reach_games_in_this_process(tmp_path: Path, request_name: str) -> None:
    """A stopped, finished or paused match continues without a difference."""
    plan = check(PLAN).plan
    _, expected = play_here(tmp_path / "undisturbed", plan)
    with Archive(tmp_path / "here", create=True) as archive:
        archive.lock()
        match = archive.add_match(plan)
        seen: list[Game] = []

        def on_game(game: Game) -> None:
            seen.append(game)
            if len(seen) == 3:
                getattr(runner, request_name)()
            if request_name == "pause" and len(seen) == 3:
                runner.resume()

        runner = Runner(archive, match, on_game=on_game, make_courier=InProcess)
        outcome = runner.run()
        assert outcome.kind == ("complete" if request_name == "pause" else "stopped")
        if request_name != "pause":
            assert len(seen) < 12
            assert Runner(archive, match, make_courier=InProcess).run().kind == "complete"
        assert values(list(archive.games(1))) == values(expected)
