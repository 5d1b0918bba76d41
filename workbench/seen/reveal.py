"""The hidden information of finished parts of a game, and what each seat could know when it guessed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fastcore import CHANCE, Event, GameInfo, State, Viewpoint
from workbench import boards
from workbench.boards.kit.choices import Truth
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.game.current_line import Step
from workbench.game.session import Session
from workbench.records import steps
from workbench.records.steps import SET_UP


class Moment(NamedTuple):
    """The decision at which a seat guessed the hidden information. Only the seat's knowledge before it counts.

    Attributes:
        seat: The seat.
        node: The node that the decision leads to.
        guess: The guess, or "" if the seat never guessed.
        event: The public event of the guess, or None.
    """

    seat: int
    node: int
    guess: str = ""
    event: Event | None = None


class EndedPart(NamedTuple):
    """A finished part of a game, such as a round, that ended with hidden information revealed to everyone.

    Attributes:
        node: The node that the revealing move leads to.
        truth: The hidden information.
        moments: One moment for each seat.
    """

    node: int
    truth: Truth
    moments: tuple[Moment, ...]


class SeatHistory(NamedTuple):
    """The history behind a seat's knowledge: a position and the moves after it. Never shared with another seat."""

    seat: int
    start: Point
    moves: tuple[str, ...]


def revealed(session: Session) -> Truth | None:
    """Return the hidden information that the latest step, or the move before a deal, revealed to everyone, or None."""
    board, info = boards.find(session.point.info.id), session.point.info
    if board is None:
        return None
    for step in reversed(session.steps):
        truth = _truth(board, info, step)
        if truth is not None or step.actor != CHANCE:
            return truth
    return None


def _truth(board: Board, info: GameInfo, step: Step) -> Truth | None:
    return next((truth for event in step.events if (truth := board.truth(info, event)) is not None), None)


def ended_parts(session: Session, board: Board) -> tuple[EndedPart, ...]:
    """Return the parts that finished before the current node of a session.

    A seat that saw the hidden information early, for example after a wrong guess, gets its moment before that. Guesses
    from before a position was set up by hand are ignored.
    """
    info, parts, guesses = session.point.info, list[EndedPart](), dict[int, Moment]()
    for node, step in zip(session.document.line_to(session.here), session.steps, strict=True):
        if step.actor == SET_UP:
            guesses.clear()
        for event in step.events:
            if event.seat >= 0 and (guess := board.guess(event)):
                guesses[event.seat] = Moment(event.seat, node, guess, event)
        truth = _truth(board, info, step)
        if truth is not None:
            seats = range(session.point.seats) if session.follows is None else (session.follows,)
            parts.append(EndedPart(node, truth, tuple(guesses.get(seat, Moment(seat, node)) for seat in seats)))
            guesses.clear()
    return tuple(parts)


def histories(session: Session, part: EndedPart) -> tuple[SeatHistory, ...]:
    """Return the input of `points`, so that `points` can run on another thread."""
    nodes = session.document.tree.nodes
    before = [nodes[moment.node].parent for moment in part.moments]
    if session.follows is not None:
        return tuple(
            SeatHistory(session.follows, session.document.viewpoint_at(node, session.follows), ()) for node in before
        )
    start = session.document.start.copy()
    moves = [tuple(nodes[number].move for number in session.document.line_to(node)) for node in before]
    return tuple(
        SeatHistory(moment.seat, start, moves_before) for moment, moves_before in zip(part.moments, moves, strict=True)
    )


def points(pasts: Iterable[SeatHistory]) -> tuple[Viewpoint, ...]:
    """Return what each seat knew at its moment, derived from its own observations.

    This takes time and may run on any thread.
    """
    return tuple(map(_viewpoint_of, pasts))


def _viewpoint_of(past: SeatHistory) -> Viewpoint:
    before = past.start
    if not isinstance(before, State):
        return before
    known = before.viewpoint(past.seat)
    for move in past.moves:
        assert isinstance(before, State)
        if seen := steps.observation(before, move, past.seat):
            known = steps.after_observation(known, seen)
        before = steps.apply_step(before, move)
    return known
