from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fastcore.game import Game
from fastcore.games.herbs.text.texts import Table
from fastcore.state import State
from fastcore.values import GameInfo

NET_SHAPE: tuple[int, int, int, int, int]

class Herbs(Game):
    def __init__(self, info: GameInfo, options: Mapping[str, int | float | str]) -> None: ...
    def term_divisor(self, ap: int) -> float: ...
    def order_matters(self, table: Table) -> bool: ...
    def net_inputs(self, state: State) -> tuple[npt.NDArray[np.int16], float, float]: ...
