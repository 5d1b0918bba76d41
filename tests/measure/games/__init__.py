"""Measurements that play many games: mixed opponents, and stated chances."""
