from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fastcore.search.facts import NodeFacts, Trace
from fastcore.specs import Value
from fastcore.state import State

LEAST_MB: int

class TreeSearch:
    options: Mapping[str, Value]
    spec: str
    text: str
    actor: int
    simulations: int
    full: bool
    bytes: int

    def __init__(
        self,
        state: State,
        seed: int,
        threads: int,
        memory_mb: float,
        moves: list[int | str] | None,
        options: Mapping[str, object],
    ) -> None: ...
    def move_of(self, move: int | str) -> int: ...
    def run(self, n: int, only: list[int | str] | None) -> int: ...
    def trace(self) -> Trace: ...
    def advance(self, observation: str) -> int: ...
    def root(self) -> npt.NDArray[np.void]: ...
    def value(self) -> tuple[float, ...]: ...
    def line(self, first: int) -> list[int]: ...
    def node(self, path: list[int | str], tree: int) -> NodeFacts: ...
