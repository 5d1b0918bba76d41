"""Search: knows the contract of `fastcore.game`, never a game."""

from fastcore.search.duct import OPTIONS as DUCT_OPTIONS
from fastcore.search.equilibrium import OPTIONS as EQUILIBRIUM_OPTIONS
from fastcore.search.improver import OPTIONS as IMPROVER_OPTIONS
from fastcore.search.ismcts import OPTIONS as ISMCTS_OPTIONS
from fastcore.search.options import ALPHABETA_OPTIONS, TO_THE_END, TREE_OPTIONS
from fastcore.search.search import ENGINES, Search

__all__ = [
    "ALPHABETA_OPTIONS",
    "DUCT_OPTIONS",
    "ENGINES",
    "EQUILIBRIUM_OPTIONS",
    "IMPROVER_OPTIONS",
    "ISMCTS_OPTIONS",
    "TO_THE_END",
    "TREE_OPTIONS",
    "Search",
]
