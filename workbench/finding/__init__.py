"""A search of stored games for a position, and what was played there."""
