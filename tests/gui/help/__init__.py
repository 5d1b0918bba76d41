"""Tests of workbench/gui/help."""
