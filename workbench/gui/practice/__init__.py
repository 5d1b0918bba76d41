"""Practice: puzzles in a tab of their own, their sets, the statistics, and the review of all own games."""
