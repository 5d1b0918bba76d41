"""Tests of workbench/gui/compare."""
