"""Measurements of the window: its start and its memory."""
