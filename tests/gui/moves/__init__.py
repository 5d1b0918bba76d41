"""Tests of workbench/gui/moves."""
