"""Tests of tabs that show something else in place of a game."""
