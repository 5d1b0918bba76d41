"""One game with its players and bots, without widgets."""
