"""Turns: candidates of a report that lead to the same turn in another order are one option.

Where a player decides several times in a row, a search counts "remove e3, then f3" and "remove f3, then e3" as two
moves. For a person they are the same turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bots.report import Candidate, Report
from fastcore import State, Viewpoint

SEARCHED = 0.1  # smallest part of a turn's visits from which another first move has a reliable line of its own


class CandidateTurn(NamedTuple):
    """A turn that a bot considered.

    Attributes:
        moves: The moves of the turn in the order of the best line; only the first one if nothing more is known.
        visits: The visits of all its orders together.
        candidates: The candidates that lead to it, the best first.
    """

    moves: tuple[str, ...]
    visits: int
    candidates: tuple[Candidate, ...]

    @property
    def lead(self) -> Candidate:
        """The candidate that represents the turn."""
        return self.candidates[0]


def own_turn(point: Viewpoint, line: Sequence[str]) -> tuple[str, ...]:
    """Return the first moves of a line that belong to the current turn of the player to move."""
    state = point.state
    if state is None:
        return tuple(line[:1])
    moves = []
    for move in line:
        if (state.actor, state.turn) != (point.actor, point.turn) or state.why_not(move):
            break
        state.play(move)
        moves.append(move)
    return tuple(moves)


def group_turns(point: Viewpoint, candidates: Sequence[Candidate]) -> tuple[CandidateTurn, ...]:
    """Return the candidates by turns. The first turn stays first; the rest are ordered as their best candidates.

    In a game with secret choices or hidden cards, every candidate is a turn of its own.

    Args:
        point: The position of the decision.
        candidates: The candidates, best first.
    """
    state = point.state
    if state is None or point.info.has.covered or point.actor < 0:
        return tuple(CandidateTurn((one.move,), one.visits, (one,)) for one in candidates)
    groups: list[_Group] = []
    for candidate in candidates:
        moves = own_turn(point, candidate.line) or (candidate.move,)
        end = _end(state, moves)
        group = next((group for group in groups if group.includes(candidate, moves, end)), None)
        if group is None:
            groups.append(_Group(state, moves, end, [candidate]))
        else:
            group.candidates.append(candidate)
    turns = [
        CandidateTurn(group.moves, sum(one.visits for one in group.candidates), tuple(group.candidates))
        for group in groups
    ]
    visits = [candidate.visits for candidate in candidates[1:]]
    if visits == sorted(visits, reverse=True):
        turns[1:] = sorted(turns[1:], key=lambda turn: -turn.visits)
    return tuple(turns)


def turn_of(point: Viewpoint, report: Report, move: str = "") -> tuple[str, ...]:
    """Return the moves of the turn that a candidate of a report leads to, or the bot's plan if it begins with it.

    Args:
        point: The position of the decision.
        report: The report.
        move: The first move of the candidate; the choice of the bot if it is no candidate.
    """
    candidates = {candidate.move: candidate for candidate in report.candidates}
    found = candidates.get(move) or candidates.get(report.move)
    if report.plan and (found is None or found.move == report.plan[0]):
        return report.plan
    if found is None:
        return (report.move,)
    hides = point.info.has.covered or point.actor < 0
    return (found.move,) if hides else own_turn(point, found.line) or (found.move,)


def leftover(moves: Sequence[str], than: Sequence[str]) -> tuple[str, ...]:
    """Return the moves that another turn does not have, whatever their order."""
    spare = Counter(than)
    found = []
    for move in moves:
        if spare[move]:
            spare[move] -= 1
        else:
            found.append(move)
    return tuple(found)


def other_moves(moves: Sequence[str], than: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a turn that another turn does not have, or all moves if there are none."""
    return leftover(moves, than) or tuple(moves)


class _Group:
    """Candidates for one turn: its moves in the order of the first candidate, and the position at its end."""

    def __init__(self, state: State, moves: tuple[str, ...], end: str, candidates: list[Candidate]) -> None:
        self.state, self.moves, self.end, self.candidates = state, moves, end, candidates
        self.visits = candidates[0].visits

    def includes(self, candidate: Candidate, moves: tuple[str, ...], end: str) -> bool:
        """Return whether a candidate belongs to this turn.

        It does if its line ends in the same position. It also does if it begins another order of the turn, unless it
        was searched well and its line has other moves.
        """
        if end and end == self.end:
            return True
        if candidate.move not in self.moves[1:]:
            return False
        has_other_moves = Counter(moves) - Counter(self.moves)
        if has_other_moves and candidate.visits >= SEARCHED * self.visits:
            return False
        rest = list(self.moves)
        rest.remove(candidate.move)
        return bool(self.end) and _end(self.state, (candidate.move, *rest)) == self.end


def _end(state: State, moves: Sequence[str]) -> str:
    """Return the text of the position after these moves, or "" if one of them is illegal."""
    state = state.copy()
    for move in moves:
        if state.why_not(move):
            return ""
        state.play(move)
    return state.text()
