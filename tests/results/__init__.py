"""Tests of workbench/results."""
