"""Tests of the companion at a real table in the window."""
