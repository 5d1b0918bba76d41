"""What searches report: rows of root moves, nodes and traced simulations, and the choice of a move from the rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypedDict

from fastcore.stream import Stream

if TYPE_CHECKING:  # importing numpy takes longer than importing the core; programs that read no rows avoid it
    import numpy as np
    import numpy.typing as npt


class RowTypes(dict[int, "np.dtype[np.void]"]):
    """The record dtypes of rows, by number of seats. Each is created on first use.

    Fields of a row, which describes one move (at a chance node, one outcome):
        move: its number.
        visits: its simulations.
        value: their mean for each seat, in [-1, 1].
        spread: the root mean square distance of the simulations' values from the move's value at that time, 0 to 2.
        prior: the move's prior probability; for an outcome, its probability.
        lower, upper: the proven bounds of the result for the deciding seat (at a chance node, the first seat).
        minimax: the minimax value for that seat, or its mean value if the engine has none.
        proven: whether lower and upper are equal.
    """

    def __missing__(self, seats: int) -> np.dtype[np.void]:
        import numpy as np

        columns = [
            ("move", "i4"),
            ("visits", "i8"),
            ("value", "f8", (seats,)),
            ("spread", "f8"),
            ("prior", "f8"),
            ("lower", "f8"),
            ("upper", "f8"),
            ("minimax", "f8"),
            ("proven", "?"),
        ]
        self[seats] = np.dtype(columns)
        return self[seats]


ROW_TYPES = RowTypes()


class NodeFacts(TypedDict):
    """One node of a search.

    `kind` is "decision", "chance" or "end". `actor` is the seat that decides, or a negative number. `text` is the
    position text or view. `value` has an entry for each seat. `rows` are like those of `Search.root`.
    """

    kind: str
    actor: int
    text: str
    visits: int
    value: tuple[float, ...]
    rows: npt.NDArray[np.void]


class TraceStep(TypedDict):
    """One step of a simulation. Pairs are the values (before, after) this simulation.

    `visits` are those of the move, (0, 0) if it has no statistics. `node_visits` and `value` are those of the node
    in which it was chosen, (0, 0) and ((), ()) if there is no node.
    """

    kind: str
    actor: int
    move: str
    prior: float
    visits: tuple[int, int]
    node_visits: tuple[int, int]
    value: tuple[tuple[float, ...], tuple[float, ...]]


class Trace(TypedDict):
    """One simulation: its steps, and the value for each seat that was backed up.

    `world` is the position text in which it begins; with hidden information, a possible world. `text` and `kind`
    describe the position in which it ends; `static` and `terms` are the static evaluation there. `metrics` has the
    engine's further results, a number for each seat. With hidden information, the steps reach the end of the playout.
    """

    tree: int
    world: str
    steps: list[TraceStep]
    text: str
    kind: str
    value: tuple[float, ...]
    static: tuple[float, ...]
    terms: list[tuple[str, float, float]]
    metrics: dict[str, tuple[float, ...]]


def best_row(
    rows: npt.NDArray[np.void], actor: int, stream: Stream | None = None, lengths: Mapping[int, int] | None = None
) -> int:
    """Return the best move of some rows.

    A move that is proven best is preferred; then the most visited move that is not proven worse; then the highest
    value.

    Args:
        rows: the rows of a node.
        actor: the seat that decides there.
        stream: breaks ties at random; None: the first move wins.
        lengths: {move: decisions until the proven end}; fast proven wins and slow proven losses are preferred.

    Raises:
        ValueError: no seat decides there, or nothing has been searched.
    """
    if actor < 0:
        raise ValueError("no seat decides in this position")
    # Lists are several times faster than arrays for so few rows.
    moves, visits, values = rows["move"].tolist(), rows["visits"].tolist(), rows["value"][:, actor].tolist()
    lowers, uppers = rows["lower"].tolist(), rows["upper"].tolist()
    if not any(visits):
        raise ValueError("the search has no result yet: call run first")
    best_lower = max(lowers)
    best_upper = max(upper for lower, upper in zip(lowers, uppers, strict=True) if lower == best_lower)
    sign = {-1.0: 1, 1.0: -1}.get(best_lower, 0) if best_lower == best_upper else 0
    distances = lengths or {}
    candidates = [
        i
        for i, (lower, upper) in enumerate(zip(lowers, uppers, strict=True))
        if upper > best_lower or (upper >= best_upper and lower >= best_lower)
    ]
    ranks = [(sign * distances.get(moves[i], 0), visits[i], values[i]) for i in candidates]
    best = max(ranks)
    ties = [i for i, rank in zip(candidates, ranks, strict=True) if rank == best]
    return int(moves[stream.choice(ties) if stream is not None else ties[0]])
