"""Tests of workbench/cli."""
