"""Tests of workbench/seen."""
