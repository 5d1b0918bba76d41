"""Compiled only: Equilibrium is the door to it."""
