"""The review of a game in the window."""
