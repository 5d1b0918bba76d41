"""The Analyse mode."""
