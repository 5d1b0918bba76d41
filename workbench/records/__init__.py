"""Records, one file a game: `schema` defines the contents, `files` reads and writes them, `replay` checks them."""
