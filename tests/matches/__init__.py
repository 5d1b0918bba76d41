"""Tests of workbench/matches."""
