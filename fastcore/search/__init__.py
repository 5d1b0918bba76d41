"""Search: knows the contract of `fastcore.game`, never a game."""

from fastcore.search.options import OPTIONS
from fastcore.search.search import ENGINES, Search

__all__ = ["ENGINES", "OPTIONS", "Search"]
