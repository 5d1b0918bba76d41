"""Texts of the live text."""

from __future__ import annotations

CURSOR = "Cursor"
BOARD = "Board"
HAPPENED = "What happened"
