from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from fastcore.search.facts import NodeFacts, Trace
from fastcore.specs import Value
from fastcore.state import State
from fastcore.stream import Stream

MIN_MB: int

class TreeSearch:
    covered: ClassVar[bool]
    grows: ClassVar[bool]
    options: Mapping[str, Value]
    spec: str
    text: str
    depth: int
    simulations: int
    done: bool
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
    @staticmethod
    def fits(state: State) -> bool: ...
    def run(self, n: int, only: list[int | str] | None) -> int: ...
    def trace(self) -> Trace: ...
    def advance(self, observation: str) -> int: ...
    def root(self) -> npt.NDArray[np.void]: ...
    def value(self) -> tuple[float, ...]: ...
    def choice(self, stream: Stream | None) -> int: ...
    def line(self, move: int | str | None) -> list[int]: ...
    def node(self, path: list[int | str], tree: int) -> NodeFacts: ...
