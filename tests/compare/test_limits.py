"""Tests of limits that change between two runs, and of the results of rollouts."""

from __future__ import annotations

import pytest

from fastcore import parse, start
from tests.compare.test_running import CLEAR, MOVES, finished
from workbench.compare.running import ComparisonRun


def test_larger_limit_continues_a_finished_run() -> None:
    run = ComparisonRun(start("herd(size=2)"), [()], limit=100, max_limit=400)
    assert finished(run).trials == 100 and run.finished
    run.set_limit(150)
    assert not run.finished
    continued = finished(run)
    whole = finished(ComparisonRun(start("herd(size=2)"), [()], limit=150))
    assert continued.trials == 150 and continued.estimates == whole.estimates


def test_clear_result_does_not_end_a_continued_run() -> None:
    run = ComparisonRun(parse(CLEAR), MOVES, horizon=0, limit=500)
    result = finished(run)
    assert result.clear and result.trials < 200
    run.set_limit(200)
    assert finished(run).trials == 200 and run.finished


@pytest.mark.parametrize("limit", [0, 401])
def test_limit_outside_its_range_is_refused(limit: int) -> None:
    run = ComparisonRun(start("herd(size=2)"), [()], limit=100, max_limit=400)
    with pytest.raises(ValueError, match="it must be 1 to 400"):
        run.set_limit(limit)


def test_rollout_has_results_and_points_of_all_seats() -> None:
    result = finished(ComparisonRun(start("herbalism"), [()], limit=20, threads=1))
    assert len(result.seats) == 3 and result.seats[0] == result.estimates[0]
    assert result.points is not None and result.points.shape == (20, 3)
    pair = finished(ComparisonRun(parse(CLEAR), MOVES, horizon=0))
    assert pair.seats == () and pair.points is None
