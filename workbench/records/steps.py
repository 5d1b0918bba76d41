"""How the steps of a game are written and made: moves, observations of moves, and positions set up by hand.

A position set up by hand in the middle of a game is a step of its own: nobody's, belonging to the turn of the position
that it makes. Its text is `position=` and the position text (as a seat sees it: its view); no move begins so.
"""

from __future__ import annotations

import fastcore
from fastcore import BadPosition, Event, IllegalMove, State, Viewpoint
from workbench.boards import SET_UP
from workbench.boards.kit.elements import Point
from workbench.records.schema import SETS_UP

__all__ = ["SET_UP", "after", "events", "is_set_up", "learned", "observation", "position_in", "set_up", "whose"]


def set_up(text: str) -> str:
    """The step that makes this position."""
    return SETS_UP + text


def is_set_up(step: str) -> bool:
    return step.startswith(SETS_UP)


def position_in(step: str) -> str:
    """The position text of such a step."""
    return step.removeprefix(SETS_UP)


def after(before: Point, step: str) -> Point:
    """A copy of the point in which a step was made, or learned of; IllegalMove or Conflict says why it cannot be."""
    if is_set_up(step):
        try:
            text = position_in(step)
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


def events(before: Point, step: str, made: Point, seat: int | None = None) -> tuple[Event, ...]:
    """What a step from one point to another did, as everybody or one seat sees it.
    What a followed seat learned cannot be told so."""
    if is_set_up(step):
        known = made.viewpoint(seat).fields if isinstance(made, State) else made.fields
        return (Event("set up", SET_UP, (), {}, known),)
    assert isinstance(before, State)
    return tuple(before.events(step, seat))


def observation(before: State, step: str, seat: int | None) -> str:
    """What a seat (None: the public) learns of a step; "" for nothing."""
    if not is_set_up(step):
        return before.observation(step, seat)
    made = after(before, step)
    assert isinstance(made, State)
    return set_up(made.view(seat))


def learned(known: Viewpoint, seen: str) -> Viewpoint:
    """What is known once this was learned: the same object that has taken it in, or a new one."""
    if is_set_up(seen):
        made = after(known, seen)
        assert isinstance(made, Viewpoint)
        return made
    known.observe(seen)
    return known


def whose(before: Point, step: str, made: Point) -> tuple[int, int]:
    """Who made a step from one point to another (a seat, CHANCE or SET_UP), and the turn that it belongs to."""
    return (SET_UP, made.turn) if is_set_up(step) else (before.actor, before.turn)
