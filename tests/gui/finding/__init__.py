"""Tests of workbench/gui/finding."""
