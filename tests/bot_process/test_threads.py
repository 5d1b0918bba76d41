"""Tests of the threads of bots that only time limits."""

from __future__ import annotations

import pytest

import bots
import fastcore
from bots import Limit
from workbench.bot_process.bot_factory import with_threads

TIMED = Limit(seconds=0.05)


@pytest.mark.parametrize(
    ("text", "spec", "limit", "expected"),
    [
        ("mcts", "herd", TIMED, "mcts(threads=3,shared=on)"),
        ("mcts(seconds=1)", "herd", None, "mcts(seconds=1,threads=3,shared=on)"),
        ("alphabeta", "forest", TIMED, "alphabeta(threads=3,shared=on)"),
        ("equilibrium", "herbs", TIMED, "equilibrium(threads=3)"),
        ("mcts(memory=8)", "herd", TIMED, "mcts(threads=2,memory=8,shared=on)"),
        ("mcts", "herd", None, "mcts"),
        ("mcts", "herd", Limit(simulations=10), "mcts"),
        ("mcts", "herd", Limit(simulations=10, seconds=1), "mcts"),
        ("mcts(threads=2)", "herd", TIMED, "mcts(threads=2)"),
        ("club", "herd", TIMED, "club"),
        ("greedy", "herd", TIMED, "greedy"),
        ("improver", "herbalism", TIMED, "improver"),
        ("./mine.py:Mine", "herd", TIMED, "./mine.py:Mine"),
    ],
)
def test_only_time_limits_give_threads(text: str, spec: str, limit: Limit | None, expected: str) -> None:
    assert with_threads(text, 3, limit, spec) == expected
    assert with_threads(text, 1, limit, spec) == text


@pytest.mark.parametrize(("text", "spec"), [("mcts", "herd"), ("alphabeta", "forest"), ("equilibrium", "herbs")])
def test_reports_name_the_threads_of_a_shared_search(text: str, spec: str) -> None:
    state = fastcore.start(spec)
    while state.actor < 0:
        state.play(state.sample(fastcore.Stream(1)))
    point = state.viewpoint(state.actor)
    shared, alone = (list(bots.make(with_threads(text, n, TIMED, spec), 1).think(point, TIMED))[-1] for n in (2, 1))
    assert alone.threads == 1 and shared.move
    assert shared.threads == (1 if text == "equilibrium" else 2)


def test_alphabeta_needs_shared_for_several_threads() -> None:
    with pytest.raises(bots.BotError, match="shared=on"):
        bots.make("alphabeta(threads=2)", 0)
