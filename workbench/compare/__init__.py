"""Comparisons of moves: running them, other bots as their continuation, and sentences about their results."""
