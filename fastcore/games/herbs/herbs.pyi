from collections.abc import Mapping

from fastcore.game import Game
from fastcore.games.herbs.texts import Table
from fastcore.values import GameInfo

class Herbs(Game):
    def __init__(self, info: GameInfo, options: Mapping[str, int | float | str]) -> None: ...
    def terms_divided_by(self, ap: int) -> float:
        """By what all terms of the evaluation are divided while so many AP are left in all."""
    def order_matters(self, table: Table) -> bool:
        """Whether the slot that a Table's bids are for has two actions whose order makes a difference."""
