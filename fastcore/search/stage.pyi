"""Compiled only: the engines for secret choices are the doors to it."""
