"""Tests of workbench/gui/drawing."""
