"""Search engines. They use only the contract in `fastcore.game` and are independent of particular games."""

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
