"""Tests of workbench/gui/settings."""
