"""Tests of workbench/gui/side."""
