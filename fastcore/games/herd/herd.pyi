from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fastcore.game import Game
from fastcore.state import State
from fastcore.values import GameInfo

class Herd(Game):
    def __init__(self, info: GameInfo, options: Mapping[str, int | float | str]) -> None: ...
    def move_features(self, state: State) -> npt.NDArray[np.int16]: ...
    def patterns(self, state: State, moves: list[int]) -> npt.NDArray[np.int16]: ...
    def roll_values(self, state: State) -> list[float]: ...
