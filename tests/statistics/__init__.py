"""Tests of workbench/statistics."""
