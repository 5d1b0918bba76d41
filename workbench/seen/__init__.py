"""What one seat can see of a game."""
