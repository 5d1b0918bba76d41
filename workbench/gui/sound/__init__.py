"""Sounds and the live text."""
