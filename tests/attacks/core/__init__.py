"""Programs that attack the compiled core."""
