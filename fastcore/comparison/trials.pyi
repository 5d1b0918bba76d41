from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from fastcore.knowledge.viewpoint import Viewpoint
from fastcore.state import State
from fastcore.stream import Stream

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]
Values = npt.NDArray[np.float64]

class Trials:
    def __init__(
        self,
        root: State,
        seat: int,
        candidates: list[list[int]],
        seed: int,
        policy: int,
        chooser: Callable[[State | Viewpoint, Stream], int | str] | None,
        horizon: int,
    ) -> None: ...
    @property
    def strata(self) -> int: ...
    @property
    def probabilities(self) -> dict[int, float]: ...
    def play(
        self,
        worlds: Words,
        first: int,
        threads: int,
        values: Values,
        outcomes: Numbers,
        replies: Numbers,
        chance_positions: Words,
        reply_positions: Words,
        stage_ends: Words,
        ends: Words,
    ) -> tuple[int, int] | None: ...
    def find_strata(self, worlds: Words) -> tuple[int, int] | None: ...
    def points(self, positions: Words) -> Values: ...
    def state(self, position: Words) -> State: ...

def words_of(state: State) -> Words: ...
