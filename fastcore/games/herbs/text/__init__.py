"""The texts of Herbs: positions, moves and observations, read, judged and written."""
