"""Compiled only: TreeSearch is the door to it."""
