"""Tests of workbench/finding."""
