"""Positions that are being set up: sketches, their editor, lists of them, and pasting."""
