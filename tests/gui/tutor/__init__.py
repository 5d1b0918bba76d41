"""Tests of workbench/gui/tutor."""
