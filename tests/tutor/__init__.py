"""Tests of workbench/tutor."""
