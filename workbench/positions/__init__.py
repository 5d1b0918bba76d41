"""Positions being set up: sketch, editor, lists and pasting."""
