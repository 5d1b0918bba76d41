"""Texts of the command that copies moves."""

from __future__ import annotations

COPY = "Copy moves"
MEANING = "Copy the moves of this game as text, a line for each turn"
COPIED = "The moves are on the clipboard."
NO_MOVES = "No moves yet."
