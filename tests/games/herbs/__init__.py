"""Tests of Herbs."""
