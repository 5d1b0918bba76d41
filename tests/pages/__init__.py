"""Tests of workbench/pages."""
