"""Tests of fastcore/search."""
