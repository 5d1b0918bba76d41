"""Tests of the parts of Compare that need no window: the games on a thread, the axis, and the counts of points."""

from __future__ import annotations

from time import monotonic, sleep

import numpy as np
import pytest

pytest.importorskip("tkinter")

import fastcore
from workbench.gui.compare.interval_plot import Look95, places, value_range
from workbench.gui.compare.point_bars import MAX_BARS, count_points
from workbench.gui.compare.run import FIRST_CHECK, Run

POSITION = "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"  # Red can capture c3 from b2


def played(run: Run, limit: int) -> Run:
    """Play games, and take in the results."""
    run.start(limit)
    end = monotonic() + 60
    while run.is_ending and monotonic() < end:
        run.poll()
        sleep(0.002)
    assert not run.running and not run.fault
    return run


def test_slices_do_not_change_results() -> None:
    point = fastcore.parse(POSITION).viewpoint(0)
    moves = (("b2",), ("b1",))
    run = played(played(Run(point, moves, False), 20), 50)
    assert run.news is not None and run.news.difference is not None and run.is_finished
    whole = fastcore.Comparison(point, moves)
    whole.run(50)
    found, expected = run.news.difference, whole.difference()
    assert (found.mean, found.low_any, found.high_any, found.trials) == (
        expected.mean, expected.low_any, expected.high_any, 50
    )  # fmt: skip
    assert [look.trials for look in run.history] == sorted({look.trials for look in run.history})


def test_clear_difference_ends_at_a_check() -> None:
    point = fastcore.start("forest").viewpoint(0)
    run = played(Run(point, (("@f3",), ("@b3",)), False), 1000)
    assert run.news is not None and run.news.clear and run.news.look.trials == FIRST_CHECK


def test_error_on_the_thread_is_a_fault_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object, n: int) -> int:
        raise MemoryError("too large")

    run = Run(fastcore.parse(POSITION).viewpoint(0), (), False)
    monkeypatch.setattr(fastcore.Comparison, "run", fail)
    run.start(10)
    end = monotonic() + 60
    while run.is_ending and monotonic() < end:
        run.poll()
        sleep(0.002)
    assert run.fault == "too large" and not run.running and run.news is None


def test_plot_shows_zero_and_the_last_interval() -> None:
    low, high = value_range(Look95(1000, 0.3, 0.25, 0.35))
    assert low < 0 and 0.35 < high < 0.6
    low, high = value_range(Look95(1000, -0.3, -0.35, -0.25))
    assert -0.6 < low < -0.35 and high > 0
    assert places([10, 100, 1000]) == [0.0, 0.5, 1.0] and places([64]) == [1.0] and places([]) == []


def test_points_are_counted_for_every_seat() -> None:
    counts = count_points(np.array([[3.0, 7.0], [3.0, 5.0], [4.0, 5.0], [6.0, 7.0]]))
    assert (counts.start, counts.step) == (3, 1) and counts.means == (4.0, 6.0)
    assert counts.shares == ((0.5, 0.25, 0.0, 0.25, 0.0), (0.0, 0.0, 0.5, 0.0, 0.5))
    wide = count_points(np.array([[0.0], [100.0]]))
    assert len(wide.shares[0]) <= MAX_BARS and sum(wide.shares[0]) == 1.0
