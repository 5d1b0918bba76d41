"""Hostile bots, run by `tests.attacks.hostile_bots`."""
