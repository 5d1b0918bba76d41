"""Tournaments whose pairings are matches of two bots: Swiss, knockout and all pairs."""
