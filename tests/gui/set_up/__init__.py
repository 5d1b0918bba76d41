"""Tests of workbench/gui/set_up."""
