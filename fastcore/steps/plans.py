"""Choices that seats make together in secret."""

from __future__ import annotations

from typing import NamedTuple

from fastcore.state import State


class Plan(NamedTuple):
    """The choices that a seat has made in secret, and where it makes the next one.

    Attributes:
        state: The position as far as the seat knows it. Nothing plays on it.
        lines: The choices.
        complete: Whether the seat has no more choices before the plans are revealed.
    """

    state: State
    lines: tuple[int, ...]
    complete: bool


def empty_plan(state: State, seat: int) -> Plan | None:
    """Return the Plan of a seat before its first choice in the stage of a position, or None if it has no choice.

    In the plan's position, earlier seats have made their first legal choices. The seat does not see them, and its own
    choices do not depend on them.
    """
    state, stage = state.copy(), state.stage
    while state.actor >= 0 and state.stage == stage:
        if state.actor == seat:
            return Plan(state, (), False)
        state.play(state.moves()[0])
    return None


def with_line(plan: Plan, seat: int, action: int) -> Plan:
    """Return a seat's Plan with another line.

    Raises:
        IllegalMove: the line is not legal.
    """
    after = plan.state.after(action)
    lines = (*plan.lines, action)
    if after.actor >= 0 and after.stage == plan.state.stage:
        return Plan(after, lines, after.actor != seat)
    return Plan(plan.state, lines, True)  # `after` shows the effect of choices that nobody has made
