"""Tests of Kayles."""
