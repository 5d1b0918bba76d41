"""The program's own file dialog, with the players and the board of each game."""
