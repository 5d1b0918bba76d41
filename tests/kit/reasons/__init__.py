"""Checks of the reasons for moves against the reports they were made from."""
