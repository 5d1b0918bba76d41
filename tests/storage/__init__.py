"""Tests of workbench/storage."""
