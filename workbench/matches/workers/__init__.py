"""Playing the games of a match in worker processes."""
