"""Tests of workbench/gui/file_dialog."""
