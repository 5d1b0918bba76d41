"""Tests of workbench/gui/results."""
