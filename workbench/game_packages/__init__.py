"""Packages with other games: a skeleton to begin with, and the check of a finished game."""
