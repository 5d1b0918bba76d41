"""A single simulation step by step: the path down the tree, the evaluation of the leaf, and the path back up.

It is reconstructed from a trace (`bots.traced`) without a search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import fastcore
from bots.traced import Step, Traced
from fastcore import Event

Part = Literal["start", "down", "leaf", "back"]


class Moment(NamedTuple):
    """A moment of a simulation: the position, the events that led to it, and the step concerned.

    `part` is "start" for the root (a sampled world, if `sampled`), "down" after a step, "leaf" at the end, and "back"
    at the node of a step when its value is updated.
    """

    part: Part
    number: int  # number of the step, from 0; at the leaf, the number of steps
    fields: Mapping[str, str]
    events: tuple[Event, ...]
    step: Step | None
    sampled: bool


def simulation_moments(spec: str, trace: Traced, sampled: bool) -> tuple[Moment, ...]:
    """Return all moments of a simulation.

    Raises:
        ValueError: The moves of the trace are not legal.
    """
    state = fastcore.parse(f"{spec} {trace.world}")
    found = [Moment("start", 0, state.fields, (), None, sampled)]
    before = []
    for number, step in enumerate(trace.steps):
        before.append(state.fields)
        events = tuple(state.events(step.move))
        state.play(step.move)
        found.append(Moment("down", number, state.fields, events, step, sampled))
    if state.text() != trace.text:  # an untraced playout followed
        state = fastcore.parse(f"{spec} {trace.text}")
    found.append(Moment("leaf", len(trace.steps), state.fields, (), None, sampled))
    for number in reversed(range(len(trace.steps))):
        step = trace.steps[number]
        if step.visits is not None:
            found.append(Moment("back", number, before[number], (), step, sampled))
    return tuple(found)


def leaf_terms(trace: Traced) -> tuple[tuple[str, float, float, float], ...]:
    """Return (name, amount, weight, product) for each term of the leaf's evaluation, largest product first."""
    terms = [(name, amount, weight, amount * weight) for name, amount, weight in trace.terms]
    return tuple(sorted(terms, key=lambda term: -abs(term[3])))
