from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fastcore.game import Game
from fastcore.state import State
from fastcore.values import GameInfo

class Herd(Game):
    def __init__(self, info: GameInfo, options: Mapping[str, int | float | str]) -> None: ...
    def features(self, state: State) -> npt.NDArray[np.int16]:
        """What the static value of a position is made from: how often each place of its context's pattern table is
        looked up, then context, removals, placements, vacancies left and turn. ValueError if the game is over."""
    def move_features(self, state: State) -> npt.NDArray[np.int16]:
        """What the priors are made from, a row a legal move: its place among the surroundings, then the number of
        neighbours that are weak stones of each kind. ValueError where no side chooses."""
    def outlooks(self, state: State) -> list[float]:
        """The static value for Red after each of the 21 rolls, all made at once. ValueError where none is due."""
