"""The settings dialog and the table of keys."""
