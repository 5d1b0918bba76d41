"""Boards and cases of Herbs for tests."""
