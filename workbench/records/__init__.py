"""Records, one file a game: `schema` defines their contents, `files` reads and writes them, `replay` checks them."""
