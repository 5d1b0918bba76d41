from collections.abc import Mapping

from fastcore.game import Game
from fastcore.values import GameInfo

class Kayles(Game):
    def __init__(self, info: GameInfo, options: Mapping[str, int | float | str]) -> None: ...
