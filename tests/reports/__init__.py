"""Tests of workbench/reports."""
