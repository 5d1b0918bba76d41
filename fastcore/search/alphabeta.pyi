from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from fastcore.search.facts import NodeFacts, Trace
from fastcore.state import State
from fastcore.stream import Stream

class AlphaBeta:
    """Alpha-beta from one position of a game of two seats without chance and hidden parts.

    Situation, seed, options and nodes fix it bit for bit, however `run` is sliced. Its methods may be called from
    any thread; each waits for the one under way.
    """

    covered: ClassVar[bool]
    grows: ClassVar[bool]

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
    def run(self, n: int, only: list[int | str] | None) -> int:
        """Make up to n more nodes, all below the moves of `only` if given; returns how many were made.

        Fewer are made only when nothing is left to find. Other moves than before begin with the first iteration
        again, over what the table holds. Releases the GIL.
        """
    def trace(self) -> Trace: ...
    @property
    def simulations(self) -> int:
        """Nodes made at this root: positions looked at, leaves and repeated looks too."""
    @property
    def depth(self) -> int:
        """Decisions looked ahead by the last iteration that was finished."""
    @property
    def done(self) -> bool:
        """Nothing is left to find: the value is proven, or the depth cannot grow any more."""
    @property
    def full(self) -> bool:
        """False: a full table forgets what it needs least."""
    @property
    def bytes(self) -> int:
        """Memory that the table holds."""
    @property
    def spec(self) -> str: ...
    @property
    def text(self) -> str:
        """The position text of the root."""
    def choice(self, stream: Stream | None) -> int:
        """The move to play: the best of the last iteration, or one of the running iteration that has beaten it.

        Equal moves go by the search's own seed. ValueError at ends and before any node.
        """
    def root(self) -> npt.NDArray[np.void]:
        """A record a move: move, visits (nodes below it), value (seats,), spread (0), prior (all alike), lower and
        upper (what is proven for the seat that decides), minimax (the value for that seat), depth (of the iteration
        that found it). All values but the best move's are upper bounds; at depth 0 they are static.
        """
    def value(self) -> tuple[float, ...]:
        """The root's value per seat by the last finished iteration."""
    def line(self, move: int | str | None) -> list[int]:
        """The principal line, beginning with `move` if given, as far as the table holds it."""
    def node(self, path: list[int | str], tree: int) -> NodeFacts:
        """The position that these moves lead to from the root; ValueError if the table does not hold it.

        Below the root `visits` are 1 for what the table holds and 0 for what it does not.
        """
    def advance(self, observation: str) -> int:
        """Make the position after this observation the root; returns 0, as no nodes count on, but the table stays."""
