"""The list of moves, stepping through a game, the value graph, and why a bot moved."""
