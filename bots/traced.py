"""Single simulations that a bot's search told step by step, as plain data: what is kept of them, in few bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from fastcore import Option

if TYPE_CHECKING:
    from fastcore.search.facts import Trace

TRACE = Option(
    "trace",
    "choice",
    "off",
    "on: keeps single simulations (the 1st, 2nd, 5th, 10th, ...) to be stepped through; what it plays stays the same",
    choices=("off", "on"),
)
DIGITS = 6  # after the point
KINDS = ("decision", "chance", "secret", "information", "end")  # of nodes


class Step(msgspec.Struct, frozen=True, array_like=True):
    """One step of the way down. `visits` are those of the move, `node_visits` those of where it was
    chosen, both before the simulation (None: nothing is kept of it there); `before` and `after` are its
    value per seat, () where none is kept."""

    kind: str
    actor: int
    move: str
    prior: float
    visits: int | None
    node_visits: int | None
    before: tuple[float, ...]
    after: tuple[float, ...]


class Traced(msgspec.Struct, frozen=True, omit_defaults=True):
    """One simulation, the `number`-th of its decision: the position text where it began (`world`: one that its seat
    held possible), the way down, where it ended and with what kind of node, the value that went back up, and the static
    evaluation there by its terms (name, amount, weight). `told` is what else it found of each seat."""

    number: int
    world: str
    steps: tuple[Step, ...]
    text: str
    kind: str
    value: tuple[float, ...]
    static: tuple[float, ...]
    terms: tuple[tuple[str, float, float], ...] = ()
    told: dict[str, tuple[float, ...]] = {}


def traced(number: int, trace: Trace) -> Traced:
    """What is kept of a simulation that a search has told."""
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
        {name: _rounded(values) for name, values in trace["told"].items()},
    )


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(float(value), DIGITS) for value in values)
