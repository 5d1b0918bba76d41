"""Hostile bots, which `tests.attacks.hostile_bots` runs."""
