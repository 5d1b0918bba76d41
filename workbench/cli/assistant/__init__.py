"""The verb `mcp`, which serves AI assistants."""
