"""The levels for people: five with ordinary names in every game, and another that follows a player's results."""
