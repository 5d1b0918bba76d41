"""Tests of workbench/boards."""
