"""Tests of matches on many machines."""
