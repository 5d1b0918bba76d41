"""Luck and skill of a game: what chance changed, what the decisions lost, and how far the judge contradicts itself."""
