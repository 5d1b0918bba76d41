"""Compiled only: Duct is the door to it."""
