"""Search engines. They know the contract of `fastcore.game`, never a game."""

from fastcore.search.options import (
    ALPHABETA_OPTIONS,
    DUCT_OPTIONS,
    EQUILIBRIUM_OPTIONS,
    IMPROVER_OPTIONS,
    ISMCTS_OPTIONS,
    TO_THE_END,
    TREE_OPTIONS,
)
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
