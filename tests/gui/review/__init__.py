"""Tests of workbench/gui/review."""
