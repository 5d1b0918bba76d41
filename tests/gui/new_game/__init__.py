"""Tests of workbench/gui/new_game."""
