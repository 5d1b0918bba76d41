"""Tests of workbench/gui/shell."""
