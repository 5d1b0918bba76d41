"""A recap of the latest events of a game, one by one, for replaying on the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from fastcore import OVER, Event
from workbench import boards
from workbench.boards.kit.elements import Fields
from workbench.game.session import Session, Step
from workbench.seen.names import with_player_names

MAX_STEPS = 400  # maximum number of steps searched; enough for the latest turns of every game


class Frame(NamedTuple):
    """The board just after an event.

    Attributes:
        fields: The fields of the position.
        events: The events of the turn so far.
        words: The description of the event.
        turn: The number of the turn.
        seat: The first seat to decide in the turn, or None if all decide together or none has decided.
        points: The points after the last complete move.
        starts_part: Whether the event begins a new part of the turn.
    """

    fields: Fields
    events: tuple[Event, ...]
    words: str
    turn: int
    seat: int | None
    points: tuple[int, ...]
    starts_part: bool = False


class Recap(NamedTuple):
    """The frames of the latest turns. `start` and `points` are the board and the points before the first frame."""

    start: Fields
    points: tuple[int, ...]
    frames: tuple[Frame, ...]

    def part_ends(self) -> tuple[int, ...]:
        """Return the frame counts at which parts and turns end, beginning with 0."""
        ends = (
            n
            for n, (before, after) in enumerate(pairwise(self.frames), 1)
            if after.starts_part or after.turn != before.turn
        )
        return tuple(dict.fromkeys((0, *ends, len(self.frames))))


NOTHING = Recap({}, (), ())
COVERED = Recap({"covered": "yes"}, (), ())  # shown while the person who may see the recap is away from the screen


def recap_of(session: Session, node: int, seat: int | None) -> Recap:
    """Return the latest turns up to a node, as a seat saw them.

    The result is the turn in progress and the latest turn of each opponent. In a game with hidden information, it
    starts with the seat's own last turn, which may have revealed something. If choices are secret, a turn is one round
    of all seats, without the seat's own choice until it is revealed.

    Args:
        session: The session.
        node: The node.
        seat: The seat, or None for the public view.
    """
    steps = _latest(session, node, seat)
    if not steps:
        return NOTHING
    before = session.document.tree.nodes[steps[0][0]].parent
    points = session.document.point_at(before).points()
    frames: list[Frame] = []
    for turn, group in groupby(steps, key=lambda pair: pair[1].turn):
        steps_of_turn = list(group)
        actor = next((step.actor for _, step in steps_of_turn if step.actor >= 0), None)
        whose = None if session.point.info.has.secrets else actor
        events: tuple[Event, ...] = ()
        for number, step in steps_of_turn:
            frames_before = len(frames)
            for event in _shown_events(session, step, seat):
                events = (*events, event)
                if words := with_player_names(session, boards.describe_event(session.point.info, event, seat)):
                    frames.append(
                        Frame(
                            event.fields,
                            events,
                            words,
                            turn,
                            whose,
                            points,
                            boards.starts_part(session.point.info, event),
                        )
                    )
            points = session.document.point_at(number).points()
            if len(frames) > frames_before:
                frames[-1] = frames[-1]._replace(points=points)
    return Recap(
        session.document.viewpoint_at(before, seat).fields, session.document.point_at(before).points(), tuple(frames)
    )


def _latest(session: Session, node: int, seat: int | None) -> list[tuple[int, Step]]:
    """Return the steps of the latest turns with their nodes, in order."""
    point = session.document.point_at(node)
    turns_left = 1 if session.point.info.has.secrets else point.seats - 1
    present = point.turn if point.actor != OVER else None
    own = seat is not None and point.info.has.covered and not point.info.has.secrets
    latest: list[tuple[int, Step]] = []
    for turn, group in groupby(_back(session, node, seat), key=lambda pair: pair[1].turn):
        steps_of_turn = list(group)
        first = not latest
        latest += steps_of_turn
        if (first and turn == present) or not (actors := [step.actor for _, step in steps_of_turn if step.actor >= 0]):
            continue
        turns_left -= 1
        if (actors[-1] == seat if own else turns_left <= 0) or turns_left <= -point.seats:
            break
    return latest[::-1]


def _back(session: Session, node: int, seat: int | None) -> Iterator[tuple[int, Step]]:
    """Yield the steps that led to a node, latest first, as a seat saw them."""
    for number in session.document.line_to(node)[: -MAX_STEPS - 1 : -1]:
        step = session.document.seen_step(number, seat) if session.document.text_at(number, seat) else None
        if step is not None:
            yield number, step


def _shown_events(session: Session, step: Step, seat: int | None) -> tuple[Event, ...]:
    """Return the events of a step, without the seat's own secret choice, which is the first event of its step."""
    own = session.point.info.has.secrets and step.actor == seat
    return step.events[own:]
