"""What tabs share that show something else in place of a game, such as puzzles."""
