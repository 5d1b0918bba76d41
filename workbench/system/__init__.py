"""Folders, files, locks, processes, bounds and other services that know no games."""
