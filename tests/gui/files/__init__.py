"""Tests of workbench/gui/files."""
