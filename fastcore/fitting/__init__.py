"""Tools that fit evaluations to self-play: games, regression, validation and weight files, for any game."""
