"""Bots in separate, confined processes."""
