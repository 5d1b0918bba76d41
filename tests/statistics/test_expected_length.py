"""Tests of the expected length of a sequential test."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from workbench.statistics.expected_length import blocks_to_decision, expected_blocks, passage_time
from workbench.statistics.scale import ELO, share
from workbench.statistics.sprt import Path, Sprt


@pytest.mark.parametrize(("start", "drift"), [(0.0, 0.0), (0.0, 0.01), (1.5, -0.02), (-2.0, 0.03), (0.0, 0.5)])
def test_passage_times_match_simulation(start: float, drift: float) -> None:
    rng, low, high, spread = np.random.default_rng(1), -2.944, 2.944, 0.1
    paths = start + np.cumsum(rng.normal(drift, spread, (400, 4000)), axis=1)
    outside = (paths <= low) | (paths >= high)
    assert outside.any(axis=1).mean() > 0.98
    assert passage_time(start, low, high, drift, spread) == pytest.approx(float(outside.argmax(axis=1).mean()), rel=0.1)


def test_expected_length_follows_the_course_of_the_test() -> None:
    """A test near a bound is expected to end soon, an even one late, and none after its last block."""
    rng = np.random.default_rng(2)
    test = Sprt(0, 30, most_blocks=2000)
    leads = rng.choice([-1.0, 0.0, 0.0, 1.0], 80)
    path = test.path([share(float(lead)) for lead in leads], 2)
    begin = blocks_to_decision(test, Path((), "continue", None), 2)
    assert path.verdict == "continue" and 50 < blocks_to_decision(test, path, 2) < 2000
    near = Path((*path.ratios[:-1], 2.9), "continue", None)
    assert blocks_to_decision(test, near, 2) < blocks_to_decision(test, path, 2) / 2
    assert begin == pytest.approx(expected_blocks(test, 2), rel=0.7) and begin < 2000
    assert blocks_to_decision(Sprt(0, 30, most_blocks=90), path, 2) <= 10
    assert blocks_to_decision(test, Path((3.0,), "H1", 1), 2) == 0


def test_expected_length_before_a_test_matches_simulation() -> None:
    rng, test = np.random.default_rng(3), Sprt(0, 60)
    lengths = []
    for true in (0.0, 60.0):
        for _ in range(60):
            leads = np.clip(rng.normal(true / ELO * 2**0.5 * 0.6, 0.6, 800), -1, 1)
            lengths.append(len(test.path([share(float(lead)) for lead in np.rint(leads * 2) / 2], 2).ratios))
    assert expected_blocks(test, 2) == pytest.approx(float(np.mean(lengths)), rel=0.3)
    assert expected_blocks(Sprt(0, 60, model="logistic"), 2) < inf
