"""What a seat knows about a game: Viewpoint, the Knowledge behind it, and the Lookahead that simulates from it."""
