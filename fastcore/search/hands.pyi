from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from fastcore.search.facts import NodeFacts, Trace
from fastcore.state import State
from fastcore.stream import Stream
from fastcore.values import Option
from fastcore.viewpoint import Viewpoint

MODEL: Option
EXPLORATION: Option
CAUTION: Option
AHEAD: Option
OPTIONS: tuple[Option, ...]

class HandSearch:
    """What searches of one decision have in common where hands are hidden.

    Viewpoint, seed, options and simulations fix it bit for bit, however `run` is sliced. Its methods may be called from
    any thread; each waits for the one under way.
    """

    covered: ClassVar[bool]
    grows: ClassVar[bool]
    options: ClassVar[tuple[Option, ...]]
    name: ClassVar[str]

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
    @property
    def metrics(self) -> tuple[str, ...]:
        """What simulations tell of each seat beside its value; `root` has a column (seats,) of each, its average."""
    def beliefs(self) -> dict[str, dict[str, float]]: ...
    def facts(self, move: int | str) -> list[tuple[str, dict[str, int | float | str]]]: ...
    def run(self, n: int, only: list[int | str] | None) -> int: ...
    def trace(self) -> Trace: ...
    @property
    def simulations(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def done(self) -> bool:
        """There is one move alone, and it was tried."""
    @property
    def full(self) -> bool: ...
    @property
    def bytes(self) -> int: ...
    @property
    def spec(self) -> str: ...
    @property
    def text(self) -> str:
        """What the seat that decides sees of the position."""
    def choice(self, stream: Stream | None) -> int: ...
    def root(self) -> npt.NDArray[np.void]: ...
    def value(self) -> tuple[float, ...]: ...
    def line(self, move: int | str | None) -> list[int]:
        """The move alone: what follows is different from world to world."""
    def node(self, path: list[int | str], tree: int) -> NodeFacts:
        """The root; ValueError for a longer path."""
    def advance(self, observation: str) -> int:
        """Take an observation in; returns 0. Where the seat does not decide then, `run` makes nothing until it does."""
