"""Tests of the parts of Compare that need no window: the games on a thread, the axis, and the counts of points."""

from __future__ import annotations

from time import monotonic, sleep

import numpy as np
import pytest

pytest.importorskip("tkinter")

import fastcore
from fastcore.comparison.comparison import FIRST_CHECK
from workbench.gui.compare.interval_plot import Estimated, places, value_range
from workbench.gui.compare.point_bars import MAX_BARS, count_points
from workbench.gui.compare.run import Compared, Run

POSITION = "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"  # Red can capture c3 from b2


def played(run: Run, limit: int) -> Run:
    """Play games, and take in the results."""
    run.start(limit)
    end = monotonic() + 60
    while run.games.ending and monotonic() < end:
        run.poll()
        sleep(0.002)
    run.poll()
    assert not run.running
    return run


def compared(*moves: tuple[str, ...]) -> Compared:
    return Compared(moves, tuple(map(" ".join, moves)))


def test_continued_games_give_the_results_of_uninterrupted_ones() -> None:
    point = fastcore.parse(POSITION).viewpoint(0)
    pair = compared(("b2",), ("b1",))
    run = Run(point, pair, False, 20)
    played(run, 20)
    assert not run.can_continue(20) and run.can_continue(50)
    played(run, 50)
    assert run.result is not None and run.result.trials == 50 == run.limit and not run.fault
    whole = fastcore.Comparison(point, pair.moves)
    whole.run(50)
    found, expected = run.result.differences[0], whole.difference(checks=10)
    assert (found.mean, found.low_any, found.high_any) == (expected.mean, expected.low_any, expected.high_any)
    assert [one.trials for one in run.history] == sorted({one.trials for one in run.history})


def test_clear_difference_ends_at_a_check_and_games_can_continue() -> None:
    point = fastcore.start("forest").viewpoint(0)
    run = played(Run(point, compared(("@f3",), ("@b2",)), False, 200), 200)
    assert run.result is not None and run.result.clear and run.trials == FIRST_CHECK
    played(run, 200)
    assert run.trials == 200 and run.result.clear


def test_error_on_the_thread_is_a_fault_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object, n: int) -> int:
        raise ValueError("too large")

    run = Run(fastcore.parse(POSITION).viewpoint(0), compared(), False, 10)
    monkeypatch.setattr(fastcore.Comparison, "run", fail)
    played(run, 10)
    assert run.fault == "too large" and run.result is None and not run.can_continue(10)


def test_plot_shows_zero_and_the_last_interval() -> None:
    low, high = value_range(Estimated(1000, 0.3, 0.25, 0.35))
    assert low < 0 and 0.35 < high < 0.6
    low, high = value_range(Estimated(1000, -0.3, -0.35, -0.25))
    assert -0.6 < low < -0.35 and high > 0
    assert places([10, 100, 1000]) == [0.0, 0.5, 1.0] and places([64]) == [1.0] and places([]) == []


def test_points_are_counted_for_every_seat() -> None:
    counts = count_points(np.array([[3.0, 7.0], [3.0, 5.0], [4.0, 5.0], [6.0, 7.0]]))
    assert (counts.start, counts.step) == (3, 1) and counts.means == (4.0, 6.0)
    assert counts.shares == ((0.5, 0.25, 0.0, 0.25, 0.0), (0.0, 0.0, 0.5, 0.0, 0.5))
    wide = count_points(np.array([[0.0], [100.0]]))
    assert len(wide.shares[0]) <= MAX_BARS and sum(wide.shares[0]) == 1.0
