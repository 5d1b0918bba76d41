"""The dialogs that start a game."""
