"""Compiled only: AlphaBeta is the door to it."""
