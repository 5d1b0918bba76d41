"""Tests of workbench/gui/play."""
