"""Matches between bots: setting them up, following them, and browsing past ones."""
