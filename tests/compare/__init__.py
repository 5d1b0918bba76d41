"""Tests of workbench/compare."""
