"""Positions being set up: sketch, editor, lists, pasting."""
