"""Specs, bounds, and helpers for reading and writing the texts of positions."""
