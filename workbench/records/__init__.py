"""Records: one file a game. `schema` says what is in it, `files` reads and writes it, `replay` checks it."""
