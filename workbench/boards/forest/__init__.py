"""The board, texts, editor and lessons of the forest game."""
