"""Tests of the worlds in which the engines for secret choices simulate a stage."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import Search, Stream, Viewpoint
from workbench.conformance.histories import policy_history

WORLDS = 16  # the default of the option `worlds`

# Views before the first bid. The model of the opponent writes few different plans, often the same one several times.
BIDS = (
    "herbs(actions=2) 6ww3/2w2w2b2/b4bbb3/3b1b1b3/4bbw3b/b2ww3b1w/3wbbw3w/4wbwwb2/11/3w7/3w7 C8>,D3>,D10>,E9< 86,128 "
    "0w0b,0w0b 49,22 2 25 0 bid:1:1:0P2/16,1M2|2BW,?:-",
    "herbs(actions=2) 11/4w2w3/3w3b3/1wb5www/1bb1wb1w3/3bw2w2w/9ww/6wb1bb/3b3w2w/11/11 -,G6>,C6^,I7v 104,68 "
    "0w0b,0w0b 24,42 2 25 0 bid:1:1:1P2/2,1BU1|3M1,?:-",
)


def simulated_worlds(point: Viewpoint, seed: int) -> set[str]:
    """Return the positions in which simulations begin. Two simulations in turn share a world."""
    search = Search(point, seed=seed, engine="duct")
    return {str(search.trace()["world"]) for _ in range(2 * WORLDS)}


@pytest.mark.parametrize("view", BIDS)
def test_equal_samples_do_not_end_sampling(view: str) -> None:
    """No bid is made yet, so no choice of the stage is undone, and every sampled position is a world."""
    point = Viewpoint.parse(view, 0)
    equal = 0
    for seed in range(12):
        stream = Stream(seed, "worlds")
        sampled = [point.sample(stream, point.info.policies[-1]).text() for _ in range(WORLDS)]
        equal += sampled[0] == sampled[1]
        assert simulated_worlds(point, seed) == set(sampled)
    assert equal, "no seed begins with two equal samples"


def test_undone_choices_leave_one_world() -> None:
    """Before the plans are complete nothing else is hidden."""
    hidden = 0
    for number in range(12):
        state = policy_history("herbs", number)[-1][0]
        if state.phase != "write":
            continue
        point = state.viewpoint(state.actor)
        hidden += point.state is None
        (world,) = simulated_worlds(point, number)
        assert fastcore.parse(f"{state.spec} {world}").view(state.actor) == world
    assert hidden
