"""The Monte Carlo tree search of open games: memory, selection, backup, re-rooting and the engine `tree`."""
