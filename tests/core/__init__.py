"""Tests of fastcore."""
