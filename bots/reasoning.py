"""The facts behind a decision in an open game: move comparison, proofs, replies, chance events and evaluation terms.

Facts contain only keys and numbers; the caller turns them into sentences. Values are from the point of view of the
player to move, in [-1, 1].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import fastcore
from bots.report import Fact
from bots.turns import CandidateTurn

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DIFFERING = 3  # largest number of terms to report
MIN = 0.05  # smallest difference of a term to report
CLOSE = 0.1  # smallest fraction of the most visited reply's visits for a reply to be reported

Rows: TypeAlias = "npt.NDArray[np.void]"


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

    The fact names the two most harmful replies of those searched well, or the worst and the best chance outcome. An
    outcome that was not searched has its static value. A range of outcomes that excludes the move's own value is left
    out: the line was searched too little to say what hangs on chance.

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
    if state.actor == fastcore.OVER:
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
    assert state is not None, "searches of trees are for open games"
    state = state.copy()
    for move in line:
        state.play(move)
    return state
