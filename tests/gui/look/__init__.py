"""Tests of workbench/gui/look."""
