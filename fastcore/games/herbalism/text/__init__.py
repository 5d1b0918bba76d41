"""The texts of Herbalism: positions, moves, observations and facts, read, judged and written."""
