"""The facts behind a decision in an open game: turn comparison, proofs, replies, chance events and evaluation terms.

Where a player decides several times in a row, a search counts "remove e3, then f3" and "remove f3, then e3" as two
moves. For a person they are the same turn, so candidates that differ only in order are grouped.

Facts contain only keys and numbers; the caller turns them into sentences. Values are from the point of view of the
player to move, in [-1, 1].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import fastcore
from bots.report import Candidate, Fact, Report

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DIFFERING = 3  # largest number of terms to report
MIN = 0.05  # smallest difference of a term to report
CLOSE = 0.1  # smallest fraction of the most visited reply's visits for a reply to be reported
SEARCHED = 0.1  # smallest part of a turn's visits that makes the line of another first move reliable

Rows: TypeAlias = "npt.NDArray[np.void]"


class CandidateTurn(NamedTuple):
    """A turn that a bot considered.

    Attributes:
        moves: The moves of the turn in the order of the best line; only the first one if nothing more is known.
        visits: The total visits of all its orders.
        candidates: The candidates that lead to it, the best first.
    """

    moves: tuple[str, ...]
    visits: int
    candidates: tuple[Candidate, ...]

    @property
    def lead(self) -> Candidate:
        """The candidate that represents the turn."""
        return self.candidates[0]


def own_turn(point: fastcore.Viewpoint, line: Sequence[str]) -> tuple[str, ...]:
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


def group_turns(point: fastcore.Viewpoint, candidates: Sequence[Candidate]) -> tuple[CandidateTurn, ...]:
    """Return the candidates by turns. The first turn stays first; the rest follow the order of their best candidates.

    In a game with secret choices or hidden cards, every candidate is a separate turn.

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


