"""The parts that all boards share: the contract of a board, drawing, editing, lessons and shapes."""
