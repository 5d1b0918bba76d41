"""What was hidden in a part of a game that has ended, and what each seat could know when it guessed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fastcore import Event, State, Viewpoint
from workbench.boards.kit.choices import Truth
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.game.session import Session
from workbench.records import steps
from workbench.records.steps import SET_UP


class Moment(NamedTuple):
    """Before the move to `node` a seat knew what is told of it. By that move it said what it took the hidden for:
    `guess`, and `event` as everybody saw that; "" and None if it never did."""

    seat: int
    node: int
    guess: str = ""
    event: Event | None = None


class Ended(NamedTuple):
    """A part of a game, as a round, at whose end everybody sees what was hidden, by the move to `node`;
    with a moment a seat."""

    node: int
    truth: Truth
    moments: tuple[Moment, ...]


class Past(NamedTuple):
    """How a seat came to know what it knew at its moment: a position, and the moves from there on.
    It is nobody else's."""

    seat: int
    start: Point
    moves: tuple[str, ...]


def ended(session: Session, board: Board) -> tuple[Ended, ...]:
    """The parts that have ended on the way to where a session stands. Who has seen what is hidden before the end, as
    after a wrong guess, is asked about the time before that. What was said of a position does not count any more
    once another was set up by hand."""
    info, found, guesses = session.point.info, list[Ended](), dict[int, Moment]()
    for node, step in zip(session.document.line_to(session.here), session.steps, strict=True):
        if step.actor == SET_UP:
            guesses.clear()
        for event in step.events:
            if event.seat >= 0 and (guess := board.guess(event)):
                guesses[event.seat] = Moment(event.seat, node, guess, event)
        truth = next((told for event in step.events if (told := board.truth(info, event)) is not None), None)
        if truth is not None:
            seats = range(session.point.seats) if session.follows is None else (session.follows,)
            found.append(Ended(node, truth, tuple(guesses.get(seat, Moment(seat, node)) for seat in seats)))
            guesses.clear()
    return tuple(found)


def pasts(session: Session, part: Ended) -> tuple[Past, ...]:
    """What `points` needs, taken out of a session at once."""
    nodes = session.document.tree.nodes
    before = [nodes[one.node].parent for one in part.moments]
    if session.follows is not None:
        return tuple(Past(session.follows, session.document.viewpoint_at(node, session.follows), ()) for node in before)
    start = session.document.start.copy()
    moves = [tuple(nodes[one].move for one in session.document.line_to(node)) for node in before]
    return tuple(Past(one.seat, start, made) for one, made in zip(part.moments, moves, strict=True))


def points(pasts: Iterable[Past]) -> tuple[Viewpoint, ...]:
    """What each seat knew at its moment, grown from its observations alone: to be asked at leisure, on any thread."""
    return tuple(map(_grown, pasts))


def _grown(past: Past) -> Viewpoint:
    before = past.start
    if not isinstance(before, State):
        return before
    known = before.viewpoint(past.seat)
    for move in past.moves:
        assert isinstance(before, State)
        if seen := steps.observation(before, move, past.seat):
            known = steps.learned(known, seen)
        before = steps.after(before, move)
    return known
