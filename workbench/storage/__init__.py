"""Games on disk: library, autosave, saved games, import and export."""
