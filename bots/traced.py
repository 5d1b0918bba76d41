"""Traces of single simulations, as compact data for reports and records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from fastcore import Option

if TYPE_CHECKING:
    from fastcore.search.results import Trace

TRACE = Option(
    "trace",
    "choice",
    "off",
    "on: records the 1st, 2nd, 5th, 10th, ... simulation for replay; the moves stay the same",
    choices=("off", "on"),
)
DIGITS = 6  # decimals of the numbers in a trace
KINDS = ("decision", "chance", "secret", "information", "end")  # kinds of nodes


class Step(msgspec.Struct, frozen=True, array_like=True):
    """One step from the root to the leaf of a simulation.

    Attributes:
        kind: The kind of node.
        actor: The player to move, or chance.
        move: The move.
        prior: Its prior.
        visits: Its visits before the simulation; None if the node keeps none.
        node_visits: The visits of the node before the simulation; None if it keeps none.
        before: The value for each seat before the simulation; empty if the node keeps none.
        after: The value for each seat after the simulation; empty if the node keeps none.
    """

    kind: str
    actor: int
    move: str
    prior: float
    visits: int | None
    node_visits: int | None
    before: tuple[float, ...]
    after: tuple[float, ...]


class Traced(msgspec.Struct, frozen=True, omit_defaults=True):
    """One simulation of a decision.

    Attributes:
        number: Its number in the decision, from 1.
        world: The position text at the root, which may be a determinization.
        steps: The steps from the root to the leaf.
        text: The position text at the leaf.
        kind: The kind of the leaf node.
        value: The value that was backed up, for each seat.
        static: The static evaluation at the leaf, for each seat.
        terms: The terms of the static evaluation: name, amount and weight.
        by_name: Additional results such as points: the name and a number for each seat. Files call this field `told`.
    """

    number: int
    world: str
    steps: tuple[Step, ...]
    text: str
    kind: str
    value: tuple[float, ...]
    static: tuple[float, ...]
    terms: tuple[tuple[str, float, float], ...] = ()
    by_name: dict[str, tuple[float, ...]] = msgspec.field(name="told", default_factory=dict)


def compact_trace(number: int, trace: Trace) -> Traced:
    """Convert a search's trace of one simulation to compact data."""
    steps = []
    for step in trace["steps"]:
        known = step["node_visits"] != (0, 0) or step["visits"] != (0, 0)
        before, after = map(_rounded, step["value"])
        visits, above = (step["visits"][0], step["node_visits"][0]) if known else (None, None)
        steps.append(
            Step(step["kind"], step["actor"], step["move"], round(step["prior"], DIGITS), visits, above, before, after)
        )
    return Traced(
        number,
        trace["world"],
        tuple(steps),
        trace["text"],
        trace["kind"],
        _rounded(trace["value"]),
        _rounded(trace["static"]),
        tuple(
            (name, round(float(amount), DIGITS), round(float(weight), DIGITS))
            for name, amount, weight in trace["terms"]
        ),
        {name: _rounded(values) for name, values in trace["metrics"].items()},
    )


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(float(value), DIGITS) for value in values)
