"""Find this position: games that contain the shown position, and what was played there."""
