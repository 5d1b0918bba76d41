"""Slow reference implementations of the games, written from the rules pages; they import nothing of this project."""
