"""Sounds and the live text for screen readers."""
