"""Tests of the forest game."""
