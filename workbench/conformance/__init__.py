"""Tests that every game must pass, ours and those of other packages, as a pytest plugin."""