def turn_of(point: fastcore.Viewpoint, report: Report, move: str = "") -> tuple[str, ...]:
    """Return the moves of a candidate's turn, or the bot's plan if it begins with the candidate's move.

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

    def __init__(self, state: fastcore.State, moves: tuple[str, ...], end: str, candidates: list[Candidate]) -> None:
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


def _end(state: fastcore.State, moves: Sequence[str]) -> str:
    """Return the text of the position after these moves, or "" if one of them is illegal."""
    state = state.copy()
    for move in moves:
        if state.why_not(move):
            return ""
        state.play(move)
    return state.text()


# Facts ---------------------------------------------------------------------------------------------------------------


def only_move(point: fastcore.Viewpoint) -> Iterator[Fact]:
    """Yield a fact if there is only one legal move."""
    moves = point.moves()
    if len(moves) == 1:
        yield Fact("only", {"move": point.move_text(moves[0])})


def comparison(turns: Sequence[CandidateTurn], seat: int, total: int, drawn: bool = False) -> Iterator[Fact]:
    """Yield facts about the best and the second turn, with their shares of the visits and their values.

    Args:
        turns: The turns, best first.
        seat: The player to move.
        total: The simulations of the search.
        drawn: Whether the best move was picked at random.
    """
    for key, turn in zip(("best", "second"), turns, strict=False):
        more: dict[str, int | float | str] = {"turn": " ".join(turn.moves)} if len(turn.moves) > 1 else {}
        if drawn and key == "best":
            more["lot"] = 1
        share, value = min(turn.visits / total, 1.0), turn.lead.value[seat]
        yield Fact(key, {"move": turn.lead.move, "share": share, "value": value, **more})


def proof(point: fastcore.Viewpoint, line: Sequence[int], result: float | None, rows: Rows) -> Iterator[Fact]:
    """Yield the proven result of the choice, and the moves that are proven to win or to lose.

    Args:
        point: The point of the decision.
        line: The best line.
        result: The proven result of the choice; None if it is not proven.
        rows: The moves, beginning with the choice.
    """
    others = rows[1:]
    winning, losing = (
        [point.move_text(int(move)) for move in others["move"][chosen]]
        for chosen in (others["lower"] >= 1, others["upper"] <= -1)
    )
    if result is not None:
        state = _state_after(point, line)
        soon = {"moves": len(line)} if state.actor == fastcore.OVER else {}
        also = {"winning": " ".join(winning)} if winning else {}
        yield Fact("proof", {"result": result, **soon, **also})
    if losing:
        yield Fact("losing", {"moves": len(losing), "of": len(others), "which": " ".join(losing)})


def proven_result(rows: Rows) -> float | None:
    """Return the proven result of the first row, or None."""
    best = rows[0]
    return float(best["lower"]) if best["lower"] == best["upper"] else None


def replies(search: fastcore.Search, point: fastcore.Viewpoint, line: Sequence[int], value: float) -> Iterator[Fact]:
    """Yield a fact about the opponent's replies or the chance outcomes after the player's own moves in a line.

    The fact names the two most harmful of the well-searched replies, or the worst and the best chance outcome. An
    outcome that was not searched has its static value. A range of outcomes that excludes the move's own value is left
    out: the line was searched too little to show what depends on chance.

    Args:
        search: The search.
        point: The position of the decision.
        line: The best line.
        value: The value of its first move for the player to move.
    """
    import numpy as np

    seat = point.actor
    own = _own_move_count(point, line)
    state = _state_after(point, line[:own])
    if state.actor in (fastcore.OVER, seat):  # the line can end before the turn does
        return
    try:
        rows = search.node(list(line[:own]))["rows"]
    except ValueError:  # not in the tree yet
        return
    values_of_fact: dict[str, int | float | str]
    if state.actor == fastcore.CHANCE:
        means: list[float] = rows["value"][:, seat].tolist()
        if len(means) < 2 or not min(means) <= value <= max(means):
            return
        low, high = means.index(min(means)), means.index(max(means))
        values_of_fact = {"worst": state.move_text(int(rows["move"][low])), "low": means[low]}
        yield Fact("luck", values_of_fact | {"best": state.move_text(int(rows["move"][high])), "high": means[high]})
        return
    rows = rows[rows["visits"] > 0]
    if len(rows) < 2:
        return
    rows = rows[rows["visits"] >= CLOSE * rows["visits"].max()]
    rows = rows[np.argsort(rows["value"][:, seat], kind="stable")]
    values_of_fact = {
        "seat": state.actor,
        "move": state.move_text(int(rows["move"][0])),
        "value": float(rows["value"][0, seat]),
    }
    if len(rows) > 1:
        values_of_fact |= {"other": state.move_text(int(rows["move"][1])), "instead": float(rows["value"][1, seat])}
    yield Fact("reply", values_of_fact)


def line_reply(point: fastcore.Viewpoint, line: Sequence[int]) -> Iterator[Fact]:
    """Yield a fact about the opponent's first move in a line."""
    own = _own_move_count(point, line)
    state = _state_after(point, line[:own])
    if own < len(line) and state.actor >= 0:
        yield Fact("reply", {"seat": state.actor, "move": state.move_text(line[own])})


def terms(point: fastcore.Viewpoint, best: Sequence[str], second: Sequence[str]) -> Iterator[Fact]:
    """Yield the evaluation terms that differ most between two turns, from the player's point of view.

    Complete turns are compared at their ends, others after their first moves.
    """
    state = point.state
    if state is None:
        return
    ends = [_state_after(point, moves) for moves in (best, second)]
    if any((end.actor, end.turn) == (point.actor, point.turn) for end in ends):
        ends = [state.after(moves[0]) for moves in (best, second)]
    sign = 1 if point.actor == 0 else -1
    changes = [
        (term.name, sign * (term.amount - other.amount) * term.weight)
        for term, other in zip(*(end.evaluate().terms for end in ends), strict=True)
    ]
    for name, change in sorted(changes, key=lambda change: -abs(change[1]))[:DIFFERING]:
        if abs(change) >= MIN:
            yield Fact("term", {"name": name, "change": change})


def _own_move_count(point: fastcore.Viewpoint, line: Sequence[int]) -> int:
    """Return the number of the player's own moves at the start of a line."""
    state = _state_after(point, ())
    for count, move in enumerate(line):
        if state.actor != point.actor:
            return count
        state.play(move)
    return len(line)


def _state_after(point: fastcore.Viewpoint, line: Sequence[int | str]) -> fastcore.State:
    """Return the position after these moves."""
    state = point.state
    assert state is not None, "tree searches need a game without hidden information"
    state = state.copy()
    for move in line:
        state.play(move)
    return state
