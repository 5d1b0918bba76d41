"""The levels for people: five strengths with ordinary names in every game, and another that follows a player's results."""
