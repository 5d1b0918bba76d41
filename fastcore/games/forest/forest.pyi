from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from fastcore.game import Game
from fastcore.state import State
from fastcore.values import GameInfo

class Forest(Game):
    def __init__(self, info: GameInfo, options: Mapping[str, int | float | str]) -> None: ...
    def able_side(self, tiles: Iterable[str], side: str, boogyman_acted: bool, done: Mapping[int, int]) -> bool: ...
    def net_inputs(self, state: State, moves: Iterable[int]) -> dict[str, npt.NDArray[np.int_]]: ...
