"""The Monte Carlo tree search of games that hide nothing: memory, selection, backup, re-rooting and the engine `tree`."""
