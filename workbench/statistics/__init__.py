"""Statistics of games between bots.

The unit is the block (one seed played in all seat orders), not the game. `docs/statistics.md` explains every figure.
"""
