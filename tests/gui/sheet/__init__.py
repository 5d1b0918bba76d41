"""Tests of workbench/gui/sheet."""
