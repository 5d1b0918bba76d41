"""Tests of the dialog that adds a program as a bot."""
