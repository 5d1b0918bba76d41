"""The slow twin of the companion."""
