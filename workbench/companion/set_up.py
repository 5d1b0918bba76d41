"""Positions written as one line, from which the game at the table goes on."""

from __future__ import annotations

from typing import NamedTuple

import fastcore
from fastcore import Viewpoint
from workbench.positions import lists
from workbench.system.translation import tr


class SetUp(NamedTuple):
    """A position that was set up: the spec of its game, and the view of a seat."""

    spec: str
    view: str


def names_position(text: str) -> bool:
    """Return whether a text is a position that begins with the spec of its game."""
    first, _, rest = text.strip().partition(" ")
    return bool(rest.strip()) and first.partition("(")[0] in fastcore.games()


def is_position(text: str, spec: str, seat: int | None) -> bool:
    """Return whether a typed or pasted text is a valid position of this game, and not a row of events."""
    if len(text.split()) < 2:
        return False
    try:
        read_position(text, spec, seat)
    except ValueError:
        return False
    return True


def read_position(text: str, spec: str, seat: int | None, any_spec: bool = False) -> SetUp:
    """Return a position as a seat sees it.

    Args:
        text: The position text, with or without the spec of its game: a full position, or the view of the seat.
        spec: The spec of the game.
        seat: The seat, or None for a spectator.
        any_spec: Whether the text may be of a game with another spec.

    Raises:
        ValueError: The position is invalid, belongs to another game, or is the view of another seat.
    """
    sketch = lists.parse_line(" ".join(text.split()), spec).sketch
    own = fastcore.start(sketch.spec)
    if not any_spec and own.spec != fastcore.start(spec).spec:
        raise ValueError(tr("this position belongs to {spec}", spec=own.spec))
    if own.info.has.covered and sketch.seat not in (None, seat):
        raise ValueError(tr("this position is the view of another seat"))
    problems = sketch.problems()
    if sketch.seat is None and not problems:
        return SetUp(own.spec, fastcore.parse(sketch.situation).view(seat))
    try:
        return SetUp(own.spec, Viewpoint(own.spec, seat, sketch.text).text())
    except ValueError as error:
        raise ValueError(str(problems[0].reason if problems and not own.info.has.covered else error)) from None
