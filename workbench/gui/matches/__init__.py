"""Matches between bots: the form, the window and its views."""
