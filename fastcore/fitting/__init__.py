"""Evaluations fitted on self-play: games are made, weights are found by regression, checked and written.
Names no game."""
