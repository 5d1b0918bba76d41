"""The recap of the latest events of a game, one by one and in words, for replaying on the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from fastcore import OVER, Event
from workbench import boards
from workbench.boards.kit.elements import Fields
from workbench.game.session import Session, Step
from workbench.seen.names import by_name

FAR = 400  # steps looked at; more do not belong to the latest turns of any game


class Frame(NamedTuple):
    """The board just after something happened: its fields, all that had happened in the turn by then, what happened in
    words, the number of the turn, the seat that decided first in it (None where all do at once, or nobody has), the
    points after the last move that is told to its end, and whether a part of the turn begins with it."""

    fields: Fields
    events: tuple[Event, ...]
    words: str
    turn: int
    seat: int | None
    points: tuple[int, ...]
    opens: bool = False


class Recap(NamedTuple):
    """`start` is the board before the first of the frames, `points` are those of then."""

    start: Fields
    points: tuple[int, ...]
    frames: tuple[Frame, ...]

    def parts(self) -> tuple[int, ...]:
        """After how many events each part of a turn ends, and each turn; 0 for before the first."""
        ends = (n for n, (one, after) in enumerate(pairwise(self.frames), 1) if after.opens or after.turn != one.turn)
        return tuple(dict.fromkeys((0, *ends, len(self.frames))))


NOTHING = Recap({}, (), ())
COVERED = Recap({"covered": "yes"}, (), ())  # the person who may see it is not there yet


def recap_of(session: Session, node: int, seat: int | None) -> Recap:
    """The latest turns up to a node as a seat (None: everybody) saw them: what has happened in the turn that is being
    played there, and before it a turn of each other seat; where something is covered, from the seat's own last turn on,
    as that told it something. Where choices are secret a turn is one round of all seats, and what the seat itself wrote
    down is left out: it is told when it comes to light."""
    steps = _latest(session, node, seat)
    if not steps:
        return NOTHING
    before = session.document.tree.nodes[steps[0][0]].parent
    points = session.document.point_at(before).points()
    frames: list[Frame] = []
    for turn, together in groupby(steps, key=lambda one: one[1].turn):
        made = list(together)
        actor = next((step.actor for _, step in made if step.actor >= 0), None)
        whose = None if session.point.info.has.secrets else actor
        events: tuple[Event, ...] = ()
        for number, step in made:
            told = len(frames)
            for event in _told(session, step, seat):
                events = (*events, event)
                if words := by_name(session, boards.tell(session.point.info, event, seat)):
                    frames.append(
                        Frame(event.fields, events, words, turn, whose, points, boards.opens(session.point.info, event))
                    )
            points = session.document.point_at(number).points()
            if len(frames) > told:
                frames[-1] = frames[-1]._replace(points=points)
    return Recap(
        session.document.viewpoint_at(before, seat).fields, session.document.point_at(before).points(), tuple(frames)
    )


def _latest(session: Session, node: int, seat: int | None) -> list[tuple[int, Step]]:
    """The steps of the latest turns with their nodes, the first one first."""
    point = session.document.point_at(node)
    wanted = 1 if session.point.info.has.secrets else point.seats - 1
    present = point.turn if point.actor != OVER else None
    own = seat is not None and point.info.has.covered and not point.info.has.secrets
    found: list[tuple[int, Step]] = []
    for turn, together in groupby(_back(session, node, seat), key=lambda one: one[1].turn):
        made = list(together)
        first = not found
        found += made
        if (first and turn == present) or not (actors := [step.actor for _, step in made if step.actor >= 0]):
            continue
        wanted -= 1
        if (actors[-1] == seat if own else wanted <= 0) or wanted <= -point.seats:
            break
    return found[::-1]


def _back(session: Session, node: int, seat: int | None) -> Iterator[tuple[int, Step]]:
    """The steps that led to a node as a seat saw them, the last one first."""
    for one in session.document.line_to(node)[: -FAR - 1 : -1]:
        step = session.document.seen_at(one, seat) if session.document.text_at(one, seat) else None
        if step is not None:
            yield one, step


def _told(session: Session, step: Step, seat: int | None) -> tuple[Event, ...]:
    """What happened in a step, without what the seat itself decided in secret: that is its first event."""
    own = session.point.info.has.secrets and step.actor == seat
    return step.events[own:]
