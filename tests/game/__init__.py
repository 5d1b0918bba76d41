"""Tests of workbench/game."""
