"""One game: its move tree, undo, current line, document, session, chance, clocks and values."""
