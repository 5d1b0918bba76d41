"""One simulation step by step: the path down the tree, the position evaluated with its terms, and the path back up.

It is told from what was kept of it (`bots.traced`): nothing is searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import fastcore
from bots.traced import Step, Traced
from fastcore import Event

Part = Literal["start", "down", "leaf", "back"]


class Shot(NamedTuple):
    """What there is to be seen at one moment: the position (`fields`), the `events` that led to it,
    and the step that is spoken of.

    `start`: where it began (one of the worlds held possible, if `sampled`); `down`: after a step; `leaf`: where it
    ended; `back`: the node of this step again, whose value has changed.
    """

    part: Part
    number: int  # of the step, from 0; at the leaf the number of steps
    fields: Mapping[str, str]
    events: tuple[Event, ...]
    step: Step | None
    sampled: bool


def shots(spec: str, told: Traced, sampled: bool) -> tuple[Shot, ...]:
    """All moments of a simulation; ValueError if its moves cannot be made where it began."""
    state = fastcore.parse(f"{spec} {told.world}")
    found = [Shot("start", 0, state.fields, (), None, sampled)]
    before = []
    for number, step in enumerate(told.steps):
        before.append(state.fields)
        events = tuple(state.events(step.move))
        state.play(step.move)
        found.append(Shot("down", number, state.fields, events, step, sampled))
    if state.text() != told.text:  # it was played on without being told
        state = fastcore.parse(f"{spec} {told.text}")
    found.append(Shot("leaf", len(told.steps), state.fields, (), None, sampled))
    for number in reversed(range(len(told.steps))):
        step = told.steps[number]
        if step.visits is not None:
            found.append(Shot("back", number, before[number], (), step, sampled))
    return tuple(found)


def leaf_terms(told: Traced) -> tuple[tuple[str, float, float, float], ...]:
    """(name, amount, weight, product) of the terms of the static value where it ended, the greatest first."""
    terms = [(name, amount, weight, amount * weight) for name, amount, weight in told.terms]
    return tuple(sorted(terms, key=lambda term: -abs(term[3])))
