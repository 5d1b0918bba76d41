"""Tests of workbench/gui/matches."""
