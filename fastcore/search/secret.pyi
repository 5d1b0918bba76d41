"""Compiled only: the engines for secret choices derive from it."""
