"""One game: its move tree, undo history, current line, document, session, chance, clocks and values."""
