"""The board, words, editor and lessons of one game."""
