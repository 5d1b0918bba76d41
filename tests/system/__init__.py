"""Tests of workbench/system."""
