"""Tests of Herbalism."""
