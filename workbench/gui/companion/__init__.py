"""The companion at a real table in the window."""
