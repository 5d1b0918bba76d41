"""Tests of workbench/gui/lessons."""
