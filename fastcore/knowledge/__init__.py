"""What a seat knows of a game: Viewpoint, the Knowledge behind it, and the Lookahead that searches over it."""
