"""Slow twins of the games, each written from its rules page alone; they import nothing of this project."""
