"""A measurement of common luck."""
