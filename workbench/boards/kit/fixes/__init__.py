"""Proposals of fixes for invalid positions, for any game."""
