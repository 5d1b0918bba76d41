"""Tests of workbench/thinking."""
