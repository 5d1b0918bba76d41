"""A measurement of results without luck."""
