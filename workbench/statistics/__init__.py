"""Statistics of games between bots.

The unit is the block (one seed played in all seat orders), not the game. `docs/research/statistics.md` explains every
figure.
"""
