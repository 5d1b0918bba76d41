"""Nothing here is for Python: other compiled modules use it."""
