"""Tests of workbench/records."""
