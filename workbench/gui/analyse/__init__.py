"""The mode Analyse."""
