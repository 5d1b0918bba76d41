from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from fastcore.search.facts import NodeFacts, Trace
from fastcore.state import State
from fastcore.stream import Stream
from fastcore.values import Event
from fastcore.viewpoint import Viewpoint

class SecretSearch:
    """What the engines for one secret stage of a game of two seats have in common.

    Situation, seed, options and simulations fix it bit for bit, however `run` is sliced.
    """

    covered: ClassVar[bool]
    grows: ClassVar[bool]
    spec: str
    text: str
    depth: int
    simulations: int
    written: int
    done: bool
    full: bool
    bytes: int

    def __init__(
        self,
        point: Viewpoint,
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
    def plans(self, seat: int) -> list[tuple[tuple[str, ...], float]]: ...
    def payoffs(
        self, first: Sequence[Sequence[str]] | None, second: Sequence[Sequence[str]] | None, samples: int
    ) -> npt.NDArray[np.float64]: ...
    def mixture(self) -> list[tuple[tuple[str, ...], float]]: ...
    def outcome_of(self, first: Sequence[str], second: Sequence[str]) -> tuple[list[Event], int]: ...
