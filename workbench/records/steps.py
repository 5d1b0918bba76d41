"""Steps of a game as text: moves, observations, and positions set up by hand.

A position set up by hand during a game is a separate step without an actor. It belongs to the turn of the new position.
The step's text is `position=` and the position text (for one seat: its view). No move begins with this prefix.
"""

from __future__ import annotations

import fastcore
from fastcore import BadPosition, Event, IllegalMove, State, Viewpoint
from workbench.boards import SET_UP
from workbench.boards.kit.elements import Point
from workbench.records.schema import SETS_UP

__all__ = [
    "SET_UP",
    "actor_and_turn",
    "after_observation",
    "apply_step",
    "events",
    "is_set_up",
    "observation",
    "position_text",
    "set_up_step",
]


def set_up_step(text: str) -> str:
    """Return the step that sets up a position."""
    return SETS_UP + text


def is_set_up(step: str) -> bool:
    """Return whether a step sets up a position."""
    return step.startswith(SETS_UP)


def position_text(step: str) -> str:
    """Return the position text of a step that sets up a position."""
    return step.removeprefix(SETS_UP)


def apply_step(before: Point, step: str) -> Point:
    """Return a copy of a point after a step.

    Raises:
        IllegalMove: The move or the position is illegal.
        Conflict: The observation contradicts what the seat knows.
    """
    if is_set_up(step):
        try:
            text = position_text(step)
            if isinstance(before, Viewpoint):
                return Viewpoint(before.spec, before.seat, text)
            return fastcore.parse(f"{before.spec} {text}")
        except BadPosition as error:
            raise IllegalMove(step, f"{before.spec} {before.text()}", str(error)) from None
    if isinstance(before, State):
        return before.after(step)
    point = before.copy()
    point.observe(step)
    return point


def events(before: Point, step: str, result: Point, seat: int | None = None) -> tuple[Event, ...]:
    """Return the events of a step as everybody (None) or one seat sees them.

    Unless the step sets up a position, `before` must be a position: an observation has no events.
    """
    if is_set_up(step):
        known = result.viewpoint(seat).fields if isinstance(result, State) else result.fields
        return (Event("set up", SET_UP, (), {}, known),)
    assert isinstance(before, State)
    return tuple(before.events(step, seat))


def observation(before: State, step: str, seat: int | None) -> str:
    """Return what a seat (None: the public) observes of a step, or "" for nothing."""
    if not is_set_up(step):
        return before.observation(step, seat)
    result = apply_step(before, step)
    assert isinstance(result, State)
    return set_up_step(result.view(seat))


def after_observation(known: Viewpoint, seen: str) -> Viewpoint:
    """Return a viewpoint after an observation. The viewpoint is updated in place unless a position was set up.

    Raises:
        IllegalMove: The position is illegal.
        Conflict: The observation contradicts what the seat knows.
    """
    if is_set_up(seen):
        result = apply_step(known, seen)
        assert isinstance(result, Viewpoint)
        return result
    known.observe(seen, events=False)
    return known


def actor_and_turn(before: Point, step: str, result: Point) -> tuple[int, int]:
    """Return the actor of a step (a seat, CHANCE or SET_UP) and the turn to which it belongs."""
    return (SET_UP, result.turn) if is_set_up(step) else (before.actor, before.turn)
