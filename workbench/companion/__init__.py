"""The companion at a real table: a list of observed events, and all that follows from it."""
