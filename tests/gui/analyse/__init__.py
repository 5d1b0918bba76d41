"""Tests of workbench/gui/analyse."""
