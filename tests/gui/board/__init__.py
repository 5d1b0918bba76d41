"""Tests of workbench/gui/board."""
