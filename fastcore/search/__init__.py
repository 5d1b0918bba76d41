"""Search: knows the contract of `fastcore.game`, never a game."""

from fastcore.search.alphabeta import OPTIONS as ALPHABETA_OPTIONS
from fastcore.search.improver import OPTIONS as IMPROVER_OPTIONS
from fastcore.search.ismcts import OPTIONS as ISMCTS_OPTIONS
from fastcore.search.options import OPTIONS as TREE_OPTIONS
from fastcore.search.options import TO_THE_END
from fastcore.search.search import ENGINES, Search

__all__ = ["ALPHABETA_OPTIONS", "ENGINES", "IMPROVER_OPTIONS", "ISMCTS_OPTIONS", "TO_THE_END", "TREE_OPTIONS", "Search"]
