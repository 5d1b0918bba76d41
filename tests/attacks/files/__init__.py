"""Programs that attack with changed files: records, archives and settings."""
