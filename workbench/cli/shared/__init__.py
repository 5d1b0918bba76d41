"""Helpers that several verbs of the command line share."""
