"""Puzzles: finding, checking and storing them, judging answers, and practice with spaced repetition."""
