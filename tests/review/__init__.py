"""Tests of workbench/review."""
