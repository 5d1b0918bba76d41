"""Programs that attack by changed files: records, archives, settings."""
