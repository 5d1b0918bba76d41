"""What a search tells of one node, and of one simulation."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
import numpy.typing as npt


class NodeFacts(TypedDict):
    """One node of a tree: `rows` as `Search.root` has them, `value` per seat."""

    kind: str
    actor: int
    text: str
    visits: int
    value: tuple[float, ...]
    rows: npt.NDArray[np.void]


class TraceStep(TypedDict):
    """One step of a simulation's way down; pairs are what was before it and what is after it."""

    kind: str
    actor: int
    move: str
    prior: float
    visits: tuple[int, int]
    node_visits: tuple[int, int]
    value: tuple[tuple[float, ...], tuple[float, ...]]


class Trace(TypedDict):
    """One simulation: its way down, and the position where it ended with the value per seat that went back up."""

    tree: int
    steps: list[TraceStep]
    text: str
    kind: str
    value: tuple[float, ...]
    static: tuple[float, ...]
    terms: list[tuple[str, float, float]]
