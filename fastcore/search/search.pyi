from collections.abc import Iterable
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from fastcore.state import State
from fastcore.stream import Stream
from fastcore.values import Option
from fastcore.viewpoint import Viewpoint

ENGINES: tuple[str, ...]
OPTIONS: tuple[Option, ...]

class NodeFacts(TypedDict):
    """One node of a tree: `rows` as `Search.root` has them, `value` per seat."""

    kind: str
    actor: int
    text: str
    visits: int
    value: tuple[float, ...]
    rows: npt.NDArray[np.void]

class Search:
    """A search from one position, grown by `run` for as long as its owner asks.

    Situation, seed, options, simulations and threads fix it bit for bit, however `run` is sliced. Its methods may be
    called from any thread; each waits for the one under way.
    """

    def __init__(
        self,
        point: State | Viewpoint,
        seed: int = 1,
        threads: int = 1,
        memory_mb: float = 512,
        engine: str | None = None,
        moves: Iterable[int | str] | None = None,
        **options: float,
    ) -> None: ...
    def run(self, n: int, only: Iterable[int | str] | None = None) -> int:
        """Make up to n more simulations, all on the moves of `only` if given; returns how many were made.

        Fewer are made only when the game is over here, or after some four billion in all. Releases the GIL.
        """
    @property
    def simulations(self) -> int:
        """Simulations made, with those kept by `advance`."""
    @property
    def full(self) -> bool:
        """The memory limit was reached: the tree no longer grows (its numbers still improve)."""
    @property
    def bytes(self) -> int:
        """Memory that the trees hold."""
    @property
    def spec(self) -> str: ...
    @property
    def text(self) -> str:
        """The position text of the root."""
    def choice(self, stream: Stream | None = None) -> int:
        """The move to play: most visits, then value, then order; ValueError at chance nodes, ends and before any simulation."""
    def root(self) -> npt.NDArray[np.void]:
        """A record a move: move, visits, value (seats,), spread, prior. At a chance node the outcomes, prior their probability."""
    def value(self) -> tuple[float, ...]:
        """The root's value per seat."""
    def line(self, move: int | str | None = None) -> list[int]:
        """The principal line, beginning with `move` if given; through the most visited moves and outcomes."""
    def node(self, path: Iterable[int | str], tree: int = 0) -> NodeFacts:
        """The node that these moves lead to from the root; ValueError if the tree does not hold it."""
    def advance(self, observation: str) -> int:
        """Make the position after this observation the root; returns the simulations kept (0: a fresh tree)."""
