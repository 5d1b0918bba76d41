"""The board, texts, editor and lessons of Herbs."""
