"""The worker processes that play the games of a match."""
