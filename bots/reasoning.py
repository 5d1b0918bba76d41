"""The facts behind a decision in an open game: move comparison, proofs, replies, chance events and evaluation terms.

Facts contain only keys and numbers; the caller turns them into sentences. Values are from the point of view of the
player to move, in [-1, 1].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import fastcore
from bots.report import Candidate, Fact

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


def comparison(candidates: Sequence[Candidate], seat: int, total: int, drawn: bool = False) -> Iterator[Fact]:
    """Yield facts about the best and the second move, with their shares of the visits and their values.

    Args:
        candidates: The candidates, best first.
        seat: The player to move.
        total: The simulations of the search.
        drawn: Whether the best move was picked at random.
    """
    for key, candidate in zip(("best", "second"), candidates, strict=False):
        random_flag = {"lot": 1} if drawn and key == "best" else {}
        yield Fact(
            key,
            {"move": candidate.move, "share": candidate.visits / total, "value": candidate.value[seat], **random_flag},
        )


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


def replies(search: fastcore.Search, point: fastcore.Viewpoint, line: Sequence[int]) -> Iterator[Fact]:
    """Yield a fact about the opponent's replies or the chance outcomes after the player's own moves in a line.

    The fact names the two most harmful replies of those searched well, or the worst and the best chance outcome.
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
    rows = rows[rows["visits"] > 0]
    if len(rows) < 2:
        return
    values = rows["value"][:, seat]
    values_of_fact: dict[str, int | float | str]
    if state.actor == fastcore.CHANCE:
        means: list[float] = values.tolist()
        low, high = means.index(min(means)), means.index(max(means))
        values_of_fact = {"worst": state.move_text(int(rows["move"][low])), "low": means[low]}
        yield Fact("luck", values_of_fact | {"best": state.move_text(int(rows["move"][high])), "high": means[high]})
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


def terms(point: fastcore.Viewpoint, candidates: Sequence[Candidate]) -> Iterator[Fact]:
    """Yield the evaluation terms that differ most between the two best moves, from the player's point of view."""
    state = point.state
    if state is None or len(candidates) < 2:
        return
    best, second = (state.after(candidate.move).evaluate().terms for candidate in candidates[:2])
    sign = 1 if point.actor == 0 else -1
    changes = [
        (term.name, sign * (term.amount - other.amount) * term.weight) for term, other in zip(best, second, strict=True)
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


def _state_after(point: fastcore.Viewpoint, line: Sequence[int]) -> fastcore.State:
    """Return the position after these moves."""
    state = point.state
    assert state is not None, "tree searches need a game without hidden information"
    state = state.copy()
    for move in line:
        state.play(move)
    return state
