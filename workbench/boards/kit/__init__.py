"""The shared parts of all boards: the contract of a board, drawing, editing, lessons and shapes."""
