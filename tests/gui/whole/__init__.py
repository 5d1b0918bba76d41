"""Tests of the whole window."""
