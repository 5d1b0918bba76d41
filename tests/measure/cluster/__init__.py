"""Measurements of matches on many machines."""
