"""Comparisons: moves of one position on common random numbers, and rollouts of one position."""
