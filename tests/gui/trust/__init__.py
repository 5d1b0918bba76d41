"""Tests of workbench/gui/trust."""
