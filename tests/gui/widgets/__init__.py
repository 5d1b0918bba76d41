"""Tests of workbench/gui/widgets."""
