"""Programs that measure, make test data or take pictures."""
