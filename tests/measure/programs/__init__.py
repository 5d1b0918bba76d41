"""Measurements of programs as bots."""
