"""What a search tells of one node, and of one simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:  # numpy takes longer to load than all of the core: where nothing is counted it is left out
    import numpy as np
    import numpy.typing as npt


class RowTypes(dict[int, "np.dtype[np.void]"]):
    """By number of seats. A move; its simulations; its value per seat in [-1, 1]; how far they were from it (root mean
    square); its prior (of an outcome the probability); what its result is proven to lie between, for the seat that
    decides (at chance: the first); its static value backed up by the better moves, for that seat (its value where
    implicit minimax is off); whether it is proven."""

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
    """One node of a tree: `rows` as `Search.root` has them, `value` per seat."""

    kind: str
    actor: int
    text: str
    visits: int
    value: tuple[float, ...]
    rows: npt.NDArray[np.void]


class TraceStep(TypedDict):
    """One step of a simulation's way down; pairs are what was before it and what is after it.

    `visits` are those of the move, (0, 0) where nothing is kept of it; `node_visits` and `value` those of where it was
    chosen, (0, 0) and ((), ()) where that is no node.
    """

    kind: str
    actor: int
    move: str
    prior: float
    visits: tuple[int, int]
    node_visits: tuple[int, int]
    value: tuple[tuple[float, ...], tuple[float, ...]]


class Trace(TypedDict):
    """One simulation: where it began (`world`: a position text, one of the worlds held possible where something is
    hidden), its way down, and the position where it ended with the value per seat that went back up.

    Where something is hidden the steps are all moves until the end; `told` is what else it found of each seat.
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
