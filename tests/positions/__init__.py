"""Tests of workbench/positions."""
