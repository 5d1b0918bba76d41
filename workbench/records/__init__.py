"""Records of games: `schema` defines the contents, `files` reads and writes the files, `replay` checks the moves."""
