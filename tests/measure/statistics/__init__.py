"""Measurements of the statistics of matches."""
