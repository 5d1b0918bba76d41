"""Random games in the step model."""

from __future__ import annotations

from collections.abc import Iterator

from fastcore import CHANCE, OVER, Stream
from fastcore.steps import SIMULTANEOUS, Steps

Step = dict[int, int]  # the choice of each seat that chooses, or {CHANCE: outcome}


def random_step(steps: Steps, stream: Stream) -> Step:
    """Return a random step: a uniform choice of each seat, or an outcome of chance drawn by its probability."""
    if steps.actor == CHANCE:
        return {CHANCE: steps.sample(stream)}
    return {seat: stream.choice(steps.legal_actions(seat)) for seat in steps.acting}


def make_step(steps: Steps, step: Step) -> None:
    """Make a step."""
    if steps.actor == SIMULTANEOUS:
        steps.play_together(step)
    else:
        steps.play(step[steps.actor])


def step_specs(game: str) -> list[str]:
    """Return a few small specs of a game that differ in everything that matters to the step model."""
    return SPECS.get(game, [game])


def full_count(game: str) -> int:
    """Return how many games of each of these specs are 10,000 altogether."""
    return -(-10_000 // len(step_specs(game)))


SPECS = {
    "herd": ["herd(size=2)", "herd(size=4)"],
    "herbs": ["herbs(rounds=3)", "herbs(ap=10,actions=1,rounds=2)", "herbs(ap=14,rounds=4)"],
    "herbalism": ["herbalism(target=1)", "herbalism(players=4,actions=advanced,predictions=1,target=1)"],
}


def random_steps(spec: str, *key: int | str, most: int = 10**6) -> Iterator[tuple[Steps, Step]]:
    """Yield a copy of the history before each step of a random game, with the step."""
    stream, steps = Stream(0, "steps", spec, *key), Steps(spec)
    for _ in range(most):
        if steps.actor == OVER:
            return
        step = random_step(steps, stream)
        yield steps.copy(), step
        make_step(steps, step)


def after(steps: Steps, step: Step) -> Steps:
    """Return a copy of a history with another step."""
    other = steps.copy()
    make_step(other, step)
    return other
