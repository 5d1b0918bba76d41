"""Search: knows the contract of `fastcore.game`, never a game."""

from fastcore.search.search import ENGINES, OPTIONS, Search

__all__ = ["ENGINES", "OPTIONS", "Search"]
