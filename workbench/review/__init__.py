"""The review of a game, decision by decision, and its HTML page."""
