"""Comparing two candidates, and rolling out a position: the page Compare of the Analyse mode."""
