"""The board, wording, position editor and lessons of Herbalism."""
