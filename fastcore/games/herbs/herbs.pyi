from collections.abc import Mapping

from fastcore.game import Game
from fastcore.games.herbs.text.texts import Table
from fastcore.values import GameInfo

class Herbs(Game):
    def __init__(self, info: GameInfo, options: Mapping[str, int | float | str]) -> None: ...
    def term_divisor(self, ap: int) -> float: ...
    def order_matters(self, table: Table) -> bool: ...
