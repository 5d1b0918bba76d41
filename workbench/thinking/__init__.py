"""Bots on threads: single decisions, analyses, and the values of chance outcomes."""
