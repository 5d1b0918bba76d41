"""Copying the moves of a game as text."""
