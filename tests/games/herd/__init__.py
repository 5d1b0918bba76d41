"""Tests of Herd."""
