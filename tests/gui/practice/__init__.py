"""Tests of workbench/gui/practice."""
