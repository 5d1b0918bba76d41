"""The facts behind a decision in an open game: the best move against the second, proofs,
the reply, the dice, the terms.

Keys and numbers alone; whoever shows them makes sentences of them. Values are those of the
seat that decides, in [-1, 1].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import fastcore
from bots.report import Candidate, Fact

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DIFFERING = 3  # terms that are told of
LEAST = 0.05  # that a term must differ by
CLOSE = 0.1  # of the visits of the reply most visited, at least, has one that was looked at closely

Rows: TypeAlias = "npt.NDArray[np.void]"


def only(point: fastcore.Viewpoint) -> Iterator[Fact]:
    """Whether there is anything to choose."""
    moves = point.moves()
    if len(moves) == 1:
        yield Fact("only", {"move": point.move_text(moves[0])})


def compared(candidates: Sequence[Candidate], seat: int, total: int, drawn: bool = False) -> Iterator[Fact]:
    """The best move and the second: their share of the search and their values, and
    whether the best was drawn by lot."""
    for key, one in zip(("best", "second"), candidates, strict=False):
        lot = {"lot": 1} if drawn and key == "best" else {}
        yield Fact(key, {"move": one.move, "share": one.visits / total, "value": one.value[seat], **lot})


def proof(
    point: fastcore.Viewpoint, line: Sequence[int], result: float | None, losing: int, others: int
) -> Iterator[Fact]:
    """What is proven: the result of the choice (None: nothing), by the line as far as it reaches the end, and
    how many of the other moves lose."""
    if result is not None:
        state = _along(point, line)
        soon = {"moves": len(line)} if state.actor == fastcore.OVER else {}
        yield Fact("proof", {"result": result, **soon})
    if losing:
        yield Fact("losing", {"moves": losing, "of": others})


def proven_in(rows: Rows) -> tuple[float | None, int]:
    """What a tree has proven: the result of its first row, and how many of the others lose."""
    best, others = rows[0], rows[1:]
    return (float(best["lower"]) if best["lower"] == best["upper"] else None), int((others["upper"] <= -1).sum())


def what_comes(search: fastcore.Search, point: fastcore.Viewpoint, line: Sequence[int]) -> Iterator[Fact]:
    """What another seat, or chance, does when the own moves of the line are made: of the replies that were looked at
    closely the one that hurts most and the next, or the outcomes that are worst and best."""
    import numpy as np

    seat = point.actor
    own = _own(point, line)
    state = _along(point, line[:own])
    if state.actor == fastcore.OVER:
        return
    try:
        rows = search.node(list(line[:own]))["rows"]
    except ValueError:  # the tree does not hold it yet
        return
    rows = rows[rows["visits"] > 0]
    if len(rows) < 2:
        return
    values = rows["value"][:, seat]
    told: dict[str, int | float | str]
    if state.actor == fastcore.CHANCE:
        means: list[float] = values.tolist()
        low, high = means.index(min(means)), means.index(max(means))
        told = {"worst": state.move_text(int(rows["move"][low])), "low": means[low]}
        yield Fact("luck", told | {"best": state.move_text(int(rows["move"][high])), "high": means[high]})
        return
    rows = rows[rows["visits"] >= CLOSE * rows["visits"].max()]
    rows = rows[np.argsort(rows["value"][:, seat], kind="stable")]
    told = {"seat": state.actor, "move": state.move_text(int(rows["move"][0])), "value": float(rows["value"][0, seat])}
    if len(rows) > 1:
        told |= {"other": state.move_text(int(rows["move"][1])), "instead": float(rows["value"][1, seat])}
    yield Fact("reply", told)


def answer(point: fastcore.Viewpoint, line: Sequence[int]) -> Iterator[Fact]:
    """The first move of another seat in a line."""
    own = _own(point, line)
    state = _along(point, line[:own])
    if own < len(line) and state.actor >= 0:
        yield Fact("reply", {"seat": state.actor, "move": state.move_text(line[own])})


def terms(point: fastcore.Viewpoint, candidates: Sequence[Candidate]) -> Iterator[Fact]:
    """The terms of the static evaluation that differ most right after the best move and after the second, as they
    count for the seat that decides."""
    state = point.state
    if state is None or len(candidates) < 2:
        return
    mine, other = (state.after(one.move).evaluate().terms for one in candidates[:2])
    sign = 1 if point.actor == 0 else -1
    changes = [(one.name, sign * (one.amount - two.amount) * one.weight) for one, two in zip(mine, other, strict=True)]
    for name, change in sorted(changes, key=lambda one: -abs(one[1]))[:DIFFERING]:
        if abs(change) >= LEAST:
            yield Fact("term", {"name": name, "change": change})


def _own(point: fastcore.Viewpoint, line: Sequence[int]) -> int:
    """How many moves at the beginning of a line are the actor's own."""
    state = _along(point, ())
    for count, move in enumerate(line):
        if state.actor != point.actor:
            return count
        state.play(move)
    return len(line)


def _along(point: fastcore.Viewpoint, line: Sequence[int]) -> fastcore.State:
    """The position after these moves."""
    state = point.state
    assert state is not None, "searches of trees are for open games"
    state = state.copy()
    for move in line:
        state.play(move)
    return state
