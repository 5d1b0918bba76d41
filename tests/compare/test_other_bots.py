"""Tests of bots as the continuation of a comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from fastcore import Comparison, Stream, start
from workbench.bot_process import trust
from workbench.bot_process.decisions import BotFaultError
from workbench.compare.other_bots import BotContinuation, StoppedError, continuation

SPEC = "herd(size=2)"
OWN = """
from bots import Bot
from bots.report import Report

class Mine(Bot):
    def think(self, point, limit=None):
        yield Report(point.move_text(self.stream(point).choice(point.moves())))

class Broken(Bot):
    def think(self, point, limit=None):
        raise ValueError("no idea")
"""


def values(text: str, spec: str = SPEC, trials: int = 3) -> list[float]:
    """Return the values of a rollout from the start of a game."""
    chosen = continuation(text, spec)
    comparison = Comparison(start(spec), [()], continuation=chosen)
    comparison.run(trials)
    if isinstance(chosen, BotContinuation):
        chosen.close()
    return [float(value) for value in comparison.values[:, 0, 0]]


def test_continuations_are_read() -> None:
    assert continuation("greedy", SPEC) == "greedy"
    assert continuation("60", SPEC) == {"simulations": 60}
    assert isinstance(continuation("random", SPEC), BotContinuation)
    for text in ("nobody", "0", "10000000", "mcts(sims=3)", "deducer", "./mine.py", ""):
        with pytest.raises(ValueError):
            continuation(text, SPEC)


@pytest.mark.parametrize(("text", "spec"), [("random", SPEC), ("beginner", SPEC), ("deducer", "herbalism(target=1)")])
def test_trials_with_a_bot_are_repeatable(text: str, spec: str) -> None:
    assert values(text, spec) == values(text, spec)


def test_decision_depends_on_the_trial() -> None:
    state, random_bot = start("forest"), BotContinuation("random", "forest")
    chosen = {random_bot(state, Stream(1, trial)) for trial in range(20)}
    assert len(chosen) > 5
    assert random_bot(state, Stream(1, 0)) == random_bot(state, Stream(1, 0))


def test_stop_ends_the_trial() -> None:
    bot = BotContinuation("random", "forest")
    bot.should_stop = lambda: True
    with pytest.raises(StoppedError):
        bot(start("forest"), Stream(1))


def test_bot_from_a_file_decides_in_its_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    mine, broken = f"{tmp_path}/mine.py:Mine", f"{tmp_path}/mine.py:Broken"
    trust.allow_typed(mine, broken)
    state = start("forest")
    decide = BotContinuation(mine, "forest")
    try:
        chosen = [str(decide(state, Stream(1, trial))) for trial in (0, 1, 2, 0)]
    finally:
        decide.close()
    assert chosen[0] == chosen[3] and len(set(chosen)) > 1 and set(chosen) <= set(map(state.move_text, state.moves()))
    decide = BotContinuation(broken, "forest")
    with pytest.raises(BotFaultError, match=r"Broken .*no idea"):
        decide(state, Stream(1))
    decide.close()
